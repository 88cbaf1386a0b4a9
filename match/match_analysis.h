#ifndef MATCH_MATCH_ANALYSIS_H
#define MATCH_MATCH_ANALYSIS_H
/*
 * Judges every decision of a match that has been played: what plays and cube actions
 * lost, and how lucky the rolls were. Done a decision at a time, so that whoever does
 * it can do something else in between.
 *
 * Losses and luck are equities normalised to the cube (engine.h). An error rate is that
 * of the performance rating: 500 x the loss for each decision that was one, that is,
 * plays with a choice, and cube actions that were taken or came close (within .16, as
 * GNU Backgammon counts them).
 */

#include <stdbool.h>

#include "engine/engine.h"
#include "match/match_turns.h"

/* What stands before a play, and is judged with it. */
struct analysed_turn {
    bool is_analysed; /* the turn itself; else it could not be */
    bool is_choice;   /* it counts as a decision */
    double loss;      /* >= 0 */
    struct play best; /* a play: the best one */
    double luck;      /* a play: of its roll, for its side */
    /* A play: the double that was not made before the roll. */
    bool may_double, is_cube_choice;
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

/* At the default strength; `luck` at 0-ply. All three must outlive the analysis, which
 * uses `scratch` while it steps. NULL: no memory. */
struct match_analysis *match_analysis_new(const struct engine *eng,
                                          struct scratch *scratch,
                                          const struct match_turns *turns);
void match_analysis_free(struct match_analysis *analysis); /* NULL is taken */

/* Stops a step early; what it found is then worthless. */
void match_analysis_set_stop(struct match_analysis *analysis, const atomic_bool *stop);

/* Judges the next turn; false when there is none left. */
bool match_analysis_step(struct match_analysis *analysis);

/* Of turn `i`, once it is judged. */
const struct analysed_turn *match_analysis_turn(const struct match_analysis *analysis,
                                                int i);
const struct analysed_side *match_analysis_side(const struct match_analysis *analysis,
                                                enum record_side side);
double
match_analysis_error_rate(const struct analysed_side *side); /* 0 without decisions */

/* The worst decisions of a side, worst first: their turns, and whether it is the cube
 * action before that play. Returns how many there are, at most `max`. */
struct worst_decision {
    int turn;
    bool is_cube; /* no double before the play */
    double loss;
};
int match_analysis_worst(const struct match_analysis *analysis, enum record_side side,
                         struct worst_decision *worst, int max);

#endif
