/* Positions, results, outputs, match states and dice. */
#include <string.h>

#include "engine/board/match_state.h"
#include "engine/board/outputs.h"
#include "engine/board/position.h"
#include "engine/board/rng.h"
#include "tests/unit/test_case.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

TEST(opening_is_legal_and_symmetric)
{
    struct position start;
    position_start(&start);
    struct position swapped = position_swap(&start);
    assert_null(position_fault(&start));
    assert_true(position_equal(&start, &swapped));
    assert_int_equal(position_pip_count(&start.mine), 167);
    assert_int_equal(position_rearmost_checker(&start.mine), 24);
    assert_true(position_has_contact(&start));
    assert_int_equal(position_game_result(&start), 0);
}

TEST(the_rest_of_fifteen_is_borne_off)
{
    struct side side = {{[POINT_OFF] = 3, [6] = 10, [POINT_BAR] = 4}};
    assert_true(position_bear_off_rest(&side));
    assert_int_equal(side.at[POINT_OFF], 1);
    side.at[1] = 1;
    assert_true(position_bear_off_rest(&side));
    assert_int_equal(side.at[POINT_OFF], 0);
    side.at[2] = 1;
    assert_false(position_bear_off_rest(&side));
    assert_int_equal(side.at[POINT_OFF], 0);
}

TEST(contact_ends_when_the_rear_checkers_have_passed)
{
    struct position pos = {.mine = {{[13] = 15}}, .theirs = {{[12] = 15}}};
    assert_true(position_has_contact(&pos));
    pos = (struct position){.mine = {{[12] = 15}}, .theirs = {{[12] = 15}}};
    assert_false(position_has_contact(&pos));
    pos = (struct position){.mine = {{[1] = 14, [POINT_BAR] = 1}},
                            .theirs = {{[1] = 15}}};
    assert_true(position_has_contact(&pos));
}

TEST(results_count_gammons_and_backgammons)
{
    static const struct {
        const char *description;
        struct side loser;
        int games;
    } rows[] = {
        {"one checker off", {{[0] = 1, [24] = 14}}, 1},
        {"none off, all past the winner's home", {{[18] = 15}}, 2},
        {"one in the winner's home", {{[6] = 14, [19] = 1}}, 3},
        {"one on the bar", {{[6] = 14, [POINT_BAR] = 1}}, 3},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        struct position won = {.mine = {{[0] = 15}}, .theirs = rows[i].loser};
        struct position lost = position_swap(&won);
        assert_int_equal(position_game_result(&won), rows[i].games);
        assert_int_equal(position_game_result(&lost), -rows[i].games);
    }
}

TEST(impossible_positions_are_named)
{
    static const struct {
        struct position pos;
        const char *word;
    } rows[] = {
        {{.mine = {{[6] = 14}}, .theirs = {{[6] = 15}}}, "on roll"},
        {{.mine = {{[6] = 15}}, .theirs = {{[6] = 16}}}, "opponent"},
        {{.mine = {{[6] = 15}}, .theirs = {{[6] = 14}}}, "opponent"},
        {{.mine = {{[6] = 15}}, .theirs = {{[19] = 15}}}, "both sides"},
        {{.mine = {{[24] = 15}}, .theirs = {{[1] = 15}}}, "both sides"},
        {{.mine = {{[0] = 15}}, .theirs = {{[0] = 15}}}, "borne off"},
        {{.mine = {{[1] = 2, [2] = 2, [3] = 2, [4] = 2, [5] = 2, [6] = 2, [25] = 3}},
          .theirs = {{[1] = 2, [2] = 2, [3] = 2, [4] = 2, [5] = 2, [6] = 2, [25] = 3}}},
         "closed out"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        const char *fault = position_fault(&rows[i].pos);
        assert_non_null(fault);
        assert_non_null(strstr(fault, rows[i].word));
    }
}

/* Only both together cannot be: to be on the bar against a closed board, both of them. */
TEST(closed_boards_are_possible_while_somebody_can_move)
{
    static const struct side closed = {{2, 2, 2, 2, 2, 2, 2, 1}};
    static const struct side on_bar = {{2, 2, 2, 2, 2, 2, 2, [25] = 1}};
    static const struct side open = {{2, 0, 4, 2, 2, 2, 2, [25] = 1}};
    static const struct side with_blot = {{2, 1, 3, 2, 2, 2, 2, [25] = 1}};
    const struct position positions[] = {
        {.mine = closed, .theirs = closed},    {.mine = on_bar, .theirs = closed},
        {.mine = closed, .theirs = on_bar},    {.mine = on_bar, .theirs = open},
        {.mine = on_bar, .theirs = with_blot}, {.mine = open, .theirs = on_bar}};
    for (int i = 0; i < COUNT(positions); i++) {
        assert_null(position_fault(&positions[i]));
    }
}

TEST(the_21_rolls_fall_in_36_ways)
{
    int ways = 0;
    for (int i = 0; i < ROLLS; i++) {
        assert_true(roll_all[i].roll.high >= roll_all[i].roll.low);
        assert_int_equal(roll_all[i].ways,
                         roll_all[i].roll.high == roll_all[i].roll.low ? 1 : 2);
        ways += roll_all[i].ways;
        for (int j = 0; j < i; j++) {
            assert_memory_not_equal(&roll_all[i].roll, &roll_all[j].roll,
                                    sizeof(struct roll));
        }
    }
    assert_int_equal(ways, 36);
}

TEST(hash_tells_views_apart)
{
    struct position pos;
    position_start(&pos);
    pos.mine.at[13]--;
    pos.mine.at[11]++;
    struct position swapped = position_swap(&pos);
    assert_true(position_hash(&pos) != position_hash(&swapped));
    assert_false(position_equal(&pos, &swapped));
}

TEST(flipping_outputs_negates_the_equity)
{
    struct outputs o = {0.6F, 0.2F, 0.01F, 0.1F, 0.005F};
    assert_float_equal(equity_cubeless(o), 0.305, 1e-6);
    assert_float_equal(equity_cubeless(outputs_flip(o)), -0.305, 1e-6);
    struct outputs twice = outputs_flip(outputs_flip(o));
    assert_float_equal(twice.win, o.win, 1e-6);
    for (int result = -3; result <= 3; result++) {
        if (result != 0) {
            assert_float_equal(equity_cubeless(outputs_of_result(result)), result, 0);
        }
    }
}

TEST(clamping_restores_the_nesting)
{
    struct outputs o = outputs_clamp((struct outputs){1.2F, 1.1F, -0.5F, 0.3F, 0.4F});
    assert_float_equal(o.win, 1, 0);
    assert_float_equal(o.win_gammon, 1, 0);
    assert_float_equal(o.win_backgammon, 0, 0);
    assert_float_equal(o.lose_gammon, 0, 0);
    assert_float_equal(o.lose_backgammon, 0, 0);
    o = outputs_clamp((struct outputs){0.5F, 0.2F, 0.3F, 0.1F, 0.2F});
    assert_float_equal(o.win_backgammon, 0.2, 1e-6);
    assert_float_equal(o.lose_backgammon, 0.1, 1e-6);
}

TEST(doubling_is_allowed_by_cube_owner_score_and_crawford)
{
    struct match_state ms = match_state_money();
    assert_true(match_state_may_double(&ms));
    ms.owner = CUBE_THEIRS;
    assert_false(match_state_may_double(&ms));
    ms = match_state_swap(&ms);
    assert_int_equal(ms.owner, CUBE_MINE);
    assert_true(match_state_may_double(&ms));
    ms = match_state_match(5, 4, 2, true);
    assert_false(match_state_may_double(&ms));
    ms = match_state_match(5, 4, 3, false);
    assert_null(match_state_double_fault(&ms)); /* ... as the rules allow */
    assert_false(
        match_state_may_double(&ms)); /* one point away: a double could only lose */
    ms = match_state_swap(&ms);
    assert_true(match_state_may_double(&ms));
}

TEST(impossible_match_states_are_named)
{
    struct match_state ms = match_state_match(5, 5, 2, false);
    assert_non_null(match_state_fault(&ms));
    ms = match_state_match(5, 4, 4, true);
    assert_non_null(match_state_fault(&ms));
    ms = match_state_match(1, 0, 0, true);
    assert_non_null(match_state_fault(&ms));
    ms = match_state_match(5, 4, 2, true);
    assert_null(match_state_fault(&ms));
    ms.cube = 3;
    assert_non_null(match_state_fault(&ms));
    ms = match_state_match(100, 0, 0, false);
    assert_non_null(match_state_fault(&ms));
}

TEST(dice_are_fair_and_repeatable)
{
    struct rng rng, again;
    rng_seed(&rng, 7, 1);
    rng_seed(&again, 7, 1);
    int seen[7] = {0}, doubles = 0;
    enum { TOSSES = 360000 };
    for (int i = 0; i < TOSSES; i++) {
        struct roll roll = rng_roll(&rng);
        struct roll same = rng_roll(&again);
        assert_memory_equal(&roll, &same, sizeof roll);
        seen[roll.high]++;
        seen[roll.low]++;
        doubles += roll.high == roll.low;
        if (i < 1000) {
            roll = rng_opening_roll(&again);
            assert_true(roll.high > roll.low);
            again = rng;
        }
    }
    /* five standard deviations: 316 of 120,000 and 224 of 60,000 */
    for (int face = 1; face <= 6; face++) {
        assert_in_range(seen[face], 120000 - 1580, 120000 + 1580);
    }
    assert_in_range(doubles, 60000 - 1120, 60000 + 1120);
}

TEST_MAIN(NULL, NULL)
