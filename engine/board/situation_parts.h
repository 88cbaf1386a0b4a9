#ifndef ENGINE_BOARD_SITUATION_PARTS_H
#define ENGINE_BOARD_SITUATION_PARTS_H
/*
 * What the text forms have in common: position_id.c, xgid.c and situation_text.c use
 * it, nobody else. Functions are in situation.c.
 */

#include "base/error.h"
#include "engine/board/situation.h"

/* The highest cube of an id, 2^15, and its highest score. */
enum { CUBE_LOG_MAX = 15, SCORE_MAX = (1 << 15) - 1 };

/* Log2 of the cube, at most CUBE_LOG_MAX. */
int situation_cube_log(int cube);

/* Always where a double is offered, as said where a resignation is. */
bool situation_opponent_on_roll(const struct situation *at);

/* Two dice in any order; {0, 0} for none. */
struct roll situation_roll(int a, int b);

/* Sets `err` to kind "text": reason, and returns false. */
bool situation_refuse(struct error *err, const char *kind, const char *text,
                      const char *reason);

#endif
