/* Hours of the week: entries, days, midnight, and what cannot be read. */
#include <stdlib.h>
#include <time.h>

#include "bot/base/schedule.h"
#include "tests/unit/test_case.h"

enum { MON, TUE, WED, THU, FRI, SAT, SUN };

static int at(int day, int hour, int minute)
{
    return day * SCHEDULE_DAY + hour * 60 + minute;
}

TEST(hours_hold_their_beginning_but_not_their_end)
{
    /* clang-format off */
    static const struct {
        const char *text;
        int day, hour, minute;
        bool want;
    } rows[] = {
        {"18:00-23:00", MON, 17, 59, false},
        {"18:00-23:00", MON, 18, 0, true},
        {"18:00-23:00", SUN, 22, 59, true},
        {"18:00-23:00", SUN, 23, 0, false},
        {"8:30-9:00", WED, 8, 30, true},
        {"Mon-Fri 18:00-23:00", FRI, 20, 0, true},
        {"Mon-Fri 18:00-23:00", SAT, 20, 0, false},
        {"Mon-Fri 18:00-23:00, Sat 08:00-24:00", SAT, 23, 59, true},
        {"Mon-Fri 18:00-23:00, Sat 08:00-24:00", SUN, 0, 0, false},
        {"sat-mon 10:00-11:00", SUN, 10, 30, true},
        {"sat-mon 10:00-11:00", TUE, 10, 30, false},
        {"22:00-06:00", TUE, 5, 59, true},
        {"22:00-06:00", TUE, 6, 0, false},
        {"Sun 23:30-01:00", MON, 0, 59, true},
        {"Sun 23:30-01:00", TUE, 0, 59, false},
        {"Sun 23:30-01:00", SUN, 0, 30, false},
        {"00:00-24:00", THU, 12, 0, true},
        {"  Mon - Fri  18 : 00 - 23 : 00 ", FRI, 20, 0, true},
        {"\tSat 8:00-9:00 , Sun 8:00-9:00", SUN, 8, 30, true},
        {"06:00-06:00", THU, 5, 0, true},
        {"", THU, 12, 0, false},
    };
    /* clang-format on */
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(
            schedule_has(rows[i].text, at(rows[i].day, rows[i].hour, rows[i].minute)),
            rows[i].want);
        assert_true(schedule_check(rows[i].text, NULL));
    }
}

static void assert_refused(const char *text, const char *entry)
{
    struct error err;
    char want[160];
    FORMAT_TEXT(want,
                "expected hours such as 08:00-23:00 or Mon-Fri 18:00-23:00, found "
                "\"%s\"",
                entry);
    assert_false(schedule_check(text, &err));
    assert_string_equal(err.text, want);
}

TEST(an_entry_that_cannot_be_read_is_named)
{
    static const char *const bad[] = {
        "always",        "18-23",         "18:00",
        "18:00-",        "24:00-25:00",   "18:60-19:00",
        "18:0-19:00",    "Mon",           "Mon-Xyz 1:00-2:00",
        "1:00-2:00 Mon", "1:00-2:00-3:00"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_refused(bad[i], bad[i]);
        assert_false(schedule_has(bad[i], at(MON, 1, 30)));
    }
    assert_refused("1:00-2:00, so, 3:00-4:00", "so");
    assert_true(schedule_has("1:00-2:00, so, 3:00-4:00", at(MON, 3, 30)));
}

TEST(the_minute_is_that_of_the_local_week_from_monday)
{
    assert_int_equal(setenv("TZ", "UTC0", 1), 0);
    tzset();
    assert_int_equal(schedule_minute(1700000000), at(TUE, 22, 13)); /* 2023-11-14 */
    assert_int_equal(schedule_minute(1699833600), at(MON, 0, 0));
    assert_int_equal(schedule_minute(1699833599), at(SUN, 23, 59));
    assert_int_equal(setenv("TZ", "EST5", 1), 0); /* five hours behind */
    tzset();
    assert_int_equal(schedule_minute(1699833600), at(SUN, 19, 0));
}

TEST_MAIN(NULL, NULL)
