#pragma once
/*
 * Rollouts: play a position to its end (or for some half-moves) many times and average
 * the results.
 *
 * Dice. Every trial n has its own dice, the same for all candidates and whatever the
 * number of threads: rollout_dice.h. They are stratified, so multiples of 36 trials are
 * best: with 36 every first roll comes once, with 1296 every pair of first rolls.
 *
 * Variance reduction by lookahead. Before each roll, all 21 rolls are evaluated with
 * their best plays. The luck of a roll is the value of the roll that fell less the mean
 * over all rolls; the luck of both sides is subtracted from the result. The mean of
 * luck over the dice is zero for any evaluator, so the result stays unbiased; how much
 * variance is left depends on how consistent the evaluator is. (D. Montgomery,
 * "Variance reduction", GammOnLine, February 2000, has the method.)
 *
 * Cube. In a cubeful rollout the side on roll makes a cube decision before every roll,
 * for money and at match scores. A pass ends the game for the cubeful equity; it is
 * then played on without the cube for the probabilities. In a cubeless rollout nobody
 * doubles, and the equity is that of a dead cube at the score.
 *
 * Results have the same bits for any number of threads. Standard errors assume
 * independent trials; since the dice are stratified, they are slightly too large.
 */

#include "base/error.h"
#include "engine/board/checkers.h"
#include "engine/cube/cube_decision.h"
#include "engine/cube/met.h"
#include "engine/eval/eval.h"
#include "engine/search/strength.h"

enum {
    ROLLOUT_CANDIDATES_MAX = 32,
    ROLLOUT_TRIALS_MAX = 46656 * 36, /* 36^4 */
    ROLLOUT_THREADS_MAX = 64,
    ROLLOUT_ROUND = 72 /* trials between two checks of the stopping rules, by default */
};

struct rollout_settings {
    int trials;       /* at most, 1..ROLLOUT_TRIALS_MAX */
    int least_trials; /* trials before a stopping rule applies */
    int horizon;      /* half-moves after which a game is truncated and evaluated at
                       * 0-ply; 0: it is played to its end */
    int play_ply;     /* of plays in the games; 0-ply plays with contact are chosen as
                       * inside the search tree, if variance is reduced */
    int first_turns;  /* half-moves from the first whose plays are at first_ply, where
                       * that is deeper: few positions, which many trials share */
    int first_ply;
    int cube_ply;         /* of cube actions in the games: 0, 2 or 4 */
    struct filter filter; /* of plays in the games; also says when a cube action is
                                * clear */
    int luck_ply;    /* at which rolls are evaluated for variance reduction; 0 is far
                      * quicker */
    bool is_cubeful; /* false: nobody doubles */
    bool reduces_variance;
    bool has_stratified_dice; /* false: all dice are independent */
    bool uses_databases; /* end a game when a bearoff database has its value; also in
                               * any race, by the race net, where nobody can double any
                               * more and all candidates have contact */
    uint64_t seed;
    int threads;         /* 1..ROLLOUT_THREADS_MAX */
    double wanted_error; /* stop when no candidate's equity has a larger standard error;
                          * 0: no such rule */
    int check_every;     /* trials between two checks of the stopping rules, at most
                      * ROLLOUT_ROUND; 0: that */
    double small_loss;   /* give up a play, end a cube decision, when that loses at most
                        * this equity on average, by the mean and the standard error of
                        * the difference: trials go to what is open; 0: no such rule */
    double clear_errors; /* give up a play that is behind the best by this many standard
                          * errors of the difference (cube decisions: stop when the
                          * action is as clear as that); 0: no such rule */
};

/* Returns the defaults: 1296 trials to the end, 0-ply, cubeful, with variance
 * reduction, stratified dice and databases, one thread, no stopping rule. */
struct rollout_settings rollout_default(void);

/* A candidate: the position in which its games begin. */
struct rollout_start {
    struct position pos;
    struct match_state ms; /* seen by mine */
    bool is_mine_on_roll;  /* else mine has just moved */
    bool is_cube_decided;  /* the side on roll rolls without a cube decision */
};

/* The result of a candidate after `trials`; all numbers are those of mine. */
struct rollout_result {
    int trials;
    bool is_given_up;  /* given up because it was clearly behind */
    double outputs[5]; /* in the order of struct outputs; variance reduction can make a
                        * small one negative, which is reported as 0 */
    double outputs_error[5];
    double cubeless; /* points per game at cube 1, -3..3 */
    double cubeless_error;
    double equity; /* normalised to the cube of the decision; in cubeless rollouts with
                    * a dead cube */
    double equity_error;
};

/* The difference between two candidates over their common trials, which have the same
 * dice. */
struct rollout_difference {
    double equity; /* equity of the first less that of the second */
    double error;  /* its standard error, from the differences trial by trial */
    double joint;  /* equity / sqrt(error1^2 + error2^2), which ignores that the dice
                    * are the same: the "joint standard deviations" of other programs */
};

struct rollout;

/* Makes a rollout of a decision. `ms`, seen by mine, has the cube to which equities are
 * normalised; `ev` and `met` must outlive the rollout. Returns NULL with `err` if the
 * settings are invalid or memory is short. The caller frees it with rollout_free(). */
struct rollout *rollout_new(const struct evaluator *ev, const struct met *met,
                            const struct rollout_settings *settings,
                            const struct match_state *ms, struct error *err);
void rollout_free(struct rollout *rollout); /* may be NULL */

/* Returns whether the rollout was made with these settings. */
bool rollout_has_settings(const struct rollout *rollout,
                          const struct rollout_settings *settings);

/* Removes all candidates, to roll out another decision with the same settings. */
void rollout_begin(struct rollout *rollout, const struct match_state *ms);

/* Add the candidates of a decision: rollout_add_play() a play of mine that leads to
 * `after`, rollout_add_cube() no double (candidate 0) and double, take (candidate 1) of
 * mine, on roll. */
int rollout_add_play(struct rollout *rollout, const struct position *after);
void rollout_add_cube(struct rollout *rollout, const struct position *pos);

/* Callback of rollout_run(), called on its thread after every round and after each game
 * that this thread played. Return false to end the run. The results are those of
 * complete trials. */
typedef bool rollout_progress(void *context, const struct rollout *rollout);

enum rollout_end {
    ROLLOUT_DONE,   /* all trials are made, or a stopping rule applied */
    ROLLOUT_STOPPED /* by `stop` or `progress`; can be continued */
};

/* Runs the rollout, or continues one that was stopped. `stop` and `progress` may be
 * NULL. Stopping rules are checked only when the number of trials is a multiple of
 * settings.check_every, so a rollout that was stopped and continued ends with the same bits as
 * one that was not. */
enum rollout_end rollout_run(struct rollout *rollout, const atomic_bool *stop,
                             rollout_progress *progress, void *context);

int rollout_candidates(const struct rollout *rollout);
int rollout_trials(const struct rollout *rollout); /* completed so far */
struct rollout_result rollout_result(const struct rollout *rollout, int candidate);
/* Returns the probabilities of a result, limited by outputs_clamp(). */
struct outputs rollout_outputs(const struct rollout_result *result);
struct rollout_difference rollout_difference(const struct rollout *rollout, int a,
                                             int b);
/* Returns whether the standard errors of all candidates not given up are at most
 * settings.wanted_error; false if that is 0, and before the second trial, since one
 * trial has no standard error. */
bool rollout_is_accurate(const struct rollout *rollout);
/* Returns the candidate with the highest equity of those not given up. */
int rollout_best(const struct rollout *rollout);
/* Returns the cube decision of a rollout with rollout_add_cube(). Its ply is that of
 * the plays in the games. */
struct cube_decision rollout_cube_decision(const struct rollout *rollout);
