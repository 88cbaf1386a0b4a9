#ifndef ENGINE_BOARD_XGID_H
#define ENGINE_BOARD_XGID_H
/*
 * XGID: "XGID=" and ten fields with colons between (eXtreme Gammon manual). 26 letters
 * for the bar of player 2, points 1 to 24 as player 1 numbers them, the bar of player
 * 1: A to O for 1 to 15 checkers of player 1, a to o for player 2, - for none. Then
 * cube (log2), its owner (1, 0, -1), the player on roll (1, -1), dice ("00" to roll,
 * "D" doubled, "B" beavered, "R" raccooned, or "63"), scores of player 1 and of player
 * 2, Crawford (match: 0, 1; money: 1 Jacoby rule + 2 beavers), match length (0: money),
 * maximum cube (log2).
 *
 * Written ids name `mine` player 1.
 */

#include <stdbool.h>

#include "base/error.h"
#include "engine/board/decision_context.h"

enum { XGID_SIZE = 96 }; /* with the NUL */

/* XGIDs have no resignation: it is not written, and the player on roll is then read as
 * the one who decides. Beavers and raccoons to be answered are refused. The maximum
 * cube is written as 10 (1024), and checked but not kept when read. "XGID=" may be
 * missing. */
void xgid_write(const struct decision_context *at, char id[XGID_SIZE]);
bool xgid_read(const char *id, struct decision_context *at, struct error *err);

#endif
