#ifndef MATCH_MATCH_ANALYSIS_H
#define MATCH_MATCH_ANALYSIS_H
/*
 * Analyses every decision of a match: the equity lost by plays and cube actions, and
 * the luck of the rolls. One step analyses one decision, so that the caller can do
 * other work in between.
 *
 * Losses and luck are equities normalised to the cube (engine.h). The error rate is
 * that of the performance rating: 500 x the mean loss per decision. Decisions are plays
 * with a choice, and cube actions that were made or were close (within .16, as GNU
 * Backgammon counts them).
 */

#include <stdbool.h>

#include "engine/engine.h"
#include "match/match_turns.h"

/* The analysis of a turn. */
struct analysed_turn {
    bool is_analysed; /* false: the turn could not be analysed */
    bool is_choice;   /* it counts as a decision */
    double loss;      /* >= 0 */
    struct play best; /* of a play: the best one */
    double luck;      /* of a play: luck of its roll, for its side */
    /* Of a play: the double that was not made before the roll. */
    bool is_cube_choice;
    double cube_loss;
};

/* Sums of a side. */
struct analysed_side {
    int decisions;
    double loss;
    double luck;
    int plays, cube_actions; /* the decisions, by kind */
    double play_loss, cube_loss;
};

struct match_analysis;

/* Prepares an analysis at the default strength, with luck at 0-ply. All arguments must
 * outlive it; match_analysis_step() uses `scratch`. Returns NULL if memory is short.
 * The caller frees it with match_analysis_free(). */
struct match_analysis *match_analysis_new(const struct engine *eng,
                                          struct scratch *scratch,
                                          const struct match_turns *turns);
void match_analysis_free(struct match_analysis *analysis); /* may be NULL */

/* Sets a flag that ends a step early when it becomes true; its result is then
 * undefined. */
void match_analysis_set_stop(struct match_analysis *analysis, const atomic_bool *stop);

/* Analyses the next turn; returns false if there is none left. */
bool match_analysis_step(struct match_analysis *analysis);

/* Return the analysis of turn `i`, once its step is done, and the sums of a side so
 * far. */
const struct analysed_turn *match_analysis_turn(const struct match_analysis *analysis,
                                                int i);
const struct analysed_side *match_analysis_side(const struct match_analysis *analysis,
                                                enum record_side side);
double
match_analysis_error_rate(const struct analysed_side *side); /* 0 without decisions */

/* Writes the worst decisions of a side, worst first. Returns their number, at most
 * `max`. */
struct worst_decision {
    int turn;
    bool is_cube; /* the error was not to double before this play */
    double loss;
};
int match_analysis_worst(const struct match_analysis *analysis, enum record_side side,
                         struct worst_decision *worst, int max);

#endif
