/* Actions of the cube: at special scores, for money, with Jacoby and beavers, and beside another
 * program. */
#include "engine/board/decision_context.h"
#include "engine/board/position.h"
#include "tests/unit/engine/board/context.h"
#include "tests/unit/engine/cube/cube_case.h"
#include "tests/unit/test_case.h"

TEST(the_cube_is_dead_at_double_match_point)
{
    struct match_state ms = score(1, 1, 1, CUBE_CENTRED);
    struct cube_decision d = decide(&ms, wins(0.7));
    assert_false(d.is_allowed);
    assert_int_equal(d.action, CUBE_NO_DOUBLE);
    assert_near((double)d.no_double, 0.4, 1e-6);
    assert_near((double)d.double_take, 0.4, 1e-6);
    ms = match_state_match(1, 0, 0, false);
    d = decide(&ms, (struct outputs){.win = 0.7F, .win_gammon = 0.7F});
    assert_near((double)d.no_double, 0.4, 1e-6);
}

TEST(nobody_doubles_in_the_crawford_game)
{
    struct match_state ms = score(2, 1, 1, CUBE_CENTRED);
    ms.is_crawford = true;
    struct cube_decision d = decide(&ms, wins(0.75));
    assert_false(d.is_allowed);
    assert_int_equal(d.action, CUBE_NO_DOUBLE);
}

TEST(the_trailer_doubles_at_once_after_the_crawford_game)
{
    for (int away = 2; away <= 12; away++) {
        struct match_state ms = score(away, 1, 1, CUBE_CENTRED);
        for (double p = 0.02; p < 0.49; p += 0.02) {
            struct outputs o = {.win = (float)p, .win_gammon = (float)(0.3 * p)};
            assert_int_equal(decide(&ms, o).action, CUBE_DOUBLE_TAKE);
        }
    }
}

/* A trailer an even number of points away gives the leader a free drop: one lost point
 * costs him little, so he passes when he is a shade worse than even. With an odd number
 * he takes nearly everything. */
TEST(the_leader_has_a_free_drop_at_even_scores)
{
    struct match_state even = score(2, 1, 1, CUBE_CENTRED);
    assert_int_equal(decide(&even, wins(0.49)).action, CUBE_DOUBLE_TAKE);
    assert_int_equal(decide(&even, wins(0.51)).action, CUBE_DOUBLE_PASS);
    struct match_state odd = score(3, 1, 1, CUBE_CENTRED);
    assert_int_equal(decide(&odd, wins(0.90)).action, CUBE_DOUBLE_TAKE);
    assert_int_equal(decide(&odd, wins(0.99)).action, CUBE_DOUBLE_PASS);
}

TEST(a_player_who_needs_no_more_than_the_cube_does_not_double)
{
    const struct match_state states[] = {
        score(1, 3, 1, CUBE_CENTRED), /* the leader after the Crawford game */
        score(2, 5, 2, CUBE_MINE),
        score(3, 9, 4, CUBE_MINE),
    };
    for (size_t i = 0; i < sizeof states / sizeof states[0]; i++) {
        struct cube_decision d = decide(&states[i], wins(0.75));
        assert_false(d.is_allowed);
        assert_int_equal(d.action, CUBE_NO_DOUBLE);
        assert_true(d.no_double >= d.double_take);
        struct match_state as_theirs = match_state_swap(&states[i]);
        assert_false(model_of(&as_theirs).doubles[0][CUBE_SIDE_THEIRS]);
    }
}

/* A leader who has doubled to what he needs: the taker has nothing more to lose. */
TEST(the_taker_redoubles_at_once_when_the_cube_already_decides)
{
    struct match_state ms = score(4, 2, 2, CUBE_MINE);
    for (double p = 0.05; p < 0.95; p += 0.08) { /* pass: 2-away 2-away, even */
        assert_int_equal(decide(&ms, wins(p)).action,
                         p < 0.5 ? CUBE_DOUBLE_TAKE : CUBE_DOUBLE_PASS);
    }
}

TEST(money_actions_are_the_textbooks)
{
    static const struct {
        const char *description;
        struct outputs o;
        enum cube_action action;
    } rows[] = {
        {"even", {.win = 0.5F}, CUBE_NO_DOUBLE},
        {"in the window", {.win = 0.76F}, CUBE_DOUBLE_TAKE},
        {"cash", {.win = 0.85F}, CUBE_DOUBLE_PASS},
        {"too good", {.win = 0.95F, .win_gammon = 0.6F}, CUBE_TOO_GOOD},
        {"gammonish cash", {.win = 0.78F, .win_gammon = 0.15F}, CUBE_DOUBLE_PASS},
        {"lost", {.win = 0.0F}, CUBE_NO_DOUBLE},
        {"won", {.win = 1.0F}, CUBE_DOUBLE_PASS},
    };
    struct match_state ms = match_state_money();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        print_message("%s\n", rows[i].description);
        assert_int_equal(decide(&ms, rows[i].o).action, rows[i].action);
    }
}

TEST(gammons_do_not_count_before_a_double_with_jacoby)
{
    struct outputs o = {.win = 0.9F, .win_gammon = 0.6F, .lose_gammon = 0.05F};
    struct match_state ms = match_state_money();
    assert_int_equal(decide(&ms, o).action, CUBE_TOO_GOOD);
    ms.has_jacoby = true;
    struct cube_decision d = decide(&ms, o);
    assert_int_equal(d.action, CUBE_DOUBLE_PASS);
    assert_true(d.no_double <= 1.0F);
    struct match_state counted = match_state_money();
    assert_true(d.double_take == decide(&counted, o).double_take);
    ms.owner = CUBE_MINE; /* turned: they count again */
    ms.cube = 2;
    assert_int_equal(decide(&ms, o).action, CUBE_TOO_GOOD);
}

TEST(a_wrong_double_is_beavered)
{
    struct match_state ms = match_state_money();
    float plain = decide(&ms, wins(0.40)).double_take;
    assert_false(decide(&ms, wins(0.40)).is_beaver);
    ms.has_beavers = true;
    struct cube_decision d = decide(&ms, wins(0.40));
    assert_true(d.is_beaver);
    assert_float_equal(d.double_take, 2.0F * plain, 1e-6F);
    assert_int_equal(d.action, CUBE_NO_DOUBLE);
    assert_false(decide(&ms, wins(0.70)).is_beaver);
}

/* A double by either side: taken .3, beavered .6. */
TEST(both_sides_are_beavered)
{
    for (enum cube_side side = CUBE_SIDE_MINE; side <= CUBE_SIDE_THEIRS; side++) {
        double sign = side == CUBE_SIDE_MINE ? 1.0 : -1.0;
        for (int has_beavers = 0; has_beavers <= 1; has_beavers++) {
            struct match_state ms = match_state_money();
            ms.has_beavers = has_beavers;
            struct cube_model model = model_of(&ms);
            double values[CUBE_SLOTS_MAX] = {-.5 * sign};
            values[model.slot[0].doubled[side]] = -.15 * sign;
            assert_near(cube_best(&model, values, 0, side, 1),
                        (has_beavers ? -.5 : -.3) * sign, 1e-9);
        }
    }
}

/* Nearer than CUBE_TIE is equal: the doubler doubles, the taker takes. */
TEST(ties_are_for_doubling_and_for_taking)
{
    static const struct {
        double rolls, take; /* equities */
        enum cube_action want;
    } rows[] = {
        {.4, .4, CUBE_DOUBLE_TAKE},
        {.4 + CUBE_TIE / 2, .4, CUBE_DOUBLE_TAKE},
        {.4 + CUBE_TIE * 2, .4, CUBE_NO_DOUBLE},
        {.9, 1.0 + CUBE_TIE / 2, CUBE_DOUBLE_TAKE},
        {.9, 1.0 + CUBE_TIE * 2, CUBE_DOUBLE_PASS},
        {1.0 + CUBE_TIE / 2, 1.2, CUBE_DOUBLE_PASS},
        {1.0 + CUBE_TIE * 2, 1.2, CUBE_TOO_GOOD},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct match_state ms = match_state_money();
        struct cube_model model = model_of(&ms);
        double values[CUBE_SLOTS_MAX] = {rows[i].rolls};
        struct cube_decision decision;
        values[model.root_doubled] = rows[i].take / 2.0;
        cube_decide(&model, &ms, values, 1, &decision);
        assert_int_equal(decision.action, rows[i].want);
        assert_int_equal(cube_decision_is_take(&decision),
                         rows[i].take < 1.0 + CUBE_TIE);
        assert_true(cube_decision_of_answer(&decision, true) == -decision.double_take);
        assert_true(cube_decision_of_answer(&decision, false) == -1.0F);
    }
    /* what costs nothing is done whatever the estimates say */
    struct match_state trailer = score(2, 1, 1, CUBE_CENTRED);
    struct cube_model model = model_of(&trailer);
    double values[CUBE_SLOTS_MAX] = {-.2};
    struct cube_decision decision;
    values[model.root_doubled] = -.3;
    cube_decide(&model, &trailer, values, 1, &decision);
    assert_int_equal(decision.action, CUBE_DOUBLE_TAKE);
}

/* Its cube efficiency is .68 with contact, else .55 + .00125 a pip from .6 to .7, for every
 * owner; none of these positions is a bearoff. */
static struct cube_efficiencies efficiencies_of_gnu(const struct position *on_roll)
{
    double race = 0.55 + 0.00125 * position_pip_count(&on_roll->mine);
    return cube_efficiencies_alike(
        position_has_contact(on_roll) ? 0.68 : fmin(fmax(race, 0.6), 0.7));
}

TEST(cube_equities_agree_with_another_program)
{
    for (size_t i = 0; i < sizeof gnu_analyses / sizeof gnu_analyses[0]; i++) {
        struct decision_context at = context(gnu_analyses[i].xgid);
        double values[CUBE_SLOTS_MAX];
        struct cube_decision d;
        struct cube_model model = model_of(&at.ms);
        cube_values(&model, gnu_analyses[i].outputs, efficiencies_of_gnu(&at.pos),
                    values);
        cube_decide(&model, &at.ms, values, 1, &d);
        assert_near((double)d.no_double, gnu_analyses[i].no_double, 1e-3);
        assert_near((double)d.double_take, gnu_analyses[i].double_take, 1e-3);
    }
}

TEST_MAIN(open_table, close_table)
