#ifndef BOT_TABLE_SUMMARY_JSON_H
#define BOT_TABLE_SUMMARY_JSON_H
/* A summary as the page draws it: side.js reads it. */

#include <jansson.h>

#include "bot/table/summary.h"

/* The caller owns it. */
json_t *summary_json(const struct summary *summary);

#endif
