#pragma once
/*
 * Random legal positions and match decision contexts for tests: quick, seeded, and wide rather
 * than likely. Some have everything home, many have checkers on the bar or borne off.
 * None is a finished game.
 */

#include <string.h>

#include "engine/board/checkers.h"
#include "engine/board/decision_context.h"
#include "engine/board/match_state.h"
#include "engine/board/movegen.h"
#include "engine/board/position.h"
#include "engine/board/position_id.h"
#include "engine/board/rng.h"

/* Throws 15 checkers on points 0..`highest` (25 at most) that `theirs` does not hold.
 */
static inline void random_side(struct rng *rng, int highest, const struct side *theirs,
                               struct side *side)
{
    memset(side, 0, sizeof *side);
    for (int left = CHECKERS; left > 0;) {
        int p = (int)rng_below(rng, (uint32_t)highest + 1);
        if (p >= 1 && p <= 24 && theirs->at[25 - p] > 0) {
            continue;
        }
        int most = left < 5 ? left : 5;
        int checkers = 1 + (int)rng_below(rng, (uint32_t)most);
        side->at[p] = (uint8_t)(side->at[p] + checkers);
        left -= checkers;
    }
}

static inline void random_position(struct rng *rng, struct position *pos)
{
    static const struct side nobody;
    static const int highest[] = {25, 25, 25, 24, 18, 12, 6, 6};
    do {
        memset(pos, 0, sizeof *pos);
        random_side(rng, highest[rng_below(rng, 8)], &nobody, &pos->theirs);
        random_side(rng, highest[rng_below(rng, 8)], &pos->theirs, &pos->mine);
    } while (position_fault(pos) != NULL || position_game_result(pos) != 0);
}

/* As it comes in a game: at most `turns` random plays after the start, mine on roll. */
static inline struct position after_random_turns(struct rng *rng, int turns)
{
    static _Thread_local struct play_list list;
    struct position pos;
    position_start(&pos);
    for (int t = 0; t < turns; t++) {
        movegen_plays(&pos, rng_roll(rng), &list);
        struct position after = list.after[rng_below(rng, (uint32_t)list.count)];
        if (position_game_result(&after) != 0) {
            break;
        }
        pos = position_swap(&after);
    }
    return pos;
}

static inline struct match_state random_match_state(struct rng *rng)
{
    struct match_state ms = {
        .length = (int)rng_below(rng, MATCH_LENGTH_MAX + 1),
        .cube = 1 << rng_below(rng, 7),
        .owner = (enum cube_owner)rng_below(rng, 3),
    };
    if (ms.length == 0) {
        ms.my_score = (int)rng_below(rng, 500);
        ms.their_score = (int)rng_below(rng, 500);
        ms.has_jacoby = rng_below(rng, 2);
        ms.has_beavers = rng_below(rng, 2);
        return ms;
    }
    ms.my_score = (int)rng_below(rng, (uint32_t)ms.length);
    ms.their_score = (int)rng_below(rng, (uint32_t)ms.length);
    if (ms.length > 1 &&
        (match_state_my_away(&ms) == 1) != (match_state_their_away(&ms) == 1)) {
        ms.is_crawford = rng_below(rng, 2);
    }
    return ms;
}

/* A decision of any kind: before or after the roll, a double or a resignation to be
 * answered. */
static inline struct decision_context random_decision_context(struct rng *rng)
{
    struct decision_context at = {.ms = random_match_state(rng)};
    random_position(rng, &at.pos);
    switch (rng_below(rng, 4)) {
    case 0:
        break;
    case 1:
        at.roll = rng_roll(rng);
        break;
    case 2:
        at.is_doubled = true;
        at.is_opponent_on_roll = true;
        break;
    default:
        at.resigned = 1 + (int)rng_below(rng, 3);
        at.is_opponent_on_roll = rng_below(rng, 2);
        break;
    }
    return at;
}

static inline bool match_state_equal(const struct match_state *a,
                                     const struct match_state *b)
{
    return a->length == b->length && a->my_score == b->my_score &&
           a->their_score == b->their_score && a->cube == b->cube &&
           a->owner == b->owner && a->is_crawford == b->is_crawford &&
           a->has_jacoby == b->has_jacoby && a->has_beavers == b->has_beavers;
}

static inline bool decision_context_equal(const struct decision_context *a,
                                          const struct decision_context *b)
{
    return position_equal(&a->pos, &b->pos) && match_state_equal(&a->ms, &b->ms) &&
           a->roll.high == b->roll.high && a->roll.low == b->roll.low &&
           a->is_doubled == b->is_doubled && a->resigned == b->resigned &&
           a->is_opponent_on_roll == b->is_opponent_on_roll &&
           a->has_no_cube == b->has_no_cube;
}
