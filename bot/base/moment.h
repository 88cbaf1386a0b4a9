#ifndef BOT_BASE_MOMENT_H
#define BOT_BASE_MOMENT_H
/* A date and a time of day in local time, as written in bot.conf: 2027-01-30 20:00. */

#include <stdbool.h>

#include "base/error.h"

/* Whether the text is such a moment: the check of an option. False with `err` (may be
 * NULL). */
bool moment_check(const char *text, struct error *err);

#endif
