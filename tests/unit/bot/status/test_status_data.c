/* The status for programs: what is not known is not told as a number. */
#include <stdio.h>
#include <string.h>

#include "bot/status/status_internal.h"
#include "tests/unit/printed.h"
#include "tests/unit/test_case.h"

enum { NOW = 1700000000 };

/* What a writer of status.h writes about the status. */
static char *written(void (*writer)(const struct status_view *view, FILE *out),
                     const struct status *status)
{
    FILE *out = printed_begin();
    const struct status_view view = {.status = status, .now_s = NOW};
    writer(&view, out);
    return printed_end(out);
}

static void add(struct status *status, const char *name, struct standing standing)
{
    status_add(status, name, "a site", "");
    const struct player_output output = {.type = PLAYER_STANDING, .standing = standing};
    status_take(status, name, &output, NOW);
}

TEST(what_no_server_has_told_is_not_told)
{
    struct status *status = status_new(NOW);
    add(status, "at_fibs", (struct standing){true, 1600.5, 42});
    add(status, "at_bgammon", (struct standing){true, 1500, STANDING_NO_EXPERIENCE});
    status_add(status, "never_on_line", "a site", "");
    char *metrics = written(status_page_metrics, status);
    assert_null(strstr(metrics, "fibsbot_rating{account=\"never_on_line\"}"));
    assert_null(strstr(metrics, "fibsbot_experience{account=\"never_on_line\"}"));
    assert_non_null(strstr(metrics, "fibsbot_online{account=\"never_on_line\"} 0\n"));
    assert_non_null(strstr(metrics, "fibsbot_experience{account=\"at_fibs\"} 42\n"));
    assert_null(strstr(metrics, "fibsbot_experience{account=\"at_bgammon\"}"));
    assert_non_null(strstr(metrics, "fibsbot_rating{account=\"at_bgammon\"} 1500\n"));
    char *json = written(status_page_json, status);
    assert_non_null(strstr(json, "\"experience\": 42"));
    assert_non_null(strstr(json, "\"experience\": null"));
    assert_null(strstr(json, "-1"));
    status_free(status);
}

TEST(a_rating_has_the_digits_that_the_server_gave_it)
{
    struct status *status = status_new(NOW);
    add(status, "our_bot", (struct standing){true, 1508.89, 5});
    char *json = written(status_page_json, status);
    assert_non_null(strstr(json, "\"rating\": 1508.89,"));
    status_free(status);
}

TEST(a_curve_does_not_go_back_with_the_clock)
{
    struct status *status = status_new(NOW);
    add(status, "our_bot", (struct standing){true, 1506, 5});
    const struct player_output output = {.type = PLAYER_STANDING,
                                         .standing = {true, 1500, 6}};
    status_take(status, "our_bot", &output, NOW - 3600);
    const struct status_curve *curve = &status->accounts[0]->ratings;
    assert_int_equal(curve->count, 2);
    assert_true(curve->points[1].y == 1500.0);
    assert_true(curve->points[1].x == (double)NOW);
    status_free(status);
}

TEST_MAIN(NULL, NULL)
