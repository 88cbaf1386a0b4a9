#ifndef ENGINE_BOARD_DECISION_CONTEXT_PARTS_H
#define ENGINE_BOARD_DECISION_CONTEXT_PARTS_H
/*
 * Helpers shared by the text forms of a decision context: for position_id.c, xgid.c and
 * decision_context_text.c only. Defined in decision_context.c.
 */

#include "base/error.h"
#include "engine/board/decision_context.h"

/* The largest cube (log2) and the largest score that an id can hold. */
enum { CUBE_LOG_MAX = 15, SCORE_MAX = (1 << 15) - 1 };

/* Returns log2 of `cube`, at most CUBE_LOG_MAX. */
int decision_context_cube_log(int cube);

/* Returns whether the opponent is on roll in `at`: true while a double is offered,
 * at->is_opponent_on_roll while a resignation is, else false. */
bool decision_context_opponent_on_roll(const struct decision_context *at);

/* Returns the roll of two dice given in any order; {0, 0} if both are 0. */
struct roll decision_context_roll(int a, int b);

/* Sets `err` to: KIND "TEXT": REASON. Always returns false, so that a reader can return
 * its result. */
bool decision_context_refuse(struct error *err, const char *kind, const char *text,
                             const char *reason);

#endif
