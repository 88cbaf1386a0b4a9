/* Progress of long work: what its reports say, and when it ends. */
#include <unistd.h>

#include "arena/job/work.h"
#include "tests/unit/test_case.h"

static struct work_report last;
static int reports;

static void take_report(void *context, const struct work_report *report)
{
    last = *report;
    reports++;
}

static bool is_near(double value, double want)
{
    return value > want * 0.999 - 1e-9 && value < want * 1.001 + 1e-9;
}

/* 30 of 100 were there; then 20 come, and 5 more. */
TEST(reports_are_of_what_came_since_the_last)
{
    const struct work_limits limits = {.report = take_report};
    struct work_clock clock;
    reports = 0;
    work_begin(&clock, &limits, 30, 100);
    (void)usleep(20000);
    work_end(&clock, 50, 7);
    assert_int_equal(reports, 1);
    assert_int_equal(last.done, 50);
    assert_int_equal(last.wanted, 100);
    assert_int_equal(last.games, 7);
    assert_true(is_near(last.per_second * last.minutes * 60.0, 20.0));
    assert_true(is_near(last.minutes_left * 60.0 * last.per_second, 50.0));
    work_end(&clock, 50, 7); /* nothing new */
    assert_int_equal(reports, 1);
    const double before = last.minutes;
    (void)usleep(20000);
    work_end(&clock, 55, 8);
    assert_int_equal(reports, 2);
    assert_true(is_near(last.per_second * (last.minutes - before) * 60.0, 5.0));
    assert_true(is_near(last.minutes_left * 60.0 * last.per_second, 45.0));
    assert_true(is_near(last.per_second_of_run * last.minutes * 60.0, 25.0));
}

TEST(work_that_was_done_before_is_reported_once)
{
    const struct work_limits limits = {.report = take_report};
    struct work_clock clock;
    reports = 0;
    work_begin(&clock, &limits, 100, 100);
    assert_false(work_goes_on(&clock, 100, 0));
    work_end(&clock, 100, 0);
    assert_int_equal(reports, 1);
    assert_true(last.minutes_left == 0.0);
}

TEST(limit_of_time_allows_one_step)
{
    const struct work_limits limits = {.minutes = 1e-9}, hour = {.minutes = 60.0};
    struct work_clock clock;
    work_begin(&clock, &limits, 0, 10);
    (void)usleep(1000);
    assert_true(work_goes_on(&clock, 0, 0));
    assert_false(work_goes_on(&clock, 1, 0));
    work_begin(&clock, &hour, 0, 10);
    assert_true(work_goes_on(&clock, 0, 0) && work_goes_on(&clock, 9, 0));
    assert_false(work_goes_on(&clock, 10, 0));
}

TEST_MAIN(NULL, NULL)
