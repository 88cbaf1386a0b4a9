#pragma once
/*
 * Times of the week in local time, as written in bot.conf:
 *
 *     18:00-23:00                          every day
 *     Mon-Fri 18:00-23:00, Sat 08:00-24:00, Sun 08:00-20:00
 *     Sun 23:30-01:00                      ends on Monday
 *
 * An entry is [DAY[-DAY]] HH:MM-HH:MM; an end at or before the beginning is on the next
 * day. The end itself is not part of it. Pure: the caller knows the time.
 */

#include <stdbool.h>
#include <time.h>

#include "base/error.h"

enum {
    SCHEDULE_DAY = 24 * 60,
    SCHEDULE_WEEK = 7 * SCHEDULE_DAY,
    SCHEDULE_UNKNOWN = -1
};

/* Whether the entries contain the minute, counted from Monday 00:00. An empty text
 * contains none; entries that cannot be read are skipped. */
bool schedule_has(const char *text, int minute_of_week);

/* Whether all entries can be read. False with `err` (may be NULL) naming the bad one. */
bool schedule_check(const char *text, struct error *err);

/* Returns the minute of the week in local time, including summer time; SCHEDULE_UNKNOWN
 * when the local time is not known. */
int schedule_minute(time_t now);
