#pragma once
/*
 * What can be said of a position (checkers.h).
 *
 * Every function says who `mine` is: "on roll" (before a play) or "has just moved"
 * (after a play; the value of such a position is the mover's). position_swap() changes
 * the view.
 */

#include <stdbool.h>

#include "engine/board/checkers.h"

/* Sets `pos` to the starting position, which looks the same from both sides. */
void position_start(struct position *pos);

/* Returns the same position seen by the other side. */
struct position position_swap(const struct position *pos);

bool position_equal(const struct position *a, const struct position *b);

/* Returns a 64-bit hash of the position, the same on all machines of one byte order. */
uint64_t position_hash(const struct position *pos);

/* Counts as borne off the checkers of a side that are neither on a point nor on the bar.
 * Returns false, and counts none, if more than 15 are there. */
bool position_bear_off_rest(struct side *side);

/* Returns NULL if the position is possible in a game, else a static text that says what
 * is wrong: a side does not have 15 checkers, both sides hold a point, both have borne
 * off everything, or both are closed out on the bar (no play leads there, and nobody could
 * ever move again). Otherwise both may have checkers on the bar. */
const char *position_fault(const struct position *pos);

/* Returns the pips that a side still has to move; a checker on the bar counts 25. */
int position_pip_count(const struct side *side);

/* Returns the side's highest point that holds a checker, in its own numbering (25 for
 * the bar); 0 when all checkers are off. */
int position_rearmost_checker(const struct side *side);

/* Returns whether the sides have not yet passed each other, so that a hit is
 * possible. */
bool position_has_contact(const struct position *pos);

/* Returns 1, 2 or 3 if mine has borne off all checkers and so won a single game, gammon
 * or backgammon, -1, -2 or -3 if theirs has, and 0 if the game is not finished. */
int position_game_result(const struct position *pos);
