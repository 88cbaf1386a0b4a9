#ifndef TESTS_ROLLOUT_HARNESS_H
#define TESTS_ROLLOUT_HARNESS_H
/* For tests of rollouts: the shipped engine, plays given in words, endings. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/engine.h"
#include "engine/notation.h"
#include "engine/rollout.h"
#include "engine/situation_text.h"

static struct engine *eng; /* with the bearoff databases */

static int open_engine(void **state)
{
    (void)state;
    struct engine_error err = {""};
    eng = engine_open("build/weights", &err);
    if (eng == NULL) {
        print_error("%s\n", err.text);
    }
    return eng == NULL;
}

static int close_engine(void **state)
{
    (void)state;
    engine_close(eng);
    return 0;
}

static struct situation situation(const char *id)
{
    struct situation at;
    struct engine_error err;
    if (!situation_read(id, &at, &err)) {
        fail_msg("%s", err.text);
    }
    return at;
}

static struct rollout *open_rollout(const struct engine *engine,
                                    const struct rollout_settings *settings,
                                    const struct match_state *ms)
{
    struct engine_error err;
    struct rollout *rollout =
        rollout_new(engine_evaluator(engine), engine_met(engine), settings, ms, &err);
    if (rollout == NULL) {
        fail_msg("%s", err.text);
    }
    return rollout;
}

/* A rollout of plays given in words. */
static struct rollout *open_plays(const struct rollout_settings *settings,
                                  const struct situation *at, const char *const plays[],
                                  int count)
{
    static struct play_list list;
    struct rollout *rollout = open_rollout(eng, settings, &at->ms);
    for (int i = 0; i < count; i++) {
        struct play play;
        struct engine_error err;
        struct position after = at->pos;
        if (!notation_read(plays[i], &at->pos, at->roll, &list, &play, &err)) {
            fail_msg("%s", err.text);
        }
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
static void assert_near(double found, double wanted, double error)
{
    if (fabs(found - wanted) > error + 2e-4) {
        fail_msg("%.5f is not %.5f +- %.5f", found, wanted, error);
    }
}

/* Both sides bearing off: counts on the points 1..6. */
static struct position ending(const int mine[6], const int theirs[6])
{
    struct position pos = {.mine = {{CHECKERS}}, .theirs = {{CHECKERS}}};
    for (int p = 1; p <= 6; p++) {
        pos.mine.at[p] = (uint8_t)mine[p - 1];
        pos.mine.at[POINT_OFF] = (uint8_t)(pos.mine.at[POINT_OFF] - mine[p - 1]);
        pos.theirs.at[p] = (uint8_t)theirs[p - 1];
        pos.theirs.at[POINT_OFF] = (uint8_t)(pos.theirs.at[POINT_OFF] - theirs[p - 1]);
    }
    return pos;
}

/* 7/1 4/2 of a position studied with eXtreme Gammon, cube on the other side. */
static const char studied[] = "XGID=-CDBBaBB------a----bbbbcb-:1:-1:1:62:0:0:0:0:10";
static const char *const studied_plays[] = {"7/1 4/2", "7/1 7/5*"};

#endif
