#ifndef BOT_SEAT_BROWSER_SUMMARY_JSON_H
#define BOT_SEAT_BROWSER_SUMMARY_JSON_H
/* A summary as the page draws it: side.js reads it. */

#include <jansson.h>

#include "bot/seat/browser/summary.h"

/* The caller owns it. */
json_t *summary_json(const struct summary *summary);

#endif
