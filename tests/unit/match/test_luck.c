/* The plays that the main net values after the pruning net, by those of the engine. */
#include <math.h>

#include "engine/board/decision_context.h"
#include "engine/board/xgid.h"
#include "engine/search/ranked_play.h"
#include "match/luck.h"
#include "tests/unit/engine/shipped_engine.h"
#include "tests/unit/test_case.h"

enum { KEPT = 3 }; /* plays of a roll, as in match/luck.c */

TEST(the_main_net_chooses_among_the_three_plays_that_the_pruning_net_likes_best)
{
    static const char *const xgids[] = {
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
        "XGID=--ABBBBAA-A-A----bccdcB---:0:0:1:51:0:0:0:0:10",
        "XGID=-BBD-BB-b-A-----daAcc--b-A:0:0:1:64:0:0:0:0:10"};
    struct luck *luck = luck_open("build/weights", LUCK_BOTH, false, NULL);
    struct strength quick = strength_default();
    quick.play_ply = 0;
    quick.is_cubeless = true;
    quick.filter.nets = (struct filter_level){KEPT, 0, 0.0F};
    for (size_t i = 0; i < sizeof xgids / sizeof xgids[0]; i++) {
        struct decision_context at = context(xgids[i]);
        struct ranked_play best;
        for (int r = 0; r < ROLLS; r++) {
            const struct roll roll = roll_all[r].roll;
            (void)engine_rank_plays(eng, scratch, &quick, &at.pos, &at.ms, roll, &best,
                                    1);
            double value = luck_of_roll(luck, &at.pos, &at.ms, roll, false).roll;
            assert_true(fabs(value - (double)equity_cubeless(best.outputs)) < 1e-5);
        }
    }
    luck_close(luck);
}

TEST_MAIN(open_engine, close_engine)
