/* The time in the zones of users; the seconds and what they are there are those of the tz
 * database (Python's zoneinfo, version 2024a). */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "server/zone.h"
#include "tests/unit/test_case.h"

TEST(summer_time_begins_and_ends_by_the_rules_of_the_zone)
{
    static const struct {
        const char *zone;
        int64_t time_s;
        const char *date;
    } rows[] = {
        {"UTC", 1752000000, "Tuesday, July 08 18:40 UTC"},
        {"Europe/Berlin", 1743296399, "Sunday, March 30 01:59 CET"},
        {"Europe/Berlin", 1743296400, "Sunday, March 30 03:00 CEST"},
        {"Europe/Berlin", 1761440399, "Sunday, October 26 02:59 CEST"},
        {"Europe/Berlin", 1761440400, "Sunday, October 26 02:00 CET"},
        {"Europe/London", 1752000000, "Tuesday, July 08 19:40 BST"},
        {"America/New_York", 1741503599, "Sunday, March 09 01:59 EST"},
        {"America/New_York", 1741503600, "Sunday, March 09 03:00 EDT"},
        {"America/New_York", 1762063199, "Sunday, November 02 01:59 EDT"},
        {"America/New_York", 1762063200, "Sunday, November 02 01:00 EST"},
        {"Australia/Melbourne", 1743868799, "Sunday, April 06 02:59 AEDT"},
        {"Australia/Melbourne", 1743868800, "Sunday, April 06 02:00 AEST"},
        {"Australia/Melbourne", 1759593600, "Sunday, October 05 03:00 AEDT"},
        {"Australia/Adelaide", 1752000000, "Wednesday, July 09 04:10 ACST"},
        {"Pacific/Auckland", 1758981600, "Sunday, September 28 03:00 NZDT"},
        {"Pacific/Auckland", 1758981599, "Sunday, September 28 01:59 NZST"},
        {"Asia/Tokyo", 1752000000, "Wednesday, July 09 03:40 JST"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char date[80];
        zone_short_date(zone_find(rows[i].zone), rows[i].time_s, date, sizeof date);
        assert_string_equal(date, rows[i].date);
    }
}

/* Whatever the zone was, nothing else here reads it. */
static int forget_zone(void **state)
{
    (void)unsetenv("TZ");
    tzset();
    return 0;
}

/* In each hour of 2025; where the system has the tz database. */
TEST_WITH(every_zone_has_the_time_of_the_tz_database, NULL, forget_zone)
{
    enum { BEGIN_S = 1735689600, HOURS = 365 * 24 };
    if (access("/usr/share/zoneinfo/Pacific/Honolulu", R_OK) != 0) {
        skip();
    }
    for (int i = 0; zone_name(i) != NULL; i++) {
        assert_int_equal(setenv("TZ", zone_name(i), 1), 0);
        tzset();
        for (int hour = 0; hour < HOURS; hour++) {
            char date[80], wanted[80];
            struct tm there;
            time_t moment = (time_t)BEGIN_S + (time_t)3600 * hour;
            assert_non_null(localtime_r(&moment, &there));
            (void)strftime(wanted, sizeof wanted, "%A, %B %d %H:%M %Z", &there);
            zone_short_date(i, moment, date, sizeof date);
            assert_string_equal(date, wanted);
        }
    }
}

TEST(zones_are_found_by_their_whole_names)
{
    assert_int_equal(zone_find("UTC"), 0);
    assert_int_equal(zone_find("Europe"), -1);
    assert_int_equal(zone_find("../../etc/passwd"), -1);
    assert_null(zone_name(-1));
    for (int i = 0; zone_name(i) != NULL; i++) {
        assert_int_equal(zone_find(zone_name(i)), i);
    }
}

TEST(date_line_has_the_local_time_and_utc)
{
    char line[160], moment[40];
    /* live, 2016 */
    zone_date_line(zone_find("Europe/Berlin"), 1476543662, line, sizeof line);
    assert_string_equal(
        line, "Saturday, October 15 17:01:02 CEST   ( Sat Oct 15 15:01:02 2016 UTC )");
    zone_date_line(0, 1041467247, line, sizeof line);
    assert_non_null(strstr(line, "( Thu Jan  2 00:27:27 2003 UTC )"));
    zone_weekday(zone_find("EST"), 1042560480, moment, sizeof moment);
    assert_string_equal(moment, "Tue 11:08 EST");
    zone_clock(zone_find("Asia/Kolkata"), 1042560480, moment, sizeof moment);
    assert_string_equal(moment, "21:38");
}

TEST_MAIN(NULL, NULL)
