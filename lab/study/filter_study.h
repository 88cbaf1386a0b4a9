#ifndef LAB_STUDY_FILTER_STUDY_H
#define LAB_STUDY_FILTER_STUDY_H
/*
 * What a move filter costs, after the study of eXtreme Gammon's search intervals (4236
 * money games and matches of 1 to 11 points, 190,076 plays): the engine plays itself
 * with every play searched to the full ply, and the choice that each filter would have
 * made is held against that.
 *
 * All plays of a decision are judged once at every ply up to the full one; what a
 * filter chooses follows from these values by filter_run() itself, so one pass serves
 * any number of filters. Plays that are hopeless, .6 behind at 0-ply or .20 at 1-ply,
 * stay as far behind: it takes a fifth of the time, and counts for the widest filters,
 * which would have searched them, as no loss. The time of a filter is measured: now and
 * then the engine decides the same position anew with each.
 *
 * The widest filters lose so rarely that tens of thousands of games are needed. For
 * these the games can be played by a lower ply: then only those decisions are judged at
 * the full one by which some filter can lose, the unlikely ones by sample
 * (study_screen.h). Shares of games by loss are then of the decisions judged.
 *
 * Equities are normalised to the cube, as in the study. A play counts when there are
 * two or more.
 */

#include <stdint.h>

#include "base/error.h"
#include "engine/search/filter.h"

enum { STUDY_FILTERS_MAX = 40, STUDY_BUCKETS = 13, STUDY_THRESHOLDS = 3 };

struct study_settings {
    int ply; /* the full one, 0..PLY_MAX; 0: of the plays that the big net values */
    int games_ply; /* 0..ply: what the games are played by; below `ply` cube actions are
                      not studied */
    int filters;
    struct move_filter filter[STUDY_FILTERS_MAX];
    uint64_t seed;
    int timed_every; /* one decision in so many is timed with every filter; 0: none */
    double (*seconds)(void); /* processor time of this thread */
};

/* A filter's account; sums. */
struct study_account {
    double loss;         /* equity lost by its plays */
    double game_squares; /* of the losses of games, for errors */
    double worst_game;
    int64_t different; /* plays that a worse one was chosen for */
    int64_t above_020; /* of them, with a loss above .020 */
    int64_t above_080;
    int64_t games[STUDY_BUCKETS]; /* by loss: see study_bucket() */
    double seconds;               /* of the timed decisions */
    int64_t evaluations;          /* of the timed decisions */
};

/* The cube threshold .2, .3, .4 against a search of every cube action. */
struct study_cube {
    int64_t stopped; /* decisions judged at 0-ply alone */
    int64_t errors;
    double loss;
};

struct study_figures {
    int64_t matches;
    int64_t games;
    int64_t plays;  /* with a choice */
    int64_t judged; /* of them at the full ply: all, if the games are played by it */
    int64_t timed;
    int64_t cubes;
    struct study_cube cube[STUDY_THRESHOLDS];
    struct study_account account[STUDY_FILTERS_MAX];
};

struct filter_study;

/* With the weights in `dir`. NULL with `err`. */
struct filter_study *study_open(const char *dir, const struct study_settings *settings,
                                struct error *err);
void study_close(struct filter_study *study); /* NULL is fine */

/* Plays match number 0, 1, ... and adds it to `figures`, which start with zeros.
 * Contests are money games and matches of 1, 3, 5, 7 and 11 points in the study's
 * shares. */
void study_one_match(struct filter_study *study, int64_t number,
                     struct study_figures *figures);

/* The lower bound of bucket n of games: 0 is exactly nothing lost, then 0, .005, .010,
 * .020 and so on by .010 to .100 and more. */
double study_bucket(int n);

/* The mean loss of a game and its standard error. */
struct study_mean {
    double mean;
    double error;
};
struct study_mean study_loss_of_game(const struct study_figures *figures, int filter);

#endif
