/* Dates with a time of day. */
#include <stdlib.h>

#include "bot/base/moment.h"
#include "tests/unit/test_case.h"

static int go_to_utc(void **state)
{
    (void)setenv("TZ", "UTC", 1);
    tzset();
    return 0;
}

TEST(moment_is_seconds_since_1970)
{
    time_t at = 0;
    assert_true(moment_read("2027-01-30 20:00", &at));
    assert_int_equal(at, 1801339200); /* date -u -d '2027-01-30 20:00' +%s */
    assert_true(moment_read("2028-02-29 00:59", &at));
}

TEST(what_is_no_moment_is_refused)
{
    static const char *const texts[] = {
        "",
        "2027-01-30",
        "2027-1-30 20:00",
        "2027-01-30 20:00 ",
        "2027-01-30T20:00",
        "2027-02-29 20:00",
        "2027-13-01 20:00",
        "2027-01-00 20:00",
        "2027-01-30 24:00",
        "2027-01-30 20:60",
        "20:00",
    };
    time_t at = 7;
    struct error err;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        assert_false(moment_read(texts[i], &at));
        assert_int_equal(at, 7);
        assert_false(moment_check(texts[i], &err));
    }
    assert_string_equal(err.text, "expected a date and a time: 2027-01-30 20:00");
}

TEST_MAIN(go_to_utc, NULL)
