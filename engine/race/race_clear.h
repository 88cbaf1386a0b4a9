#ifndef ENGINE_RACE_RACE_CLEAR_H
#define ENGINE_RACE_RACE_CLEAR_H
/*
 * Leaving the far quarter: the wait until a side in a race has nobody left on its
 * points 19..23, the other side's home board, which saves the backgammon. Exact for up
 * to 8 checkers there, played for the fewest rolls on average; of more, the 8 rearmost
 * count.
 */

#include "engine/board/position.h"
#include "engine/race/race_rolls.h"

struct race_clear;

/* Made in a millisecond. NULL: no memory. */
struct race_clear *race_clear_new(void);
void race_clear_free(struct race_clear *clear);

/* count 0 when nobody is there. Nobody may be on point 24 or the bar. */
void race_clear_rolls(const struct race_clear *clear, const struct side *side,
                      struct race_rolls *wait);

#endif
