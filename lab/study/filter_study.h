#ifndef LAB_STUDY_FILTER_STUDY_H
#define LAB_STUDY_FILTER_STUDY_H
/*
 * Measures what move filters cost, after the study of eXtreme Gammon's search intervals
 * (4236 money games and matches of 1 to 11 points, 190,076 plays): the engine plays
 * itself with every play searched to the full ply, and the choice that each filter
 * would have made is compared with that.
 *
 * All plays of a decision are evaluated once at every ply up to the full one;
 * filter_run() then chooses from these values for each filter, so one pass serves any
 * number of filters. Hopeless plays, .6 behind at 0-ply or .20 at 1-ply, are not
 * searched and stay as far behind: this takes a fifth of the time, and the widest
 * filters, which would have searched them, lose nothing by it. The time of the filters
 * is measured: at intervals the engine decides the same position with each.
 *
 * The widest filters lose so rarely that tens of thousands of games are needed. For
 * these the games can be played at a lower ply: then only those decisions are evaluated
 * at the full ply in which some filter can lose, unlikely ones by sampling
 * (study_decision.h). Shares of games by loss then refer to the decisions evaluated.
 *
 * Equities are normalised to the cube, as in that study. A play counts as a decision
 * when there are two or more.
 */

#include <stdint.h>

#include "base/error.h"
#include "engine/search/filter.h"

enum { STUDY_FILTERS_MAX = 40, STUDY_BUCKETS = 13, STUDY_THRESHOLDS = 3 };

struct study_settings {
    int ply; /* the full ply, 0..SEARCH_PLY_MAX; 0: filters select plays for the main net */
    int games_ply; /* 0..ply: of the games; below `ply`: cube actions are not studied */
    int filters;
    struct filter filter[STUDY_FILTERS_MAX];
    uint64_t seed;
    int timed_every; /* one decision in this many is timed with every filter; 0: none */
    double (*seconds)(void); /* processor time of this thread */
};

/* Sums of a filter. */
struct study_account {
    double loss;         /* equity lost by its plays */
    double game_squares; /* sum of squared losses of games, for standard errors */
    double worst_game;
    int64_t different; /* decisions in which it chose a worse play */
    int64_t above_020; /* of them, with a loss above .020 */
    int64_t above_080;
    int64_t games[STUDY_BUCKETS]; /* by loss: see study_bucket() */
    double seconds;               /* of the timed decisions */
    int64_t evaluations;          /* of the timed decisions */
};

/* A cube threshold of .2, .3 or .4 compared with a search of every cube action. */
struct study_cube {
    int64_t stopped; /* decisions made at 0-ply alone */
    int64_t errors;
    double loss;
};

struct study_figures {
    int64_t matches;
    int64_t games;
    int64_t plays;     /* with a choice */
    int64_t evaluated; /* of them at the full ply; all, if games are played at it */
    int64_t timed;
    int64_t cubes;
    struct study_cube cube[STUDY_THRESHOLDS];
    struct study_account account[STUDY_FILTERS_MAX];
};

struct filter_study;

/* Opens a study with the weights in `dir`. Returns NULL with `err` on failure. The
 * caller closes it with study_close(). */
struct filter_study *study_open(const char *dir, const struct study_settings *settings,
                                struct error *err);
void study_close(struct filter_study *study); /* may be NULL */

/* Plays match number 0, 1, ... and adds it to `figures`, which start with zeros.
 * Matches are money games and matches of 1, 3, 5, 7 and 11 points in the shares of that
 * study. */
void study_one_match(struct filter_study *study, int64_t number,
                     struct study_figures *figures);

/* Returns the lower bound of bucket n of the losses of games: bucket 0 is no loss at
 * all, then 0, .005, .010, .020 and so on by .010 to .100 and more. */
double study_bucket(int n);

/* Returns the mean loss of a game and its standard error. */
struct study_mean {
    double mean;
    double error;
};
struct study_mean study_loss_of_game(const struct study_figures *figures, int filter);

#endif
