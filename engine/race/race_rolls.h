#pragma once
/*
 * Distributions of the number of rolls that one side of a race needs to reach a goal,
 * such as to bear off.
 *
 * A race is two such distributions, and the winning chance is one sum over them
 * (race_rolls_wins). A distribution from a net is a discretised curve, a bell bent by
 * Hermite polynomials:
 *
 *      logit(n) = - z^2 / 2 + sum of bend[k] He[k+3](z) / (k+3)!
 *      z = (n - centre) / spread
 *
 * normalised over the whole numbers n; in the polynomials z is limited to +-3, so that
 * the tails are those of the bell. All arithmetic is in plain floats in a fixed order,
 * so results have the same bits on every machine.
 */

#include "engine/net/net_kernels.h"

/* chance[i] is the chance to reach the goal after exactly from + i rolls, left[i] the
 * chance not to have reached it by then, for i < count; all other numbers of rolls have
 * chance 0. If count is 0, the goal is already reached. */
struct race_rolls {
    int from;
    int count;
    float chance[NET_BELL_WINDOW];
    float left[NET_BELL_WINDOW];
};

struct race_curve {
    float centre; /* rolls */
    float spread; /* rolls */
    float bend[NET_BELL_BENDS];
};

/* Sets `rolls` to the distribution given by the curve, with no chance below `least`
 * rolls; least >= 1. */
void race_rolls_from_curve(struct race_rolls *rolls, const struct race_curve *curve,
                           int least, const struct net_kernel *kernel);

/* Sets `rolls` from the chances by exact number of rolls, 0..count-1, without leading
 * and trailing zeros. `count` is at most 64. If more than NET_BELL_WINDOW numbers of rolls
 * are left, drops the least likely ones at the ends and normalises the rest. */
void race_rolls_from_chances(struct race_rolls *rolls, const float *chance, int count);

/* Returns the mean number of rolls. */
double race_rolls_mean(const struct race_rolls *rolls);

/* Returns the chance that `a` reaches its goal before `b`. They roll in turns;
 * `is_first`: a has the next roll. */
float race_rolls_wins(const struct race_rolls *a, const struct race_rolls *b,
                      bool is_first);

/* Returns e^x, with x limited to +-80; the relative error is below 3e-7. */
float race_exponential(float x);

/* Computes the polynomials He3/3! .. He8/8! at z, limited as above, and their
 * derivatives; for the trainer. */
void race_bends(float z, float value[NET_BELL_BENDS], float slope[NET_BELL_BENDS]);
