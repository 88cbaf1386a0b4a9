#ifndef ENGINE_RACE_RACE_BASIS_H
#define ENGINE_RACE_RACE_BASIS_H
/*
 * What the one-sided database says about a side whose checkers are not all home.
 *
 * Its checkers outside the home board are moved to the 6 point. The mean and the
 * variance of the number of rolls for that arrangement are known exactly, including the
 * effects of gaps, stacks and odd numbers of checkers; the pips on the way home are
 * added at 49/6 pips a roll. The race net (race_net.h) only learns the rest.
 */

#include "engine/race/bearoff.h"

/* The goal of a distribution: to bear off all checkers, or the first of 15. */
enum race_goal { RACE_OFF, RACE_FIRST, RACE_GOALS };

/* A first estimate of a distribution. */
struct race_guess {
    float centre; /* rolls */
    float spread; /* rolls */
    int least;    /* lower bound, for any dice */
};

/* Inputs of the net besides the checkers. */
enum { RACE_EXTRAS = 8 };

struct race_view {
    struct race_guess guess[RACE_GOALS];
    float extras[RACE_EXTRAS];
};

struct race_basis;

/* Makes the basis, 1 MB, from the one-sided database in some milliseconds; `bo` is not
 * kept. Returns NULL if memory is short, or if the one-sided database is missing or
 * does not have 15 checkers and the chances for the first one. The caller frees it with
 * race_basis_free(). */
struct race_basis *race_basis_new(const struct bearoff *bo);
void race_basis_free(struct race_basis *basis);

/* Returns the estimates and inputs for a side that has no checker on point 24 or the
 * bar and has not borne off all. guess[RACE_FIRST] is meaningful only with 15 checkers
 * left. */
struct race_view race_view_of(const struct race_basis *basis, const struct side *side);

#endif
