#pragma once
/*
 * The inside of a rollout, shared by rollout.c, which runs it, rollout_game.c, which
 * plays one game, and rollout_state.c, which writes and reads its state.
 */

#include "base/thread_pool.h"
#include "engine/rollout/rollout.h"
#include "engine/rollout/rollout_dice.h"
#include "engine/rollout/rollout_nodes.h"

/* ---- a game ---- */

/* The figures of a trial, after variance reduction: the outputs in their order, the
 * cubeless equity and the value (as in cube.h, in units of the decision's cube). */
enum {
    ROLLOUT_FIGURE_OUTPUTS,
    ROLLOUT_FIGURE_CUBELESS = 5,
    ROLLOUT_FIGURE_VALUE,
    ROLLOUT_FIGURES
};

/* What all games share. */
struct rollout_rules {
    const struct evaluator *ev;
    const struct met *met;
    const struct bearoff *bearoff; /* where games may end; NULL: not used */
    struct rollout_settings settings;
    int cube;         /* of the decision */
    bool has_contact; /* all its candidates do: games may end in races */
    const struct rollout_dice *dice;
    struct rollout_nodes *nodes;
};

/* What one thread plays its games with. */
struct rollout_thread {
    const struct rollout_rules *rules;
    struct search_scratch *scratch;
    struct search *search; /* in the scratch */
    struct strength strength;
    struct rollout_node node;
};

/* Plays trial number `trial` from `start` and sets `figures`. Returns false if stopped
 * by thread->strength.stop; `figures` are then undefined. */
bool rollout_game(struct rollout_thread *thread, const struct rollout_start *start,
                  int trial, double figures[ROLLOUT_FIGURES]);

/* ---- sums ---- */

enum { ROLLOUT_PAIRS = ROLLOUT_CANDIDATES_MAX * (ROLLOUT_CANDIDATES_MAX - 1) / 2 };

struct rollout_candidate_sums {
    int trials;
    bool is_given_up;
    double sum[ROLLOUT_FIGURES];
    double square[ROLLOUT_FIGURES];
};

/* Sums of the differences in value between two candidates in the same trials. */
struct rollout_pair_sums {
    double sum;
    double square;
};

/* The sums of the trials: all that is needed to continue a rollout later. Trials are
 * added in the order of their numbers, so the sums have the same bits for any number of
 * threads. */
struct rollout_sums {
    int candidates;
    int trials; /* of those not given up */
    struct rollout_candidate_sums candidate[ROLLOUT_CANDIDATES_MAX];
    struct rollout_pair_sums pair[ROLLOUT_PAIRS]; /* rollout_pair(a, b) */
};

/* Returns the index of the pair a > b. */
static inline int rollout_pair(int a, int b)
{
    return a * (a - 1) / 2 + b;
}

struct rollout {
    struct rollout_rules rules;
    struct rollout_dice dice;
    struct match_state ms; /* of the decision */
    struct cube_model model;
    bool is_cube; /* candidates 0 and 1 are no double and double, take */
    struct rollout_start starts[ROLLOUT_CANDIDATES_MAX];
    struct rollout_sums sums;
    struct thread_pool *pool;       /* NULL: the caller alone */
    struct rollout_thread **thread; /* settings.threads, by thread of the pool */

    /* the current round */
    const atomic_bool *stop;
    rollout_progress *progress;
    void *context;
    atomic_bool halt; /* `progress` has returned false */
    int round_trials;
    int remaining; /* candidates not given up; their numbers: */
    int remains[ROLLOUT_CANDIDATES_MAX];
    bool is_done[ROLLOUT_ROUND * ROLLOUT_CANDIDATES_MAX];       /* by game */
    double (*figures)[ROLLOUT_CANDIDATES_MAX][ROLLOUT_FIGURES]; /* by trial */
};

/* Adds a candidate. Call it before the first run. Returns the candidate's number (0, 1,
 * ...), or -1 if there are ROLLOUT_CANDIDATES_MAX already. */
int rollout_add(struct rollout *rollout, const struct rollout_start *start);

/* NULL if the settings can be used, else what is wrong with them. */
const char *rollout_settings_fault(const struct rollout_settings *settings);

/* Returns the mean and its standard error from sum, sum of squares and count; the error
 * is 0 for fewer than two numbers. */
struct rollout_estimate {
    double mean;
    double error;
};
struct rollout_estimate rollout_estimate(double sum, double square, int count);
