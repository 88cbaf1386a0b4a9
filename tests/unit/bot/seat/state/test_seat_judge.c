/* What cube actions lose. */
#include <math.h>
#include <string.h>

#include "bot/seat/state/seat_judge.h"
#include "tests/unit/test_case.h"

static bool loses(enum seat_action_type type, const struct cube_decision *cube,
                  double loss)
{
    return fabs(seat_judge_loss(type, cube) - loss) < 1e-6;
}

TEST(the_wrong_one_of_two_actions_loses_the_difference)
{
    const struct cube_decision take = {.action = CUBE_DOUBLE_TAKE,
                                       .is_allowed = true,
                                       .no_double = 0.5F,
                                       .double_take = 0.75F,
                                       .double_pass = 1.0F};
    const struct cube_decision good = {.action = CUBE_TOO_GOOD,
                                       .is_allowed = true,
                                       .no_double = 1.25F,
                                       .double_take = 1.5F,
                                       .double_pass = 1.0F};
    assert_true(loses(SEAT_ACT_ROLL, &take, 0.25));
    assert_true(loses(SEAT_ACT_DOUBLE, &take, 0.0));
    assert_true(loses(SEAT_ACT_PASS, &take, 0.25));
    assert_true(loses(SEAT_ACT_TAKE, &take, 0.0));
    assert_string_equal(seat_judge_better(SEAT_ACT_ROLL, &take), "double");
    assert_string_equal(seat_judge_better(SEAT_ACT_PASS, &take), "take");
    assert_true(loses(SEAT_ACT_ROLL, &good, 0.0));
    assert_true(loses(SEAT_ACT_DOUBLE, &good, 0.25));
    assert_true(loses(SEAT_ACT_TAKE, &good, 0.5));
    assert_string_equal(seat_judge_better(SEAT_ACT_DOUBLE, &good), "roll");
    assert_string_equal(seat_judge_better(SEAT_ACT_TAKE, &good), "pass");
}

/* The values of a double are told where it is not allowed, too. */
TEST(who_may_not_double_loses_nothing_by_rolling)
{
    const struct cube_decision cube = {.action = CUBE_NO_DOUBLE,
                                       .no_double = 0.5F,
                                       .double_take = 0.75F,
                                       .double_pass = 1.0F};
    assert_true(loses(SEAT_ACT_ROLL, &cube, 0.0));
    assert_string_equal(seat_judge_better(SEAT_ACT_ROLL, &cube), "roll");
}

TEST(what_leaves_no_choice_is_not_judged)
{
    struct seat_view view;
    memset(&view, 0, sizeof view);
    assert_false(seat_judge_may(&view, SEAT_ACT_TAKE));
    view.allowed = 1U << SEAT_ACT_ROLL | 1U << SEAT_ACT_DONE | 1U << SEAT_ACT_RESIGN;
    assert_false(seat_judge_may(&view, SEAT_ACT_ROLL));
    assert_false(seat_judge_may(&view, SEAT_ACT_RESIGN));
    assert_true(seat_judge_may(&view, SEAT_ACT_DONE));
    view.hops.is_forced = true;
    assert_false(seat_judge_may(&view, SEAT_ACT_DONE));
    view.allowed |= 1U << SEAT_ACT_DOUBLE;
    assert_true(seat_judge_may(&view, SEAT_ACT_ROLL));
}

TEST_MAIN(NULL, NULL)
