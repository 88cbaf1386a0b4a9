#ifndef ARENA_RATING_CONTEST_TABLE_H
#define ARENA_RATING_CONTEST_TABLE_H
/*
 * What a contest says beside its means: the difference in Elo, a sequential test that
 * may end it early, and the standings of a tournament of more than two.
 */

#include <stdbool.h>

#include "arena/contest.h"

/* Elo of a share of matches won (0 < share < 1): 400 points are odds of ten to one. */
double contest_elo(double share);
double contest_share(double elo); /* the other way round */

/* Wald's sequential test of the mean of a pair, `low` against `high`, with 5 % for
 * either error: the logarithm of the ratio of likelihoods, for means that are as good
 * as normal, as sums of pairs are. (A. Wald, Sequential Analysis, 1947; with the
 * variance estimated, as the testing frameworks of chess programs do.) */
enum sprt_state { SPRT_OPEN, SPRT_LOW, SPRT_HIGH };
#define SPRT_BOUND 2.944438979166440 /* log(0.95 / 0.05) */
struct sprt {
    double low, high; /* in the unit of the mean */
};
double sprt_ratio(const struct sprt *sprt, const struct contest_mean *mean);
/* Undecided before SPRT_PAIRS_MIN pairs, whose spread tells too little. */
enum { SPRT_PAIRS_MIN = 20 };
enum sprt_state sprt_state(const struct sprt *sprt, const struct contest_mean *mean,
                           long pairs);

/* ---- more than two players ------------------------------------------------------- */

enum { TABLE_PLAYERS_MAX = 12 };

struct table {
    int count;
    const char *name[TABLE_PLAYERS_MAX];
    /* of the row's player against the column's */
    struct contest_mean result[TABLE_PLAYERS_MAX][TABLE_PLAYERS_MAX];
    bool is_played[TABLE_PLAYERS_MAX][TABLE_PLAYERS_MAX];
};

/* Enters what `a` got against `b`, and what that is for `b`. `is_share`: of matches. */
void table_enter(struct table *table, int a, int b, const struct contest_mean *mean,
                 bool is_share);

/* The players by their mean over all opponents, best first, each with a 95 % interval,
 * and what everyone got against everyone. */
void table_print(const struct table *table, bool is_share);

#endif
