#pragma once
/* Moments as text: a date and a time of day in local time, as written in bot.conf,
 * 2027-01-30 20:00, and in UTC, as logs and JSON have them, 2026-11-21T02:53:14Z. */

#include <stdbool.h>
#include <time.h>

#include "base/error.h"

/* Reads the text. False, and `*moment` stays, when it is no such moment; a day or hour
 * that the calendar does not have is none. */
bool moment_read(const char *text, time_t *moment);

/* The same as the check of an option. False with `err` (may be NULL). */
bool moment_check(const char *text, struct error *err);

enum { MOMENT_SIZE = 32 };
/* Writes a moment in UTC. */
void moment_write(time_t moment, char text[MOMENT_SIZE]);
