#include "server/zone.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { HOUR_S = 3600, DAY_S = 24 * HOUR_S, LAST = 5 };

/* When summer time begins and ends: on Sunday number `week` of `month` (LAST: the last
 * one), at `hour`. */
struct zone_change {
    int month, week, hour; /* month: 1 .. 12 */
};
struct zone_rule {
    struct zone_change begin, end;
    bool is_in_utc; /* the hours; else in local time */
};
static const struct zone_rule europe = {{3, LAST, 1}, {10, LAST, 1}, true};
static const struct zone_rule america = {{3, 2, 2}, {11, 1, 2}, false};
static const struct zone_rule australia = {{10, 1, 2}, {4, 1, 3}, false};
static const struct zone_rule new_zealand = {{9, LAST, 2}, {4, 1, 3}, false};

static const struct zone {
    const char *name;
    int minutes; /* ahead of UTC, in winter */
    const char *winter, *summer;
    const struct zone_rule *rule; /* NULL: no summer time */
} zones[] = {
    /* clang-format off */
    {"UTC", 0, "UTC", NULL, NULL},
    {"GMT", 0, "GMT", NULL, NULL},
    {"EST", -300, "EST", NULL, NULL},
    {"Africa/Johannesburg", 120, "SAST", NULL, NULL},
    {"America/Argentina/Buenos_Aires", -180, "-03", NULL, NULL},
    {"America/Chicago", -360, "CST", "CDT", &america},
    {"America/Denver", -420, "MST", "MDT", &america},
    {"America/Halifax", -240, "AST", "ADT", &america},
    {"America/Los_Angeles", -480, "PST", "PDT", &america},
    {"America/New_York", -300, "EST", "EDT", &america},
    {"America/Phoenix", -420, "MST", NULL, NULL},
    {"America/Sao_Paulo", -180, "-03", NULL, NULL},
    {"America/Toronto", -300, "EST", "EDT", &america},
    {"America/Vancouver", -480, "PST", "PDT", &america},
    {"Asia/Hong_Kong", 480, "HKT", NULL, NULL},
    {"Asia/Kolkata", 330, "IST", NULL, NULL},
    {"Asia/Shanghai", 480, "CST", NULL, NULL},
    {"Asia/Singapore", 480, "+08", NULL, NULL},
    {"Asia/Tokyo", 540, "JST", NULL, NULL},
    {"Australia/Adelaide", 570, "ACST", "ACDT", &australia},
    {"Australia/Brisbane", 600, "AEST", NULL, NULL},
    {"Australia/Melbourne", 600, "AEST", "AEDT", &australia},
    {"Australia/Perth", 480, "AWST", NULL, NULL},
    {"Australia/Sydney", 600, "AEST", "AEDT", &australia},
    {"Europe/Amsterdam", 60, "CET", "CEST", &europe},
    {"Europe/Athens", 120, "EET", "EEST", &europe},
    {"Europe/Berlin", 60, "CET", "CEST", &europe},
    {"Europe/Brussels", 60, "CET", "CEST", &europe},
    {"Europe/Copenhagen", 60, "CET", "CEST", &europe},
    {"Europe/Dublin", 0, "GMT", "IST", &europe},
    {"Europe/Helsinki", 120, "EET", "EEST", &europe},
    {"Europe/Istanbul", 180, "+03", NULL, NULL},
    {"Europe/Lisbon", 0, "WET", "WEST", &europe},
    {"Europe/London", 0, "GMT", "BST", &europe},
    {"Europe/Madrid", 60, "CET", "CEST", &europe},
    {"Europe/Moscow", 180, "MSK", NULL, NULL},
    {"Europe/Oslo", 60, "CET", "CEST", &europe},
    {"Europe/Paris", 60, "CET", "CEST", &europe},
    {"Europe/Rome", 60, "CET", "CEST", &europe},
    {"Europe/Stockholm", 60, "CET", "CEST", &europe},
    {"Europe/Vienna", 60, "CET", "CEST", &europe},
    {"Europe/Warsaw", 60, "CET", "CEST", &europe},
    {"Europe/Zurich", 60, "CET", "CEST", &europe},
    {"Pacific/Auckland", 720, "NZST", "NZDT", &new_zealand},
    {"Pacific/Honolulu", -600, "HST", NULL, NULL},
    /* clang-format on */
};
enum { ZONES = sizeof zones / sizeof zones[0] };

int zone_find(const char *name)
{
    for (int i = 0; i < ZONES; i++) {
        if (strcmp(zones[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

const char *zone_name(int zone)
{
    return zone >= 0 && zone < ZONES ? zones[zone].name : NULL;
}

/* The second of its year in which the change comes; `year`: its first day. */
static int64_t zone_change_s(const struct zone_change *change, const struct tm *year)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int full = year->tm_year + 1900;
    bool is_leap = (full % 4 == 0 && full % 100 != 0) || full % 400 == 0;
    int first = 0; /* day of the year */
    for (int month = 1; month < change->month; month++) {
        first += days[month - 1] + (month == 2 && is_leap);
    }
    int sunday = first + (7 - (year->tm_wday + first) % 7) % 7;
    int length = days[change->month - 1] + (change->month == 2 && is_leap);
    for (int week = 1; week < change->week && sunday + 7 < first + length; week++) {
        sunday += 7;
    }
    return (int64_t)sunday * DAY_S + (int64_t)change->hour * HOUR_S;
}

static bool zone_is_summer(const struct zone *zone, int64_t time_s)
{
    if (zone->rule == NULL) {
        return false;
    }
    time_t moment = (time_t)(time_s + (zone->rule->is_in_utc ? 0 : 60 * zone->minutes));
    struct tm now, year;
    (void)gmtime_r(&moment, &now);
    time_t first = moment - (time_t)now.tm_yday * DAY_S;
    (void)gmtime_r(&first, &year);
    int64_t second = (int64_t)now.tm_yday * DAY_S + moment % DAY_S;
    int64_t begin = zone_change_s(&zone->rule->begin, &year);
    int64_t end = zone_change_s(&zone->rule->end, &year);
    end -= zone->rule->is_in_utc ? 0 : HOUR_S; /* its hour is one of summer time */
    return begin < end ? second >= begin && second < end
                       : second >= begin || second < end;
}

/* The time there, with the zone's short name then. */
static struct tm zone_local(int number, int64_t time_s)
{
    const struct zone *zone = &zones[zone_name(number) == NULL ? 0 : number];
    bool is_summer = zone_is_summer(zone, time_s);
    time_t local = (time_t)(time_s + 60 * zone->minutes + (is_summer ? HOUR_S : 0));
    struct tm there;
    (void)gmtime_r(&local, &there);
    there.tm_zone = is_summer ? zone->summer : zone->winter;
    return there;
}

void zone_short_date(int zone, int64_t time_s, char *text, size_t size)
{
    const struct tm there = zone_local(zone, time_s);
    (void)strftime(text, size, "%A, %B %d %H:%M %Z", &there);
}

void zone_weekday(int zone, int64_t time_s, char *text, size_t size)
{
    const struct tm there = zone_local(zone, time_s);
    (void)strftime(text, size, "%a %H:%M %Z", &there);
}

void zone_clock(int zone, int64_t time_s, char *text, size_t size)
{
    const struct tm there = zone_local(zone, time_s);
    (void)strftime(text, size, "%H:%M", &there);
}

const char *zone_ctime(int64_t time_s, char text[ZONE_CTIME_SIZE])
{
    const struct tm utc = zone_local(0, time_s);
    (void)strftime(text, ZONE_CTIME_SIZE, "%a %b %e %H:%M:%S %Y", &utc);
    return text;
}

void zone_date_line(int zone, int64_t time_s, char *line, size_t size)
{
    char utc[ZONE_CTIME_SIZE];
    const struct tm there = zone_local(zone, time_s);
    size_t length = strftime(line, size, "%A, %B %d %H:%M:%S %Z", &there);
    (void)snprintf(line + length, size - length, "   ( %s UTC )",
                   zone_ctime(time_s, utc));
}
