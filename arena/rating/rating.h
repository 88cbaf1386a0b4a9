#pragma once
/*
 * Statistics of match results: the difference in Elo, a sequential test that may end a
 * match early, and ratings of several players from all their pairings together.
 *
 *   matches  Bradley and Terry's model in Elo: a player wins with the share
 *            rating_share(difference). Most likely ratings, with their covariance. (R. A.
 *            Bradley and M. E. Terry, Biometrika 39, 1952.) Results of pairs with the same
 *            dice, or without luck, vary less than coin tosses; how much less is measured
 *            once over all pairings (dispersion of a quasi-likelihood: P. McCullagh and
 *            J. A. Nelder, Generalized Linear Models, 1989, chapter 9).
 *   money    points a game: the ratings whose differences are next to the results in least
 *            squares, each result weighted by its error.
 *
 * Both say that results follow from differences of ratings. Chi-square, the sum of the
 * squared distances of all results from that, each in its standard errors, tests it. Where
 * it is larger than its degrees of freedom, what ratings cannot say counts as one more
 * error: variances grow by their ratio (R. T. Birge, Physical Review 40, 1932). Results
 * must be independent: pairings with the same dice are not.
 */

#include <stdbool.h>
#include <stdint.h>

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
/* Returns the logarithm of the likelihood ratio of the results so far, for normally
 * distributed means, as sums of many pairs are; 0 where they all are alike. */
double rating_sprt_run_ratio(const struct rating_sprt_run *run);

/* ---- ratings of several players -------------------------------------------------- */

enum { RATING_PLAYERS_MAX = 12 };

#define RATING_FIT_CHANCE 0.05 /* less chance of its chi-square: ratings do not fit */
#define RATING_NORMAL_95                                                               \
    1.959964 /* half the width of a 95 % interval, in standard errors */

struct rating_standings {
    int count;
    const char *name[RATING_PLAYERS_MAX];
    bool is_share;        /* results are shares of matches, not points */
    int anchor;           /* the player whose rating is given; -1: their mean is 0 */
    double anchor_rating; /* ignored without an anchor */
    bool shares_dice; /* pairings with the same dice, of former versions; for reports */
    /* result of the row's player against the column's; 0 pairs: none */
    struct arena_mean result[RATING_PLAYERS_MAX][RATING_PLAYERS_MAX];
    int64_t pairs[RATING_PLAYERS_MAX][RATING_PLAYERS_MAX];
};

/* Returns the standard error of a share of matches. Where all were won, or lost, there is
 * no spread to see: then Wilson's interval (E. B. Wilson, Journal of the American
 * Statistical Association 22, 1927) of so many matches has the width of 1.96 of it. */
double rating_share_error(const struct arena_mean *mean, int64_t pairs);

/* Enters the result of `a` against `b`, of so many pairs, and the opposite for `b`; the
 * error of a share is rating_share_error(). */
void rating_standings_enter(struct rating_standings *standings, int a, int b,
                            const struct arena_mean *mean, int64_t pairs);

/* Returns the mean result of a player over all opponents, each with the same weight,
 * with its standard error; and all pairs of that player. */
struct arena_mean rating_standings_overall(const struct rating_standings *standings,
                                           int player);
int64_t rating_standings_pairs(const struct rating_standings *standings, int player);

/* Ratings in Elo or in points a game. The standard error of one is the root of its
 * covariance with itself. An anchor has the error 0:
 * the others' are of the differences from it. */
struct rating_fit {
    double rating[RATING_PLAYERS_MAX];
    double covariance[RATING_PLAYERS_MAX][RATING_PLAYERS_MAX]; /* widened */
    double chi_square;
    int freedom;     /* its degrees: pairings less players plus 1; 0: no test */
    double chance;   /* of so large a chi-square, if ratings fit; 1 without a test */
    double widening; /* of all errors by the lack of fit, >= 1 */
    double half_95; /* half of a 95 % interval, in standard errors: by Student's t where
                      * the ratings do not fit, since the widening is uncertain, too */
};

/* Whether chi-square says that the results are no differences of ratings. */
bool rating_fit_fails(const struct rating_fit *fit);

/* Fits the ratings. A pairing that was won or lost throughout counts as half a match
 * less, since its most likely difference has no bound, and is not asked for the spread.
 * Returns false if not all players are linked by results. */
bool rating_fit_standings(const struct rating_standings *standings,
                          struct rating_fit *fit);

/* Returns the likelihood, 0 to 1, that `a` is stronger than `b`. */
double rating_fit_superiority(const struct rating_fit *fit, int a, int b);

/* Sets `order` to the players, best first: by rating, or by their overall result if `fit`
 * is NULL. */
void rating_standings_order(const struct rating_standings *standings,
                            const struct rating_fit *fit,
                            int order[RATING_PLAYERS_MAX]);
