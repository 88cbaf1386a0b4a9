#pragma once
/*
 * The number of rolls that a side in a race needs to leave the other side's home board,
 * its own points 19..23, which saves the backgammon. Exact for up to 8 checkers there,
 * with plays that minimise the mean number of rolls; of more checkers only the 8
 * rearmost count.
 */

#include "engine/race/race_rolls.h"

struct side;
struct race_clear;

/* Makes the table in a millisecond. Returns NULL if memory is short. The caller frees
 * it with race_clear_free(). */
struct race_clear *race_clear_new(void);
void race_clear_free(struct race_clear *clear);

/* Sets `rolls` to the distribution for `side`, with rolls->count 0 if no checker is on
 * points 19..23. No checker may be on point 24 or the bar. */
void race_clear_rolls(const struct race_clear *clear, const struct side *side,
                      struct race_rolls *rolls);
