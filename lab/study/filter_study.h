#pragma once
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
 * (see below). Shares of games by loss then refer to the decisions evaluated.
 *
 * Equities are normalised to the cube, as in that study. A play counts as a decision
 * when there are two or more.
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "base/file.h"
#include "engine/board/rng.h"
#include "engine/search/filter.h"
#include "engine/search/search.h"

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

/* ---- decisions (study_decision.c) ------------------------------------------------ */

/*
 * A decision of a filter study: every play with its equity at every
 * ply, and the play that a filter chooses by these values.
 *
 * A play far behind the best is hopeless: it is not searched further and stays as far
 * behind.
 *
 * Most decisions do not need the full ply, since no filter can lose anything in them: a
 * filter loses when it leaves out the best play. study_weight() compares the plays that
 * any filter leaves out, unless hopeless, with one play that no filter leaves out, ply
 * by ply: if that is better than all of them, no filter loses. Where there is no such
 * play some filter may lose.
 *
 * There a play is hopeless if it is .06 behind at the ply before the full one. In 4000
 * decisions none of 2967 such plays was the best, and none of 1248 that were .04 or
 * more behind; 57 of 1204 that were up to .02 behind were. (gnubg-large at 2-ply; for
 * xg-gigantic 0, 3 and 25 of about as many.) So if all are .02 behind, or in a race,
 * where losses are small, only one decision in four is evaluated and counts four times:
 * the sums stay unbiased at less cost.
 */

enum { STUDY_PLAYS_MAX = 32 }; /* as many as eXtreme Gammon considers */

struct study_decision {
    int count;
    struct ranked_play play[STUDY_PLAYS_MAX]; /* in the order at 0-ply */
    float equity[SEARCH_PLY_MAX + 1][STUDY_PLAYS_MAX];
    float pruning[STUDY_PLAYS_MAX]; /* of the pruning net, with a dead cube */
};

/* Lists the plays of `roll`, best first, with equities at 0-ply and by the pruning net.
 * The strength of `search` must have a play_ply of 0 and let the main net evaluate all
 * plays. */
void study_list(struct search *search, const struct position *pos, struct roll roll,
                struct study_decision *d);

/* Evaluates the plays at the plies from..to, 1..SEARCH_PLY_MAX, each ply without those that are
 * hopeless at the one before. The equities at `from` - 1 must be known. */
void study_evaluate(struct search *search, struct study_decision *d, int from, int to);

/* Returns the index of the best play at `ply`. */
int study_best(const struct study_decision *d, int ply);

/* Returns the index of the play that `filter` chooses in a decision of `ply` plies; the
 * equities at all plies up to it must be known. */
int study_choice(const struct study_decision *d, const struct filter *filter, int ply);

/* Returns the weight of decision `d` at `ply` >= 1: 1 or 4 if one of the `filters`
 * filters can lose in it, 0 if it need not be evaluated. Its equities are known up to
 * `known` < ply; those at higher plies are overwritten. `rng` draws one decision in
 * four. */
int study_weight(struct search *search, struct study_decision *d,
                 const struct filter *filter, int filters, int ply, int known,
                 struct rng *rng);

/* ---- the file of figures (study_state.c) ----------------------------------------- */

/*
 * The state of a filter study as a text file, so that it can be continued later.
 *
 *     fibsbot-filter-study 2 CONDITIONS
 *     figures MATCHES GAMES PLAYS EVALUATED TIMED CUBES
 *     cube STOPPED ERRORS LOSS                        for each threshold
 *     filter LOSS SQUARES WORST DIFFERENT ABOVE ABOVE SECONDS EVALUATIONS GAMES...
 *     end
 *
 * CONDITIONS is any single line: a study continues only with the same one.
 */

enum { STUDY_CONDITIONS_SIZE = 4096 };

/* Replaces the file atomically by the draft and begins the next, which keeps other
 * programs out as long as the study runs. Returns false with `err` on failure; the draft
 * has then no stream. */
bool study_state_write(struct file_draft *draft, const char *conditions,
                       const struct study_settings *settings,
                       const struct study_figures *figures, struct error *err);

/* Reads the file. Returns false with `err` on failure, also if the file does not exist;
 * `figures` are then undefined. */
bool study_state_read(const char *path, const char *conditions,
                      const struct study_settings *settings,
                      struct study_figures *figures, struct error *err);

/* ---- reports (filter_report.c) --------------------------------------------------- */

/* `specs` are the filters as they were asked for, by number. */
void filter_report_tables(const struct study_settings *settings,
                          const struct study_figures *figures, const char *const *specs,
                          FILE *out);

/* Equity lost in a game against time, both logarithmic, a point with its standard error
 * for each filter; as SVG. */
void filter_report_plot(const struct study_settings *settings,
                        const struct study_figures *figures, const char *const *specs,
                        FILE *out);
