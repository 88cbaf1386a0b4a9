/* What a gammon is worth at a score, and how many rolls a side needs to bear off. */
#include <math.h>

#include "engine/board/match_state.h"
#include "engine/board/position.h"
#include "engine/cube/met.h"
#include "engine/race/bearoff.h"
#include "explain/explain.h"
#include "tests/unit/test_case.h"

/* Who is one point away wins the match by a game; the other one loses it by a gammon. */
TEST(the_price_of_a_gammon_is_that_of_who_wins_or_loses_it)
{
    struct error err;
    struct explain_play play = {.before = NULL};
    struct match_state ms = match_state_match(5, 4, 3, false);
    struct met *met = met_open_in("build/weights", &err);
    assert_non_null(met);
    explain_play_prices(&play, met, &ms);
    assert_true(fabs(play.gammon_won) < 1e-6);
    assert_true(play.gammon_lost > 0.3);
    ms = match_state_swap(&ms);
    explain_play_prices(&play, met, &ms);
    assert_true(play.gammon_won > 0.3 && fabs(play.gammon_lost) < 1e-6);
    met_close(met);
}

TEST(a_gammon_is_worth_half_a_game_of_money_play)
{
    struct explain_play play = {.before = NULL};
    struct match_state ms = match_state_money();
    explain_play_prices(&play, NULL, &ms);
    assert_float_equal(play.gammon_won, 0.5, 1e-6);
    assert_float_equal(play.gammon_lost, 0.5, 1e-6);
}

/* The last checker on point 4: all rolls but 2-1 bear it off; on point 5 those of less than
 * 5 pips do not, 1-1, 2-1 and 3-1, and the roll that follows does. */
TEST(rolls_to_bear_off_are_those_after_each_play)
{
    struct error err;
    struct position before = {.mine = {.at = {[6] = 1, [POINT_OFF] = 14}},
                              .theirs = {.at = {[1] = 1, [POINT_OFF] = 14}}};
    struct explain_play play = {.before = &before,
                                .played = {.count = 1, .moves = {{6, 5}}},
                                .best = {.count = 1, .moves = {{6, 4}}}};
    struct bearoff *bo =
        bearoff_open("build/weights/" BEAROFF_ONE_SIDED_NAME, NULL, &err);
    assert_non_null(bo);
    explain_play_rolls(&play, NULL);
    assert_true(play.best_rolls == 0.0 && play.played_rolls == 0.0);
    explain_play_rolls(&play, bo);
    assert_true(fabs(play.best_rolls - (1.0 + 2.0 / 36.0)) < 1e-4);
    assert_true(fabs(play.played_rolls - (1.0 + 5.0 / 36.0)) < 1e-4);
    before.mine.at[24] = 1; /* which the database does not cover */
    before.mine.at[POINT_OFF] = 13;
    explain_play_rolls(&play, bo);
    assert_true(play.best_rolls == 0.0 && play.played_rolls == 0.0);
    bearoff_close(bo);
}

TEST_MAIN(NULL, NULL)
