/* The chance of winning along a match, by the real engine. */
#include <math.h>
#include <string.h>

#include "engine/board/decision_context.h"
#include "engine/board/xgid.h"
#include "engine/cube/met.h"
#include "match/match_chance.h"
#include "tests/unit/engine/shipped_engine.h"
#include "tests/unit/match/match_text.h"
#include "tests/unit/test_case.h"

static struct match_text m;

/* One game, which the opponent wins with a pass of ours. */
static struct match_turns *read_match(int length)
{
    struct error err = {0};
    match_text_heading(&m, length);
    match_text_game(&m, 1, 0, 0);
    match_text_row(&m, 1, "31: 8/5 6/5", "64: 13/7 13/9");
    match_text_row(&m, 2, "62: 24/18 13/11", " Doubles => 2");
    match_text_row(&m, 3, " Drops", "");
    match_text_win(&m, false, 1);
    FILE *file = fmemopen(m.text, m.size, "r");
    struct match_turns *turns = match_turns_read_file(file, &err);
    (void)fclose(file);
    return turns;
}

static double chance(const struct match_turns *turns, int i, enum record_side side)
{
    return match_chance_at(eng, scratch, turns, i, side);
}

TEST(both_chances_add_up_to_one)
{
    struct match_turns *turns = read_match(5);
    for (int i = 0; i < 3; i++) {
        double sum = chance(turns, i, RECORD_ME) + chance(turns, i, RECORD_OPPONENT);
        assert_true(fabs(sum - 1.0) < 1e-9);
        double mine = match_points_at(eng, scratch, turns, i, RECORD_ME);
        double theirs = match_points_at(eng, scratch, turns, i, RECORD_OPPONENT);
        assert_true(fabs(mine) > 1e-6 && mine == -theirs);
        assert_true((mine > 0.0) == (chance(turns, i, RECORD_ME) > 0.5));
    }
    match_turns_free(turns);
}

TEST(who_is_to_roll_in_an_even_position_is_a_little_ahead)
{
    struct match_turns *turns = read_match(5);
    assert_true(chance(turns, 0, RECORD_ME) > 0.5);
    assert_true(chance(turns, 0, RECORD_ME) < 0.6);
    assert_true(chance(turns, 2, RECORD_ME) > 0.5); /* after 13/7 13/9 of his */
    match_turns_free(turns);
}

TEST(a_game_decides_a_match_to_one_point_and_shifts_a_longer_one)
{
    struct match_turns *one = read_match(1), *five = read_match(5);
    assert_true(match_chance_after(eng, one, 0, RECORD_OPPONENT) == 1.0);
    assert_true(match_chance_after(eng, one, 0, RECORD_ME) == 0.0);
    double after = match_chance_after(eng, five, 0, RECORD_OPPONENT);
    assert_true(after > 0.55 && after < 0.65); /* 4 away against 5: 57.7 % */
    match_turns_free(one);
    match_turns_free(five);
}

TEST(in_an_unlimited_match_it_is_that_of_the_game)
{
    struct match_turns *turns = read_match(0);
    assert_true(match_chance_after(eng, turns, 0, RECORD_OPPONENT) == 1.0);
    assert_true(chance(turns, 0, RECORD_ME) > 0.5);
    match_turns_free(turns);
}

/* Two checkers each, of which 19 of 36 rolls bear off: with a cube, doubled. */
TEST(without_a_cube_a_point_is_won_or_lost)
{
    for (int length = 0; length <= 5; length += 5) {
        struct match_turns *turns = read_match(length);
        struct match_turn *turn = &turns->turns[0];
        struct decision_context at;
        assert_true(xgid_read("XGID=--A--A--------------a--a--:0:0:1:00:0:0:0:0:10",
                              &at, NULL));
        turn->pos = at.pos;
        double with = length == 0 ? match_points_at(eng, scratch, turns, 0, RECORD_ME)
                                  : chance(turns, 0, RECORD_ME);
        turns->heading.has_no_cube = true;
        double points = match_points_at(eng, scratch, turns, 0, RECORD_ME);
        double win = (1.0 + points) / 2.0; /* nobody wins a gammon */
        double wanted =
            match_chance_of(engine_met_of(eng, true), &turn->ms, points, win);
        assert_true(fabs(win - 19.0 / 36.0 - 0.21) < 0.02);
        assert_true(fabs(chance(turns, 0, RECORD_ME) - wanted) < 1e-6);
        assert_true(length > 0 || with > points + 0.03);
        match_turns_free(turns);
    }
}

/* .113 at 4 away against 1; with a cube the trailer would double after the Crawford game. */
TEST(without_a_cube_a_score_is_worth_what_gammons_make_of_it)
{
    struct match_turns *turns = read_match(5);
    struct match_game *game = &turns->game[0];
    game->score[RECORD_ME] = 0;
    game->score[RECORD_OPPONENT] = 4;
    game->points[RECORD_ME] = 1;
    game->points[RECORD_OPPONENT] = 0;
    assert_true(match_chance_after(eng, turns, 0, RECORD_ME) > 0.16);
    turns->heading.has_no_cube = true;
    assert_true(fabs(match_chance_after(eng, turns, 0, RECORD_ME) - 0.113) < 0.001);
    match_turns_free(turns);
}

TEST(the_chance_is_between_the_game_lost_and_won_at_the_cube)
{
    const struct met *met = engine_met(eng);
    struct match_state ms = match_state_match(5, 1, 2, false),
                       money = match_state_money();
    ms.cube = 2;
    ms.owner = CUBE_MINE;
    double won = met_mwc_after(met, &ms, 2), lost = met_mwc_after(met, &ms, -2);
    assert_true(fabs(match_chance_of(met, &ms, 1.0, 0.9) - won) < 1e-9);
    assert_true(fabs(match_chance_of(met, &ms, -1.0, 0.9) - lost) < 1e-9);
    assert_true(fabs(match_chance_of(met, &ms, 0.0, 0.9) - (won + lost) / 2.0) < 1e-9);
    ms.my_score = ms.their_score = 3;
    assert_true(match_chance_of(met, &ms, 2.0, 0.9) == 1.0); /* never beyond it */
    assert_true(match_chance_of(met, &ms, -2.0, 0.9) == 0.0);
    assert_true(match_chance_of(met, &money, 0.2, 0.9) == 0.9);
}

TEST(points_are_those_of_the_cube)
{
    struct match_turns *turns = read_match(0);
    turns->heading.has_no_cube = true;
    double single = match_points_at(eng, scratch, turns, 0, RECORD_ME);
    turns->turns[0].ms.cube = 4;
    turns->turns[0].ms.owner = CUBE_MINE;
    double fourfold = match_points_at(eng, scratch, turns, 0, RECORD_ME);
    assert_true(single > 0.01 && fabs(fourfold - 4.0 * single) < 1e-5);
    match_turns_free(turns);
}

TEST(a_game_counts_from_its_score_and_without_a_winner_as_even)
{
    struct match_turns *money = read_match(0), *five = read_match(5);
    const struct met *met = engine_met(eng);
    const struct match_state ms = match_state_match(5, 3, 0, false);
    memset(money->game[0].points, 0, sizeof money->game[0].points);
    assert_true(match_chance_after(eng, money, 0, RECORD_ME) == 0.5);
    assert_true(match_chance_after(eng, money, 0, RECORD_OPPONENT) == 0.5);
    five->game[0].score[RECORD_ME] = 3; /* and a point of theirs */
    double after = match_chance_after(eng, five, 0, RECORD_ME);
    assert_true(fabs(after - met_mwc_after(met, &ms, -1)) < 1e-9 && after > 0.6);
    match_turns_free(money);
    match_turns_free(five);
}

TEST_MAIN(open_engine, close_engine)
