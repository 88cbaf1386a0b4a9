#pragma once
/*
 * Analyses every decision of a match: the equity lost by plays and cube actions, and
 * the luck of the rolls. One step analyses one decision, so that the caller can do
 * other work in between.
 *
 * The luck of an opening roll includes who may begin, as GNU Backgammon counts it.
 *
 * Losses and luck are equities normalised to the cube (engine.h). The error rate is
 * that of the performance rating: 500 x the mean loss per decision. Decisions are plays
 * with a choice, and cube actions that were made or were close (within .16, as GNU
 * Backgammon counts them). What beavers and their answers lose is normalised to the cube
 * before the double, as what the double loses.
 */

#include <stdbool.h>

#include "engine/engine.h"
#include "match/match_detail.h"
#include "match/match_turns.h"

/* The analysis of a turn. */
struct match_analysed_turn {
    bool is_analysed;                  /* false: the turn could not be analysed */
    bool is_choice;                    /* it counts as a decision */
    double loss;                       /* >= 0 */
    struct play best;                  /* of a play: the best one */
    enum record_cell_type best_answer; /* of an answer to a double or beaver */
    double luck;                       /* of a play: luck of its roll, for its side */
    /* Of a play: the double that was not made before the roll. */
    bool is_cube_choice;
    double cube_loss;
    struct match_detail detail; /* empty if read from a file of a former version */
};

/* Losses that count as errors and blunders, as eXtreme Gammon counts them. */
#define ANALYSIS_ERROR   0.02
#define ANALYSIS_BLUNDER 0.08

/* Sums of a side. */
struct match_analysed_side {
    int decisions;
    double loss;
    double luck;
    double luck_result;      /* in points (money) or match winning chance */
    int errors, blunders;    /* blunders are errors, too */
    int plays, cube_actions; /* the decisions, by kind */
    double play_loss, cube_loss;
};

struct match_analysis;

/* Prepares an analysis at the default strength, with luck at 0-ply by
 * the main net. All arguments must outlive it; match_analysis_step() uses `scratch`.
 * Returns NULL if memory is short. The caller frees it with match_analysis_free(). */
struct match_analysis *match_analysis_new(const struct engine *eng,
                                          struct search_scratch *scratch,
                                          const struct match_turns *turns);
void match_analysis_free(struct match_analysis *analysis); /* may be NULL */

/* Its engine, and the match equity table of that. */
const struct engine *match_analysis_engine(const struct match_analysis *analysis);
const struct met *match_analysis_met(const struct match_analysis *analysis);

/* The default: every cube action is searched, but for doubles that were not made and that
 * a quick look calls absurd, and two plays at least as deep as asked (filter_accept()). */
struct strength match_analysis_usual(void);

/* Set and return the strength at which decisions of a side are analysed; set it before
 * the first step. Where nobody may double it is cubeless. */
void match_analysis_set_strength(struct match_analysis *analysis, enum record_side side,
                                 const struct strength *strength);
const struct strength *match_analysis_strength(const struct match_analysis *analysis,
                                               enum record_side side);

/* A roller that judges close decisions again: plays that lose less than .08 and another
 * that is nearly as good, cube actions within .16; not those of a side that a roller
 * judges anyway. `may_roll` is asked before each. */
struct match_analysis_roller {
    const struct roller *roller;
    bool (*may_roll)(void *context);
    void *context;
};
void match_analysis_set_roller(struct match_analysis *analysis,
                               const struct match_analysis_roller *roller);

/* Sets a flag that ends a step early when it becomes true; the step then returns false
 * and its turn is not done. */
void match_analysis_set_stop(struct match_analysis *analysis, const atomic_bool *stop);

/* Analyses the next turn; returns false if there is none left. */
bool match_analysis_step(struct match_analysis *analysis);

/* Takes the analysis of the next turn from an earlier run instead. */
void match_analysis_restore(struct match_analysis *analysis,
                            const struct match_analysed_turn *analysed);

/* Returns the number of turns done. */
int match_analysis_done(const struct match_analysis *analysis);

/* Return the analysis of turn `i`, once its step is done, and the sums of a side so
 * far. */
const struct match_analysed_turn *
match_analysis_turn(const struct match_analysis *analysis, int i);
const struct match_analysed_side *
match_analysis_side(const struct match_analysis *analysis, enum record_side side);
double match_analysis_error_rate(
    const struct match_analysed_side *side); /* 0 without decisions */

/* The chance of RECORD_ME to win the match before turn `i` is decided (match_chance.h); of
 * an answer that before the double. */
double match_analysis_chance(const struct match_analysis *analysis, int i);
/* What RECORD_ME wins of the game on average, in points: of an unlimited match. */
double match_analysis_points(const struct match_analysis *analysis, int i);

/* What came out, of the decisions done. Results and luck are those of RECORD_ME: points,
 * or in a match the change of the match winning chance. The whole match counts from the
 * score at which the file begins. result - luck is the result without luck. */
struct match_outcome {
    struct match_analysed_side side[2];
    bool has_result;
    bool has_all_luck; /* no turn is missing, and no game in the middle */
    double result;
    double luck;
};

/* ... of a game (index in match_turns.game), or of the match if `game` is -1. */
void match_analysis_outcome(const struct match_analysis *analysis, int game,
                            struct match_outcome *outcome);

/* Writes the worst decisions of RECORD_OPPONENT, in a game (index in match_turns.game) or in
 * all if `game` is -1, worst first. Returns their number, at most `max`. */
struct match_worst_decision {
    int turn;
    bool is_cube; /* the error was not to double before this play */
    double loss;
};
int match_analysis_worst(const struct match_analysis *analysis, int game,
                         struct match_worst_decision *worst, int max);

enum { MATCH_RESULT_SIZE = 32 };

/* Writes a result, or the luck in it, with its sign: of a match the share of the chance to
 * win it, "+4.2 %", else points, "+0.31". Returns `text`. */
const char *match_analysis_result(double result, bool is_match,
                                  char text[MATCH_RESULT_SIZE]);
