#pragma once
/* What rating.c shares with its tests. */

#include "arena/rating/rating.h"

/* Returns the logarithm of the likelihood ratio of a mean. */
double rating_sprt_ratio(const struct rating_sprt *sprt, const struct arena_mean *mean);

/* Returns the state of the test: always open before RATING_SPRT_PAIRS_MIN pairs, since
 * the variance of fewer is too uncertain. */
enum { RATING_SPRT_PAIRS_MIN = 20 };
enum rating_sprt_state rating_sprt_state(const struct rating_sprt *sprt,
                                         const struct arena_mean *mean, long pairs);

/* Returns the standard error of the difference of two ratings. */
double rating_fit_error(const struct rating_fit *fit, int a, int b);

/* Distributions with `freedom` >= 1 degrees of freedom, as finite sums (Abramowitz and
 * Stegun, Handbook of Mathematical Functions, 26.4.4, 26.4.5, 26.7.3 and 26.7.4): the
 * chance that chi-square is above x >= 0, the chance that Student's t is below t, and the
 * t that |t| exceeds with a chance of 5 %, half the width of a 95 % interval in standard
 * errors. */
double rating_chi_square_above(double x, int freedom);
double rating_student_below(double t, int freedom);
double rating_student_95(int freedom);
