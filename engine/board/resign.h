#ifndef ENGINE_BOARD_RESIGN_H
#define ENGINE_BOARD_RESIGN_H
/*
 * When a game is certain to be lost: bounds on the rolls that each side needs in a
 * race, for any dice and any play. No estimate of a net is trusted here.
 *
 * At most: every die of 2 or more takes at least 2 off the sum (pips + checkers left),
 * every 1 at least 1, since a die that is not played in full bears a checker off. So
 * every roll takes at least 3 (a double more), every die at least one pip.
 * At least: no roll moves more than 24 pips or bears off more than 4 checkers.
 */

#include "engine/board/match_state.h"
#include "engine/board/position.h"

/* How many games (1, 2, 3) mine, on roll, is certain to lose, neither more nor less,
 * or 0 when that is open. Where a loss of fewer games costs as much (it already loses
 * the match, or gammons do not count by the Jacoby rule), it is enough that these are
 * certain. */
int resign_certain_loss(const struct position *pos, const struct match_state *ms);

/* The most that mine can still win: 1 when theirs has borne off a checker, 2 when he
 * cannot be backgammoned any more, else 3. */
int resign_highest_win(const struct position *pos);

#endif
