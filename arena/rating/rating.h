#ifndef ARENA_RATING_RATING_H
#define ARENA_RATING_RATING_H
/*
 * Statistics of match results: the difference in Elo, a sequential test that may end a
 * match early, and the standings of more than two players.
 */

#include <stdbool.h>

#include "arena/arena_match.h"

/* Convert a share of matches won (0 < share < 1) to a difference in Elo and back: 400
 * points are odds of ten to one. */
double rating_elo(double share);
double rating_share(double elo); /* the inverse */

/* Wald's sequential test of the mean of a pair, `low` against `high`, with 5 % for
 * either error. Returns the logarithm of the likelihood ratio for normally distributed
 * means, as sums of many pairs are. (A. Wald, Sequential Analysis, 1947; with the
 * variance estimated, as the testing frameworks of chess programs do.) */
enum rating_sprt_state { RATING_SPRT_OPEN, RATING_SPRT_LOW, RATING_SPRT_HIGH };
#define RATING_SPRT_BOUND 2.944438979166440 /* log(0.95 / 0.05) */
struct rating_sprt {
    double low, high; /* hypotheses, in the unit of the mean */
};
double rating_sprt_ratio(const struct rating_sprt *sprt, const struct arena_mean *mean);
/* Returns the state of the test: always open before RATING_SPRT_PAIRS_MIN pairs, since
 * the variance of fewer is too uncertain. */
enum { RATING_SPRT_PAIRS_MIN = 20 };
enum rating_sprt_state rating_sprt_state(const struct rating_sprt *sprt,
                                         const struct arena_mean *mean, long pairs);

/* ---- more than two players ------------------------------------------------------- */

enum { RATING_PLAYERS_MAX = 12 };

struct rating_standings {
    int count;
    const char *name[RATING_PLAYERS_MAX];
    /* result of the row's player against the column's */
    struct arena_mean result[RATING_PLAYERS_MAX][RATING_PLAYERS_MAX];
    bool is_played[RATING_PLAYERS_MAX][RATING_PLAYERS_MAX];
};

/* Enters the result of `a` against `b`, and the opposite for `b`. `is_share`: results
 * are shares of matches. */
void rating_standings_enter(struct rating_standings *standings, int a, int b,
                            const struct arena_mean *mean, bool is_share);

/* Prints the players by their mean over all opponents, best first, each with a 95 %
 * interval, and the results of all pairings. */
void rating_standings_print(const struct rating_standings *standings, bool is_share);

#endif
