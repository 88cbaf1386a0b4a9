/* What the browser may post: actions within their bounds, and nothing else. */
#include <string.h>

#include "bot/seat/browser/table_action.h"
#include "tests/unit/test_case.h"

static struct table_action action;

static bool reads(const char *text)
{
    const struct seat_preferences now = {.pips = true, .warn = 0.04};
    struct error err = {0};
    bool is_good = table_action_read(text, strlen(text), &now, &action, &err);
    assert_int_equal(is_good, err.text[0] == '\0');
    return is_good;
}

TEST(an_action_has_what_it_says)
{
    assert_true(reads("{\"do\":\"hop\",\"from\":24,\"to\":18}"));
    assert_int_equal(action.type, TABLE_ACT_SEAT);
    assert_int_equal(action.seat.type, SEAT_ACT_HOP);
    assert_int_equal(action.seat.from, 24);
    assert_int_equal(action.seat.to, 18);
    assert_true(
        reads("{\"do\":\"new\",\"length\":7,\"level\":\"expert\",\"drop\":true}"));
    assert_int_equal(action.seat.type, SEAT_ACT_NEW);
    assert_int_equal(action.seat.number, 7);
    assert_string_equal(action.seat.level, "expert");
    assert_true(action.seat.drops);
    assert_true(reads("{\"do\":\"sure\"}") && action.type == TABLE_ACT_SURE);
    assert_true(reads("{\"do\":\"hint\"}") && action.type == TABLE_ACT_HINT);
    assert_true(reads("{\"do\":\"unhint\"}") && action.type == TABLE_ACT_UNHINT);
}

TEST(what_is_not_set_stays_as_it_is)
{
    assert_true(reads("{\"do\":\"set\",\"dark\":true,\"rolls\":true}"));
    assert_true(action.choices.dark && action.choices.pips && action.choices.rolls);
    assert_true(action.seat.choices.rolls && !action.seat.choices.forced);
    assert_true(action.choices.warn == 0.04);
    assert_true(reads("{\"do\":\"set\",\"pips\":false}"));
    assert_false(action.choices.pips || action.choices.dark);
}

TEST(warnings_are_of_0_to_1_point)
{
    assert_true(reads("{\"do\":\"set\",\"warn\":0}") && action.choices.warn == 0.0);
    assert_true(reads("{\"do\":\"set\",\"warn\":1}") && action.choices.warn == 1.0);
    assert_false(reads("{\"do\":\"set\",\"warn\":1.01}"));
    assert_false(reads("{\"do\":\"set\",\"warn\":-0.01}"));
    assert_false(reads("{\"do\":\"set\",\"warn\":\"0.1\"}"));
}

TEST(what_is_out_of_bounds_is_refused)
{
    static const char *const bad[] = {
        "",
        "[]",
        "{\"do\":\"hop\"",
        "{\"from\":24}",
        "{\"do\":\"fly\"}",
        "{\"do\":1}",
        "{\"do\":\"hop\",\"from\":-1}",
        "{\"do\":\"hop\",\"to\":1001}",
        "{\"do\":\"hop\",\"to\":\"18\"}",
        "{\"do\":\"hop\",\"from\":1.5}",
        "{\"do\":\"set\",\"dark\":1}",
        "{\"do\":\"hop\",\"do\":\"roll\"}",
        "{\"do\":\"new\",\"level\":\"a\\nb\"}",
        "{\"do\":\"new\",\"level\":5}",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        if (reads(bad[i])) {
            fail_msg("taken: %s", bad[i]);
        }
    }
    assert_true(reads("{\"do\":\"new\",\"length\":1000}"));
}

TEST_MAIN(NULL, NULL)
