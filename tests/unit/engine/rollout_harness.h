#pragma once
/* For tests of rollouts: the shipped engine, plays given in words, endings. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/board/decision_context.h"
#include "engine/board/movegen.h"
#include "engine/board/notation.h"
#include "engine/engine.h"
#include "engine/rollout/rollout.h"
#include "tests/unit/test_case.h"

#include "tests/unit/engine/shipped_engine.h" /* last: its names are short */

static inline struct rollout_settings short_settings(void)
{
    struct rollout_settings settings = rollout_default();
    settings.trials = ROLLOUT_ROUND + 50;
    settings.horizon = 3;
    return settings;
}

static struct rollout *open_rollout(const struct engine *engine,
                                    const struct rollout_settings *settings,
                                    const struct match_state *ms)
{
    struct error err;
    struct rollout *rollout =
        rollout_new(engine_evaluator(engine), engine_met(engine), settings, ms, &err);
    assert_good(rollout != NULL, &err);
    return rollout;
}

/* A rollout of plays given in words. */
static struct rollout *open_plays(const struct rollout_settings *settings,
                                  const struct decision_context *at,
                                  const char *const plays[], int count)
{
    static struct play_list list;
    struct rollout *rollout = open_rollout(eng, settings, &at->ms);
    for (int i = 0; i < count; i++) {
        struct play play;
        struct error err;
        struct position after = at->pos;
        assert_good(notation_read(plays[i], &at->pos, at->roll, &list, &play, &err),
                    &err);
        for (int m = 0; m < play.count; m++) {
            (void)movegen_apply(&after, play.moves[m]);
        }
        assert_int_equal(rollout_add_play(rollout, &after), i);
    }
    return rollout;
}

static void run_to_end(struct rollout *rollout)
{
    assert_int_equal(rollout_run(rollout, NULL, NULL, NULL), ROLLOUT_DONE);
}

/* Within so many standard errors, or the rounding of floats. */
static inline void assert_rolled(double found, double wanted, double error)
{
    if (!(fabs(found - wanted) <= error + 2e-4)) {
        fail_msg("%.5f is not %.5f +- %.5f", found, wanted, error);
    }
}

/* 7/1 4/2 of a position studied with eXtreme Gammon, cube on the other side. */
static const char studied[] = "XGID=-CDBBaBB------a----bbbbcb-:1:-1:1:62:0:0:0:0:10";
static const char *const studied_plays[] = {"7/1 4/2", "7/1 7/5*"};
