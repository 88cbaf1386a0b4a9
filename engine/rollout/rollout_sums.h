#ifndef ENGINE_ROLLOUT_ROLLOUT_SUMS_H
#define ENGINE_ROLLOUT_ROLLOUT_SUMS_H
/*
 * The sums of a rollout's trials: all that is needed to continue it later. Trials are
 * added in the order of their numbers, so the sums have the same bits for any number of
 * threads.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "engine/rollout/rollout_game.h"

enum { ROLLOUT_PAIRS = ROLLOUT_CANDIDATES_MAX * (ROLLOUT_CANDIDATES_MAX - 1) / 2 };

struct candidate_sums {
    int trials;
    bool is_given_up;
    double sum[ROLLOUT_FIGURES];
    double square[ROLLOUT_FIGURES];
};

/* Sums of the differences in value between two candidates in the same trials. */
struct pair_sums {
    double sum;
    double square;
};

struct rollout_sums {
    int candidates;
    int trials; /* of those not given up */
    struct candidate_sums candidate[ROLLOUT_CANDIDATES_MAX];
    struct pair_sums pair[ROLLOUT_PAIRS]; /* rollout_pair(a, b) */
};

/* Returns the index of the pair a > b. */
static inline int rollout_pair(int a, int b)
{
    return a * (a - 1) / 2 + b;
}

/* Adds the next trial; ignores figures[c] of candidates that were given up. */
void rollout_sums_add(struct rollout_sums *sums, double (*figures)[ROLLOUT_FIGURES]);

/* Returns the mean and its standard error from sum, sum of squares and count; the error
 * is 0 for fewer than two numbers. */
struct estimate {
    double mean;
    double error;
};
struct estimate rollout_estimate(double sum, double square, int count);

#endif
