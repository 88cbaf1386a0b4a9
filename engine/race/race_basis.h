#ifndef ENGINE_RACE_RACE_BASIS_H
#define ENGINE_RACE_RACE_BASIS_H
/*
 * What the one-sided database tells about a side that is not yet home.
 *
 * Its checkers outside the home board are thought to stand on the 6 point. How long
 * that side would take, and how evenly, is known exactly, with all the effects of
 * gaps, stacks and odd numbers of checkers; the pips on the way home come on top at
 * 49/6 pips a roll. The race net (race_net.h) only learns what is missing.
 */

#include <stdint.h>

#include "engine/board/position.h"
#include "engine/race/bearoff.h"

/* What a wait is for: all checkers off, or the first of 15. */
enum race_goal { RACE_OFF, RACE_FIRST, RACE_GOALS };

/* A first guess of a wait. */
struct race_guess {
    float centre; /* rolls */
    float spread; /* rolls */
    int least;    /* no dice are quicker */
};

/* Inputs of the net beside the checkers. */
enum { RACE_EXTRAS = 8 };

struct race_view {
    struct race_guess guess[RACE_GOALS];
    float extras[RACE_EXTRAS];
};

struct race_basis;

/* NULL without memory, or when the one-sided database is missing or has not 15 checkers
 * with the waits for the first. 1 MB, made in some milliseconds; `bo` is no longer
 * needed then. */
struct race_basis *race_basis_new(const struct bearoff *bo);
void race_basis_free(struct race_basis *basis);

/* A side with nobody on point 24 or the bar, and not all off. guess[RACE_FIRST] is
 * meaningful with 15 checkers only. */
struct race_view race_view_of(const struct race_basis *basis, const struct side *side);

#endif
