/* How counts and times of long runs are told. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "cmd/tool/progress.h"

static void counts_are_told_in_thousands_and_millions(void **state)
{
    static const struct {
        double count;
        const char *said;
    } rows[] = {{17, "17"},       {9999, "9999"},    {10e3, "10 k"},
                {820e3, "820 k"}, {5.14e6, "5.1 M"}, {123e6, "123 M"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_string_equal(progress_count(rows[i].count).text, rows[i].said);
    }
}

static void times_are_told_in_minutes_and_hours(void **state)
{
    static const struct {
        double minutes;
        const char *said;
    } rows[] = {{4.52, "4.5 min"},   {10, "10 min"},        {99.4, "99 min"},
                {100, "1 h 40 min"}, {200.9, "3 h 20 min"}, {-1, "?"},
                {(double)NAN, "?"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_string_equal(progress_minutes(rows[i].minutes).text, rows[i].said);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_told_in_thousands_and_millions),
        cmocka_unit_test(times_are_told_in_minutes_and_hours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
