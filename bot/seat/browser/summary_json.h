#pragma once
/* A summary as the page draws it: side.js reads it. */

#include <jansson.h>

#include "bot/seat/browser/summary.h"

/* The caller owns it. */
json_t *summary_json(const struct summary *summary);
