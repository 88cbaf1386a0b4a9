#ifndef ARENA_RATING_RATING_H
#define ARENA_RATING_RATING_H
/*
 * Statistics of match results: the difference in Elo, and a sequential test that may end
 * a match early. standings.h is about more than two players.
 */

#include <stdbool.h>

#include "arena/arena_match.h"

/* Convert a share of matches won (0 < share < 1) to a difference in Elo and back: 400
 * points are odds of ten to one. */
double rating_elo(double share);
double rating_share(double elo); /* the inverse */

/* ---- the sequential test --------------------------------------------------------- */

/* Wald's sequential test of the mean of a pair, `low` against `high`. (A. Wald,
 * Sequential Analysis, 1947; with the variance estimated, as the testing frameworks of
 * chess programs do.) */
enum rating_sprt_state { RATING_SPRT_OPEN, RATING_SPRT_LOW, RATING_SPRT_HIGH };
struct rating_sprt {
    double low, high; /* hypotheses, in the unit of the mean */
    double alpha; /* chance of deciding for high where low is true; 0 < alpha < .5 */
    double beta;  /* of deciding for low where high is true; 0 < beta < .5 */
};

/* The logarithms of the likelihood ratio at which the test decides for low, < 0, and for
 * high, > 0. */
double rating_sprt_bound_low(const struct rating_sprt *sprt);
double rating_sprt_bound_high(const struct rating_sprt *sprt);

/* Returns the logarithm of the likelihood ratio for normally distributed means, as sums
 * of many pairs are. */
double rating_sprt_ratio(const struct rating_sprt *sprt, const struct arena_mean *mean);
/* The test of one result after the other. It decides at the first result that is enough
 * and stays decided, so that the same results in the same order give the same verdict and
 * the same number of them. Begin with {.sprt = ...}. */
struct rating_sprt_run {
    struct rating_sprt sprt;
    long pairs;
    double mean;
    double squares; /* sum of the squares of deviations from the mean */
    enum rating_sprt_state state;
};
/* Adds the result of the next pair, and returns the state. Does nothing once it is
 * decided. */
enum rating_sprt_state rating_sprt_add(struct rating_sprt_run *run, double result);

#endif
