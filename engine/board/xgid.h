#pragma once
/*
 * XGID: "XGID=" and ten fields separated by colons (eXtreme Gammon manual). 26 letters
 * for the bar of player 2, points 1 to 24 as player 1 numbers them, the bar of player
 * 1: A to O for 1 to 15 checkers of player 1, a to o for player 2, - for none. Then
 * cube (log2), its owner (1, 0, -1), the player on roll (1, -1), dice ("00" to roll,
 * "D" doubled, "B" beavered, "R" raccooned, or "63"), scores of player 1 and of player
 * 2, Crawford (match: 0, 1; money: 1 Jacoby rule + 2 beavers), match length (0: money),
 * maximum cube (log2).
 *
 * In ids that we write, `mine` is player 1.
 */

#include "base/error.h"

struct decision_context;

enum { XGID_SIZE = 96 }; /* with the NUL */

/* Writes and reads an XGID. XGIDs cannot express a resignation: it is not written, so
 * that reading the id back makes the player on roll the one who decides. The maximum
 * cube is written as 0 where nobody may double, else as 10 (1024); of what is read only 0
 * is kept. "XGID=" may be missing. Reading returns false with `err`, and leaves `at`
 * unchanged, for a malformed id, an impossible position or match state, and for beavers and
 * raccoons to be answered. */
void xgid_write(const struct decision_context *at, char id[XGID_SIZE]);
bool xgid_read(const char *id, struct decision_context *at, struct error *err);
