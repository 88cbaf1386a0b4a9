#pragma once
/*
 * Time zones that users may choose: a table of names, with the rules for summer time of
 * 2025, also for other years.
 * Zones are numbers from 0, which is UTC.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns the number of the zone called so, as in the tz database; -1: there is none. */
int zone_find(const char *name);
/* Returns the name of a zone; NULL: there are not so many. */
const char *zone_name(int zone);

/* "Thursday, January 02 01:27:27 CET   ( Thu Jan  2 00:27:27 2003 UTC )" */
void zone_date_line(int zone, int64_t time_s, char *line, size_t size);
/* "Friday, January 10 12:12 EST" */
void zone_short_date(int zone, int64_t time_s, char *text, size_t size);
/* "Wed 11:08 UTC" */
void zone_weekday(int zone, int64_t time_s, char *text, size_t size);
/* "Wed Feb 21 08:47:31 2018", in UTC; returns `text`. */
enum { ZONE_CTIME_SIZE = 32 };
const char *zone_ctime(int64_t time_s, char text[ZONE_CTIME_SIZE]);
/* "11:08" */
void zone_clock(int zone, int64_t time_s, char *text, size_t size);
