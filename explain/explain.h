#pragma once
/*
 * Why a decision loses: reasons from facts that are counted (explain_facts.h) or given by
 * the caller, never from free text.
 *
 * Said is only what speaks for the best play, and where that is not enough, of what speaks
 * against it the first: a point that it breaks, a hit that it leaves out, at least four
 * shots more. Nothing is said of a loss below EXPLAIN_LEAST_LOSS, or if no fact differs
 * enough. The order and all conditions are the rows of explain_play.c and
 * explain_cube.c.
 */

#include "engine/board/outputs.h"
#include "engine/board/play.h"
#include "explain/explain_reason.h"

struct bearoff;
struct match_state;
struct met;
struct position;

#define EXPLAIN_LEAST_LOSS 0.02

/* A play that lost against another one. Chances are the mover's. */
struct explain_play {
    const struct position *before;
    struct play played, best;
    double loss;
    bool has_chances;
    struct outputs played_chances, best_chances;
    double gammon_won,
        gammon_lost; /* what a gammon adds, where a game is win - lose: .5
                                     * for money */
    double played_rolls, best_rolls; /* to bear off, on average; 0: not known */
};

/* Fills in the prices of gammons in a game at `ms`, seen by the mover; `met` may be NULL in
 * money play. */
void explain_play_prices(struct explain_play *play, const struct met *met,
                         const struct match_state *ms);

/* Fills in the rolls to bear off where the one-sided database covers the mover; `bo` may be
 * NULL. */
void explain_play_rolls(struct explain_play *play, const struct bearoff *bo);

/* Finds the reasons; none without memory. The plays must be legal. */
void explain_play_reasons(const struct explain_play *play,
                          struct explain_reasons *reasons);
