#ifndef ENGINE_BOARD_DECISION_CONTEXT_PARTS_H
#define ENGINE_BOARD_DECISION_CONTEXT_PARTS_H
/*
 * What the text forms have in common: position_id.c, xgid.c and decision_context_text.c use
 * it, nobody else. Functions are in decision context.c.
 */

#include "base/error.h"
#include "engine/board/decision_context.h"

/* The highest cube of an id, 2^15, and its highest score. */
enum { CUBE_LOG_MAX = 15, SCORE_MAX = (1 << 15) - 1 };

/* Log2 of the cube, at most CUBE_LOG_MAX. */
int decision_context_cube_log(int cube);

/* Always where a double is offered, as said where a resignation is. */
bool decision_context_opponent_on_roll(const struct decision_context *at);

/* Two dice in any order; {0, 0} for none. */
struct roll decision_context_roll(int a, int b);

/* Sets `err` to kind "text": reason, and returns false. */
bool decision_context_refuse(struct error *err, const char *kind, const char *text,
                             const char *reason);

#endif
