#ifndef ENGINE_ROLLOUT_ROLLOUT_H
#define ENGINE_ROLLOUT_ROLLOUT_H
/*
 * Rollouts: a position is played to its end (or for some half-moves) many times, and
 * the results are averaged.
 *
 * Dice. Every trial n has its own dice, the same for all candidates and whatever the
 * number of threads: rollout_dice.h. They are stratified, so multiples of 36 trials are
 * best: with 36 every first roll comes once, with 1296 every pair of first rolls.
 *
 * Variance reduction by lookahead. Before each roll all 21 rolls are valued with their
 * best replies; what the roll that fell is worth above their mean is luck, and the luck
 * of both sides is taken off the result. Luck has mean zero over the dice whatever the
 * evaluator thinks, so the result stays unbiased; how much variance is left depends on
 * how consistent the evaluator is. (D. Montgomery, "Variance reduction", GammOnLine,
 * February 2000, has the method.)
 *
 * Cube. In a cubeful rollout the side on roll decides about the cube before every roll,
 * for money and at match scores. A game that ends by a pass is settled for the cubeful
 * equity and then played on without the cube for the probabilities. In a cubeless one
 * nobody doubles, and the equity is that of a dead cube at the score.
 *
 * Results are of the same bits for any number of threads. Standard errors take the
 * trials for independent ones; since the dice are stratified they are a little on the
 * safe side.
 */

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "engine/board/match_state.h"
#include "engine/board/outputs.h"
#include "engine/board/position.h"
#include "engine/cube/cube_decision.h"
#include "engine/cube/met.h"
#include "engine/eval/eval.h"
#include "engine/search/strength.h"

enum {
    ROLLOUT_CANDIDATES_MAX = 32,
    ROLLOUT_TRIALS_MAX = 46656 * 36, /* 36^4 */
    ROLLOUT_THREADS_MAX = 64,
    ROLLOUT_ROUND = 72 /* trials between two looks at the rules for stopping */
};

struct rollout_settings {
    int trials;       /* at most, 1..ROLLOUT_TRIALS_MAX */
    int least_trials; /* before a rule for stopping is looked at */
    int horizon;      /* half-moves after which a game is cut short and judged at 0-ply;
                         0: it is played to its end */
    int play_ply;     /* for plays inside; 0-ply plays are those of the search tree */
    int cube_ply;     /* for cube actions inside: 0, 2, 4 */
    struct move_filter filter; /* for plays inside, and when a cube action is clear */
    int luck_ply;    /* at which the luck of rolls is measured; 0 is far quicker */
    bool is_cubeful; /* else nobody turns the cube */
    bool reduces_variance;
    bool has_stratified_dice; /* else every trial's dice are independent */
    bool uses_databases;      /* a game ends where a bearoff database knows its value */
    uint64_t seed;
    int threads;         /* 1..ROLLOUT_THREADS_MAX */
    double wanted_error; /* stop when no candidate's equity has a larger standard
                            error; 0: never */
    double clear_errors; /* give a play up when it is behind the best by so many
                            standard errors of the difference (a cube decision: stop
                            when the action is as clear); 0: never */
};

/* 1296 trials to the end, 0-ply, cubeful, all aids, one thread, no rule for stopping.
 */
struct rollout_settings rollout_default(void);

/* A candidate: where its games begin. */
struct rollout_start {
    struct position pos;
    struct match_state ms; /* seen by mine */
    bool is_mine_on_roll;  /* else mine has just moved */
    bool is_cube_decided;  /* the side on roll rolls at once */
};

/* What is known of a candidate after `trials`; all numbers are those of mine. */
struct rollout_result {
    int trials;
    bool is_given_up;  /* clearly behind, before the others ended */
    double outputs[5]; /* in the order of struct outputs; with the luck taken off a rare
                          one may come out below 0, and is 0 here */
    double outputs_error[5];
    double cubeless; /* points per game without a cube, -3..3 */
    double cubeless_error;
    double equity; /* normalised to the cube of the decision; cubeless rollouts: with a
                      dead cube */
    double equity_error;
};

/* Two candidates compared over the trials that both have, played with the same dice. */
struct rollout_difference {
    double equity; /* of the first above the second */
    double error;  /* its standard error, from the differences trial by trial */
    double joint;  /* equity / sqrt(error1^2 + error2^2), as if the dice were not the
                      same: the "joint standard deviations" of other programs */
};

struct rollout;

/* A rollout of a decision. `ms` (mine's) gives the cube that equities are normalised
 * to; `ev` and `met` must outlive it. NULL with `err`: settings, memory. */
struct rollout *rollout_new(const struct evaluator *ev, const struct met *met,
                            const struct rollout_settings *settings,
                            const struct match_state *ms, struct error *err);
void rollout_free(struct rollout *rollout); /* NULL is fine */

/* Whether it was made with these settings. */
bool rollout_has_settings(const struct rollout *rollout,
                          const struct rollout_settings *settings);

/* Forgets all candidates: the next decision, with the same settings. */
void rollout_begin(struct rollout *rollout, const struct match_state *ms);

/* The two ways to add a decision: a play of mine to `after`; and no double (0) and
 * double, take (1) of mine, on roll. */
int rollout_add_play(struct rollout *rollout, const struct position *after);
void rollout_add_cube(struct rollout *rollout, const struct position *pos);

/* Called by the thread that called rollout_run(), after every round and after each game
 * of its own; false ends the run. The results are those of whole trials. */
typedef bool rollout_progress(void *context, const struct rollout *rollout);

enum rollout_end {
    ROLLOUT_DONE,   /* all trials made, or a rule for stopping met */
    ROLLOUT_STOPPED /* by `stop` or `progress`: can be run on */
};

/* Rolls on from where it is. `stop` and `progress` may be NULL. Rules for stopping are
 * looked at when the trials are a multiple of ROLLOUT_ROUND; so a rollout that was
 * stopped and runs on ends with the same bits as one that was not. */
enum rollout_end rollout_run(struct rollout *rollout, const atomic_bool *stop,
                             rollout_progress *progress, void *context);

int rollout_candidates(const struct rollout *rollout);
int rollout_trials(const struct rollout *rollout); /* made so far */
struct rollout_result rollout_result(const struct rollout *rollout, int candidate);
/* Its probabilities, in the order that outputs_clamp() keeps. */
struct outputs rollout_outputs(const struct rollout_result *result);
struct rollout_difference rollout_difference(const struct rollout *rollout, int a,
                                             int b);
/* Whether every candidate not given up has an error as small as is wanted; false where
 * none is. */
bool rollout_is_accurate(const struct rollout *rollout);
/* The candidate of the highest equity among those not given up. */
int rollout_best(const struct rollout *rollout);
/* After rollout_add_cube(): the decision, its ply that of the plays inside. */
struct cube_decision rollout_cube_decision(const struct rollout *rollout);

#endif
