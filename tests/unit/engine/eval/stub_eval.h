#pragma once
/*
 * Stands in for engine/eval/eval.c where a test wants to know search itself: both nets are
 * one cheap formula over pips, men off and made points. Included by one test file each,
 * whose program then does not take eval.c from the library.
 */

#include <math.h>
#include <stdlib.h>

#include "engine/board/checkers.h"
#include "engine/board/position.h"
#include "engine/eval/eval.h"

struct side;

struct evaluator {
    int unused;
};
struct eval_scratch {
    uint64_t count;
};

struct evaluator *eval_open(const char *dir, struct error *err)
{
    return calloc(1, sizeof(struct evaluator));
}

void eval_close(struct evaluator *ev)
{
    free(ev);
}

bool eval_use_kernel(struct evaluator *ev, const char *name)
{
    return false;
}

const char *eval_kernel_name(const struct evaluator *ev)
{
    return "none";
}

const struct bearoff *eval_bearoff(const struct evaluator *ev)
{
    return NULL;
}

const struct race *eval_race(const struct evaluator *ev)
{
    return NULL;
}

struct eval_scratch *eval_scratch_new(const struct evaluator *ev)
{
    return calloc(1, sizeof(struct eval_scratch));
}

void eval_scratch_free(struct eval_scratch *scratch)
{
    free(scratch);
}

bool eval_needs_no_net(const struct evaluator *ev, const struct position *pos)
{
    return false;
}

static int stub_strength(const struct side *side)
{
    int sum = -2 * position_pip_count(side) + 3 * side->at[POINT_OFF];
    for (int p = 1; p <= 24; p++) {
        sum += side->at[p] >= 2 ? 2 : 0;
        sum -= side->at[p] == 1 ? 1 : 0;
    }
    return sum;
}

static struct outputs stub_value(const struct position *after)
{
    int result = position_game_result(after);
    if (result != 0) {
        return outputs_of_result(result);
    }
    int lead = stub_strength(&after->mine) - stub_strength(&after->theirs);
    float win = (float)(1.0 / (1.0 + exp(-lead / 40.0)));
    float wg = after->theirs.at[POINT_OFF] > 0 ? 0.0F : 0.4F * win * win;
    float lg = after->mine.at[POINT_OFF] > 0 ? 0.0F : 0.4F * (1 - win) * (1 - win);
    return (struct outputs){win, wg, 0.05F * wg, lg, 0.05F * lg};
}

void eval_expect(struct eval_scratch *scratch, const struct position *before)
{
}

void eval_afterstates(const struct evaluator *ev, struct eval_scratch *scratch,
                      enum eval_net net, const struct position *after, int count,
                      struct outputs *out)
{
    scratch->count += (uint64_t)count;
    for (int i = 0; i < count; i++) {
        out[i] = stub_value(&after[i]);
    }
}

void eval_by_net(const struct evaluator *ev, struct eval_scratch *scratch,
                 enum eval_net net, const struct position *after, int count,
                 struct outputs *out)
{
    eval_afterstates(ev, scratch, net, after, count, out);
}

uint64_t eval_count(const struct eval_scratch *scratch)
{
    return scratch->count;
}
