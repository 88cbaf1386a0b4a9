#ifndef ARENA_RATING_RATING_H
#define ARENA_RATING_RATING_H
/*
 * What a match says beside its means: the difference in Elo, a sequential test that
 * may end it early, and the standings of a tournament of more than two.
 */

#include <stdbool.h>

#include "arena/arena_match.h"

/* Elo of a share of matches won (0 < share < 1): 400 points are odds of ten to one. */
double rating_elo(double share);
double rating_share(double elo); /* the other way round */

/* Wald's sequential test of the mean of a pair, `low` against `high`, with 5 % for
 * either error: the logarithm of the ratio of likelihoods, for means that are as good
 * as normal, as sums of pairs are. (A. Wald, Sequential Analysis, 1947; with the
 * variance estimated, as the testing frameworks of chess programs do.) */
enum rating_sprt_state { RATING_SPRT_OPEN, RATING_SPRT_LOW, RATING_SPRT_HIGH };
#define RATING_SPRT_BOUND 2.944438979166440 /* log(0.95 / 0.05) */
struct rating_sprt {
    double low, high; /* in the unit of the mean */
};
double rating_sprt_ratio(const struct rating_sprt *sprt, const struct arena_mean *mean);
/* Undecided before RATING_SPRT_PAIRS_MIN pairs, whose spread tells too little. */
enum { RATING_SPRT_PAIRS_MIN = 20 };
enum rating_sprt_state rating_sprt_state(const struct rating_sprt *sprt,
                                         const struct arena_mean *mean, long pairs);

/* ---- more than two players ------------------------------------------------------- */

enum { RATING_PLAYERS_MAX = 12 };

struct rating_standings {
    int count;
    const char *name[RATING_PLAYERS_MAX];
    /* of the row's player against the column's */
    struct arena_mean result[RATING_PLAYERS_MAX][RATING_PLAYERS_MAX];
    bool is_played[RATING_PLAYERS_MAX][RATING_PLAYERS_MAX];
};

/* Enters what `a` got against `b`, and what that is for `b`. `is_share`: of matches. */
void rating_standings_enter(struct rating_standings *standings, int a, int b,
                            const struct arena_mean *mean, bool is_share);

/* The players by their mean over all opponents, best first, each with a 95 % interval,
 * and what everyone got against everyone. */
void rating_standings_print(const struct rating_standings *standings, bool is_share);

#endif
