#pragma once
/*
 * Statistics from the history: results by opponent, length, level or period, and the
 * rating curve. Only finished matches count as matches; all games count, also those of
 * unfinished and unlimited matches.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/database.h"
#include "base/error.h"
#include "view/chart.h"

enum stats_key {
    STATS_OPPONENT,
    STATS_LENGTH,
    STATS_LEVEL,
    STATS_DAY,
    STATS_WEEK, /* of the year, from Monday */
    STATS_MONTH,
    STATS_YEAR,
    STATS_ACCOUNT,
    STATS_SERVER,
    STATS_KEYS
};
const char *stats_key_name(int key); /* "opponent"; NULL for STATS_KEYS */

/* An opponent or account of a name that is on several servers is shown as NAME@SERVER.
 *
 * What to count; empty texts and 0 set no limit. Times are seconds since 1970, of the end
 * of a match or of its last event. */
struct stats_filter {
    const char *account, *opponent, *level;
    int64_t since_s, until_s;
    const char *server;
};

/* Sums over matches, from the rows of `sums` in stats.c. [0] ours, [1] the opponents'. */
struct stats_row {
    char key[80];
    double matches, won, games, games_won;
    double points, squares; /* of a game, ours positive, and their squares */
    double rating_change;
    /* Matches with ratings of both, and the winning chances that FIBS's formula gives us; the
     * ratings of bgammon.org are of another kind and left out. */
    double rated, expected;
    double analysed; /* matches */
    double decisions[2], loss[2], luck[2];
};

struct stats_table {
    enum stats_key key;
    int count;
    struct stats_row *rows; /* opponents, levels: most matches first; else by key */
    struct stats_row total;
};

/* Fills `table`; free it with stats_free(). False with `err`. */
bool stats_load(struct database *database, enum stats_key key,
                const struct stats_filter *filter, struct stats_table *table,
                struct error *err);
void stats_free(struct stats_table *table);

/* 95 % confidence intervals: of the share of matches won (Wilson's), and of points per
 * game (normal; without bounds where all games ended alike, which says nothing of it). */
struct stats_interval {
    double low, high;
};
struct stats_interval stats_win_interval(double won, double matches);
struct stats_interval stats_points_interval(const struct stats_row *row);

/* The error rate of a side of the matches analysed, as that of match/match_analysis.h:
 * 500 x the loss a decision; NaN: nothing was decided. */
double stats_error_rate(const struct stats_row *row, int side);

/* Ratings over time, oldest first; times never go back; the caller frees *points. -1 with `err`. */
int stats_ratings(struct database *database, const struct stats_filter *filter,
                  struct chart_point **points, struct error *err);
