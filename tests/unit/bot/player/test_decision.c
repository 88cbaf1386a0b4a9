/* What is asked of the engine: when a game is resigned. Needs weights. */
#include <math.h>

#include "bot/player/decision.h"
#include "engine/board/position.h"
#include "engine/cube/met.h"
#include "tests/unit/engine/shipped_engine.h"
#include "tests/unit/test_case.h"

/* Four of theirs are left on the ace point; eight of mine, so that only two doubles in
 * a row still win: one chance in 43. */
static const struct position two_doubles = {.mine = {{[0] = 7, [1] = 8}},
                                            .theirs = {{[0] = 11, [1] = 4}}};
/* Five on the bar's side of the board and one roll to come: a backgammon. */
static const struct position backgammon = {.mine = {{[6] = 10, [23] = 5}},
                                           .theirs = {{[0] = 14, [1] = 1}}};

static int games_resigned_at(const struct match_state *ms, const struct position *pos,
                             struct roll roll, double chance, int most)
{
    struct strength strength = strength_default();
    strength.play_ply = strength.cube_ply = 0;
    struct decision_request request = {
        .number = 1,
        .kind = roll.high > 0 ? DECISION_PLAY : DECISION_CUBE,
        .pos = *pos,
        .ms = *ms,
        .roll = roll,
        .may_double = roll.high == 0,
        .may_resign = true,
        .resign_max_chance = chance,
        .resign_most = most,
        .is_my_turn = true,
    };
    struct decision_answer answer;
    decision_make(eng, scratch, &strength, &request, &answer);
    return answer.resign_games;
}

static int games_resigned(const struct position *pos, struct roll roll, double chance,
                          int most)
{
    const struct match_state money = match_state_money();
    return games_resigned_at(&money, pos, roll, chance, most);
}

TEST(a_chance_is_given_up_only_when_it_is_as_small_as_wanted)
{
    const struct roll none = {0, 0};
    assert_int_equal(games_resigned(&two_doubles, none, 0.0, 3), 0);
    assert_int_equal(games_resigned(&two_doubles, none, 0.02, 3), 0);
    assert_int_equal(games_resigned(&two_doubles, none, 0.03, 3), 1);
    /* after a roll that is no double nothing is left to hope for */
    assert_int_equal(games_resigned(&two_doubles, (struct roll){2, 1}, 0.0, 3), 0);
    assert_int_equal(games_resigned(&two_doubles, (struct roll){2, 1}, 0.001, 3), 1);
    assert_int_equal(games_resigned(&two_doubles, (struct roll){2, 2}, 0.03, 3), 0);
}

TEST(gammons_are_not_resigned_where_that_is_not_wanted)
{
    const struct roll roll = {4, 3};
    assert_int_equal(games_resigned(&backgammon, roll, 0.0, 3), 3);
    assert_int_equal(games_resigned(&backgammon, roll, 0.0, 1), 0);
    assert_int_equal(games_resigned(&backgammon, roll, 0.1, 1), 0);
}

/* Its six checkers on the ace point are off in three rolls. */
TEST(a_gammon_is_resigned_only_when_it_is_nearly_certain)
{
    /* of mine one has 17 pips to go home and another is to come off in two rolls */
    const struct position pos = {.mine = {{[6] = 14, [23] = 1}},
                                 .theirs = {{[0] = 11, [1] = 4}}};
    /* four of mine stand in their home board, and one roll is left to me */
    const struct position behind = {.mine = {{[6] = 11, [23] = 4}},
                                    .theirs = {{[0] = 13, [1] = 2}}};
    const struct roll none = {0, 0};
    assert_int_equal(games_resigned(&pos, none, 0.01, 3), 0);
    assert_int_equal(games_resigned(&pos, none, 0.2, 3), 2);
    assert_int_equal(games_resigned(&pos, none, 0.2, 1), 0);
    assert_int_equal(games_resigned(&behind, none, 0.01, 3), 0);
    assert_int_equal(games_resigned(&behind, none, 0.2, 3), 3);
    /* more than the match costs nobody loses */
    const struct match_state one = match_state_match(5, 0, 4, false);
    const struct match_state two = match_state_match(5, 0, 3, false);
    const struct match_state three = match_state_match(5, 0, 2, false);
    assert_int_equal(games_resigned_at(&one, &pos, none, 0.01, 3), 1);
    assert_int_equal(games_resigned_at(&two, &pos, none, 0.01, 3), 0);
    assert_int_equal(games_resigned_at(&two, &behind, none, 0.01, 3), 2);
    assert_int_equal(games_resigned_at(&three, &behind, none, 0.01, 3), 0);
    assert_int_equal(games_resigned_at(&three, &behind, none, 0.2, 3), 3);
}

/* Where no bound on the rolls decides, but the odds do. */
TEST(nobody_resigns_more_than_the_match_costs)
{
    /* four doubles in a row would still win; the man behind may be late for a single loss */
    const struct position late = {.mine = {{[1] = 14, [23] = 1}},
                                  .theirs = {{[0] = 7, [1] = 8}}};
    /* three rolls to bring four men home: a gammon for sure, maybe a backgammon */
    const struct position behind = {.mine = {{[6] = 11, [23] = 4}},
                                    .theirs = {{[0] = 9, [1] = 6}}};
    const struct roll none = {0, 0};
    const struct match_state one = match_state_match(5, 0, 4, false);
    struct match_state two = match_state_match(5, 0, 3, false);
    assert_int_equal(games_resigned(&late, none, 0.01, 3), 0);
    assert_int_equal(games_resigned_at(&one, &late, none, 0.01, 3), 1);
    assert_int_equal(games_resigned(&behind, none, 0.01, 3), 0);
    assert_int_equal(games_resigned_at(&two, &behind, none, 0.01, 3), 2);
    two.cube = 2; /* a single game ends the match */
    assert_int_equal(games_resigned_at(&two, &behind, none, 0.01, 3), 1);
}

static struct decision_answer answer_to(const struct position *pos,
                                        enum decision_kind kind, struct match_state ms)
{
    const struct strength strength = strength_default();
    const struct decision_request request = {
        .kind = kind, .pos = *pos, .ms = ms, .may_double = kind == DECISION_CUBE};
    struct decision_answer answer;
    decision_make(eng, scratch, &strength, &request, &answer);
    return answer;
}

TEST(a_double_is_answered_by_what_it_is_worth_to_us)
{
    struct position pos;
    position_start(&pos);
    struct decision_answer answer = answer_to(&pos, DECISION_TAKE, match_state_money());
    assert_true(answer.has_cube && answer.is_accept);
    assert_true(answer.double_pass == -1.0);
    assert_true(answer.double_take > -1.0 && answer.double_take < 0.5);
    assert_true(answer.equity == answer.double_take);
    assert_true(answer.no_double < 0.0 && answer.odds.win < 0.5F);
    answer = answer_to(&two_doubles, DECISION_TAKE, match_state_money());
    assert_true(answer.is_accept == (answer.double_take > -1.0));
    assert_true(answer.double_take < -1.5 && answer.equity == -1.0); /* passed */
}

/* The last roll: 19 of 36 bear both checkers off, for twice the cube. */
TEST(a_double_has_the_equity_of_the_double)
{
    const struct position pos = {.mine = {{[0] = 13, [2] = 1, [5] = 1}},
                                 .theirs = {{[0] = 14, [1] = 1}}};
    struct decision_answer answer = answer_to(&pos, DECISION_CUBE, match_state_money());
    assert_true(answer.is_double);
    assert_true(fabs(answer.equity - 2.0 * 2.0 / 36.0) < 1e-3);
}

TEST(the_chance_in_the_match_is_that_after_what_is_certain)
{
    const struct position won = {.mine = {{[0] = 14, [1] = 1}},
                                 .theirs = {{[0] = 14, [1] = 1}}};
    const struct position lost = {.mine = {{[0] = 7, [1] = 8}},
                                  .theirs = {{[0] = 14, [1] = 1}}};
    const struct match_state ms = match_state_match(7, 2, 4, false);
    const struct met *met = engine_met(eng);
    double chance = answer_to(&won, DECISION_CUBE, ms).match_chance;
    assert_true(fabs(chance - met_mwc_after(met, &ms, 1)) < 1e-6);
    chance = answer_to(&lost, DECISION_CUBE, ms).match_chance;
    assert_true(fabs(chance - met_mwc_after(met, &ms, -1)) < 1e-6);
    chance = answer_to(&two_doubles, DECISION_TAKE, ms).match_chance; /* passed */
    assert_true(fabs(chance - met_mwc_after(met, &ms, -1)) < 1e-6);
    chance = answer_to(&won, DECISION_CUBE, match_state_money()).match_chance;
    assert_true(chance == 0.0);
}

TEST(the_level_of_a_request_is_played)
{
    const struct strength strength = strength_default();
    struct decision_request request = {.kind = DECISION_PLAY,
                                       .ms = match_state_money(),
                                       .roll = {3, 1},
                                       .level = "beginner"};
    struct decision_answer answer;
    position_start(&request.pos);
    decision_make(eng, scratch, &strength, &request, &answer);
    assert_int_equal(answer.choices[0].ply, 0);
    request.level[0] = '\0';
    decision_make(eng, scratch, &strength, &request, &answer);
    assert_true(answer.choices[0].ply > 0);
}

/* Its steps are so long that a second is over after a few looks. */
static int64_t hasty(void *context)
{
    int64_t *now = context;
    return *now += 100;
}

TEST(a_roller_without_a_limit_has_a_second)
{
    int64_t now = 0;
    struct strength strength = strength_default();
    struct decision_request request = {.kind = DECISION_PLAY,
                                       .ms = match_state_money(),
                                       .roll = {4, 1},
                                       .level = "roller"};
    struct decision_answer answer;
    position_start(&request.pos);
    decision_make(eng, scratch, &strength, &request, &answer);
    assert_int_equal(answer.choices[0].ply, SEARCH_PLY_OF_ROLLERS + 1); /* no clock */
    strength.time = (struct search_time_limit){.now_ms = hasty, .context = &now};
    decision_make(eng, scratch, &strength, &request, &answer);
    assert_true(answer.choices[0].ply <= SEARCH_PLY_OF_ROLLERS);
    assert_true(now >= 1000 && now < 2000);
    strength.time.limit_ms = 1000000; /* asked for */
    decision_make(eng, scratch, &strength, &request, &answer);
    assert_int_equal(answer.choices[0].ply, SEARCH_PLY_OF_ROLLERS + 1);
    strength.time.limit_ms = 0;
    now = 0;
    request.level[0] = '\0'; /* a search alone has no limit */
    decision_make(eng, scratch, &strength, &request, &answer);
    assert_true(answer.choices[0].ply == strength.play_ply && now == 0);
}

TEST_MAIN(open_engine, close_engine)
