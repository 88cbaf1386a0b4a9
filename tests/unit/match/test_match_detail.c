/* What an analysis keeps of a decision: candidates, the cube table and what the score says. */
#include <math.h>
#include <stdbool.h>

#include "engine/rollout/roller.h"
#include "match/match_detail.h"
#include "tests/unit/test_case.h"

TEST(five_plays_are_kept_and_the_one_made)
{
    static struct ranked_play ranked[9];
    struct match_detail detail = {.plays = 0};
    for (int i = 0; i < 9; i++) {
        ranked[i].equity = -(float)i;
        ranked[i].ply = 2;
    }
    match_detail_keep_plays(&detail, ranked, 9, 7);
    assert_int_equal(detail.plays, 6);
    assert_int_equal(detail.made, 5);
    assert_true(detail.play[5].equity == -7.0F && detail.play[4].equity == -4.0F);
    match_detail_keep_plays(&detail, ranked, 9, 2);
    assert_int_equal(detail.plays, 5);
    assert_int_equal(detail.made, 2);
    match_detail_keep_plays(&detail, ranked, 9, -1); /* an illegal play */
    assert_int_equal(detail.plays, 5);
    assert_int_equal(detail.made, -1);
    match_detail_keep_plays(&detail, ranked, 1, 0); /* no choice */
    assert_int_equal(detail.plays, 0);
}

TEST(a_wrong_cube_action_costs_the_difference_to_the_right_one)
{
    const struct cube_decision take = {
        .no_double = 0.5F, .double_take = 0.75F, .double_pass = 1.0F};
    struct match_detail_costs costs = match_detail_costs_of(&take);
    assert_float_equal(costs.no_double, 0.25, 1e-6);
    assert_float_equal(costs.pass, 0.25, 1e-6);
    assert_true(costs.doubles == 0.0 && costs.take == 0.0);
    const struct cube_decision too_good = {
        .no_double = 1.25F, .double_take = 1.5F, .double_pass = 1.0F};
    costs = match_detail_costs_of(&too_good);
    assert_float_equal(costs.doubles, 0.25, 1e-6);
    assert_float_equal(costs.take, 0.5, 1e-6);
    assert_true(costs.no_double == 0.0 && costs.pass == 0.0);
}

/* Money: a quarter with a dead cube, a fifth with a live one, gammons worth half a game
 * (Janowski 1993). */
TEST(money_play_has_the_known_take_points)
{
    const struct match_turn turn = {.type = RECORD_CELL_DOUBLE, .ms = {.cube = 1}};
    struct match_detail_prices prices;
    match_detail_prices_of(NULL, &turn, &prices);
    assert_float_equal(prices.take_point_dead, 0.25, 1e-5);
    assert_float_equal(prices.take_point_live, 0.2, 1e-5);
    assert_float_equal(prices.gammon_value[0], 0.5, 1e-9);
    assert_float_equal(prices.gammon_value[1], 0.5, 1e-9);
}

/* 4 away, 2 away, the trailer doubles to 2: the taker wins the match with the game, so that
 * its gammons are worth nothing, and the cube is dead for it. */
TEST(at_two_away_the_takers_cube_is_dead)
{
    struct error err;
    struct met *met = met_open_in("build/weights", &err);
    assert_non_null(met);
    const struct match_turn doubles = {.type = RECORD_CELL_DOUBLE,
                                       .ms = match_state_match(7, 3, 5, false)};
    const struct match_turn takes = {
        .type = RECORD_CELL_TAKE, .stakes = 1, .ms = match_state_match(7, 5, 3, false)};
    struct match_detail_prices of_double, of_take;
    match_detail_prices_of(met, &doubles, &of_double);
    match_detail_prices_of(met, &takes, &of_take);
    const struct match_state ms = doubles.ms;
    double pass = met_mwc_after(met, &ms, 1), lost = met_mwc_after(met, &ms, -2);
    double won = met_mwc_after(met, &ms, 2), all = met_mwc_after(met, &ms, 4);
    assert_true(fabs(of_double.take_point_dead - (won - pass) / (won - lost)) < 1e-5);
    assert_true(fabs(of_double.gammon_value[0] - (all - won) / (won - lost)) < 1e-6);
    assert_float_equal(of_double.gammon_value[1], 0.0, 1e-9);
    assert_true(of_take.take_point_dead == of_double.take_point_dead);
    assert_true(of_take.take_point_live == of_double.take_point_live);
    assert_true(of_take.gammon_value[0] == of_double.gammon_value[0]);
    met_close(met);
}

TEST(it_is_told_by_what_was_judged)
{
    char text[MATCH_DETAIL_JUDGE_SIZE];
    struct match_detail detail = {.plays = 1, .play = {{.ply = 2}}};
    match_detail_judge_of(&detail, false, text);
    assert_string_equal(text, "2-ply");
    detail.roller = roller_find("roller+");
    detail.play[0].trials = 72; /* ended early, being clear */
    match_detail_judge_of(&detail, false, text);
    assert_string_equal(text, "roller+");
    match_detail_judge_of(&detail, true, text);
    assert_string_equal(text, "0-ply");
}

TEST_MAIN(NULL, NULL)
