#ifndef BOT_BASE_SCHEDULE_H
#define BOT_BASE_SCHEDULE_H
/*
 * Times of the week, as the operator writes them, in the machine's local time:
 *
 *     18:00-23:00                          every day
 *     Mon-Fri 18:00-23:00, Sat 08:00-24:00, Sun 08:00-20:00
 *     Sun 23:30-01:00                      ends on Monday
 *
 * An entry is [DAY[-DAY]] HH:MM-HH:MM; an end at or before the beginning is on the next
 * day. The end itself is not part of it. Pure: the caller knows the time.
 */

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "base/error.h"

enum {
    SCHEDULE_DAY = 24 * 60,
    SCHEDULE_WEEK = 7 * SCHEDULE_DAY,
    SCHEDULE_UNKNOWN = -1
};

/* Whether the entries hold the minute, counted from Monday 00:00. An empty text holds
 * none; what cannot be read is passed over. */
bool schedule_has(const char *text, int minute_of_week);

/* Whether all of it can be read; `err` (may be NULL) names the entry that cannot. */
bool schedule_check(const char *text, struct error *err);

/* The minute of the week by the local clock, which has summer time; SCHEDULE_UNKNOWN
 * when that is not known. */
int schedule_minute(time_t now);

#endif
