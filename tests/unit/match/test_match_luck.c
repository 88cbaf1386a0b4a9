/* What rolls are worth against those that could have fallen, by the real engine. */
#include <math.h>
#include <stdbool.h>

#include "engine/board/decision_context.h"
#include "engine/board/xgid.h"
#include "engine/search/ranked_play.h"
#include "match/match_luck.h"
#include "tests/unit/engine/shipped_engine.h"
#include "tests/unit/test_case.h"

/* The opening position with a roll, as two digits. */
#define OPENING(ROLL) "XGID=-b----E-C---eE---c-e----B-:0:0:1:" ROLL ":0:0:0:5:10"

static struct match_turn turn_at(const char *xgid, bool is_first)
{
    struct decision_context at = context(xgid);
    return (struct match_turn){.type = RECORD_CELL_PLAY,
                               .is_first = is_first,
                               .pos = at.pos,
                               .ms = at.ms,
                               .roll = at.roll};
}

static double luck_of(const struct match_turn *turn, bool has_no_cube)
{
    return match_luck_of(eng, scratch, turn, has_no_cube, NULL);
}

/* By the main net alone, or by the plays that the pruning net leaves to it. */
static double luck_by(const struct match_turn *turn, bool is_by_main_net,
                      bool is_cubeless)
{
    struct strength quick = strength_default();
    struct ranked_play best;
    double own = 0.0, sum = 0.0;
    quick.play_ply = quick.cube_ply = 0;
    quick.is_cubeless = is_cubeless;
    if (is_by_main_net) {
        quick.filter.nets.accept = -1;
    }
    for (int i = 0; i < ROLLS; i++) {
        const struct roll roll = roll_all[i].roll;
        (void)engine_rank_plays(eng, scratch, &quick, &turn->pos, &turn->ms, roll,
                                &best, 1);
        sum += roll_all[i].ways * (double)best.equity;
        if (roll.high == turn->roll.high && roll.low == turn->roll.low) {
            own = (double)best.equity;
        }
    }
    return own - sum / 36.0;
}

TEST(a_good_roll_is_lucky_and_an_opening_has_no_doubles)
{
    const struct match_turn good = turn_at(OPENING("31"), true);
    const struct match_turn poor = turn_at(OPENING("21"), false);
    struct match_turn doubles = turn_at(OPENING("66"), false);
    assert_true(luck_of(&good, false) > 0.1);
    assert_true(luck_of(&poor, false) < 0.02);
    assert_true(luck_of(&doubles, false) > 0.2);
    doubles.is_first = true;
    assert_true(luck_of(&doubles, false) == 0.0);
}

/* By bar/15, which the pruning net may not find: the roll would be unlucky by .19. GNU
 * Backgammon 1.07 says +.06 at 0-ply, our net +.10 at 1-ply. */
TEST(the_luck_of_a_roll_is_that_of_its_best_play)
{
    const struct match_turn turn =
        turn_at("XGID=-BBD-BB-b-A-----daAcc--b-A:2:-1:1:64:0:0:0:7:10", false);
    assert_true(luck_of(&turn, false) > 0.0);
    assert_true(luck_of(&turn, false) < 0.2);
}

/* Here the pruning net leaves out the best play of some rolls. */
TEST(luck_is_measured_by_the_main_net_alone)
{
    const struct match_turn turn =
        turn_at("XGID=--ABBBBAA-A-A----bccdcB---:0:0:1:51:0:8:1:9:10", false);
    double luck = luck_of(&turn, false);
    assert_true(fabs(luck - luck_by(&turn, true, false)) < 1e-6);
    assert_true(fabs(luck - luck_by(&turn, false, false)) > 0.001);
}

TEST(luck_without_a_cube_is_that_of_a_dead_one)
{
    const struct match_turn turn = turn_at(OPENING("64"), false);
    double luck = luck_of(&turn, true);
    assert_true(fabs(luck - luck_by(&turn, true, true)) < 1e-6);
    assert_true(fabs(luck - luck_by(&turn, true, false)) > 0.001);
}

/* Where both sides stand alike, neither is ahead before the roll that says who begins. */
TEST(luck_of_an_opening_roll_includes_who_begins)
{
    const struct match_turn first = turn_at(OPENING("31"), true);
    double luck = luck_of(&first, false);
    struct strength quick = strength_default();
    struct ranked_play best;
    quick.play_ply = quick.cube_ply = 0;
    (void)engine_rank_plays(eng, scratch, &quick, &first.pos, &first.ms, first.roll,
                            &best, 1);
    assert_true(fabs(luck - (double)best.equity) < 1e-6);
}

/* Of both players at a score where it is better to begin for one than for the other. */
TEST(the_luck_of_all_opening_rolls_is_even)
{
    double sum = 0.0, beginners = 0.0;
    for (int i = 0; i < ROLLS; i++) {
        const struct roll roll = roll_all[i].roll;
        for (int side = 0; roll.high != roll.low && side < 2; side++) {
            char xgid[80];
            FORMAT_TEXT(xgid, "XGID=-b----E-C---eE---c-e----B-:0:0:1:%d%d:%s:0:5:10",
                        roll.high, roll.low, side == 0 ? "3:0" : "0:3");
            const struct match_turn turn = turn_at(xgid, true);
            double luck = luck_of(&turn, false);
            sum += side == 0 ? luck : -luck;
            beginners += luck;
        }
    }
    assert_true(fabs(sum) < 1e-6);
    assert_true(beginners > 0.1);
}

TEST_MAIN(open_engine, close_engine)
