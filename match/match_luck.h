#pragma once
/* The luck of the rolls of an analysed match. That of games played here is luck.h. */

#include <stdatomic.h>

#include "engine/engine.h"
#include "match/match_turns.h"

/* Returns the value of a turn's roll, that of its best play at 0-ply by the main net, less
 * the mean of all rolls that could have fallen; normalised to the cube. The opening roll
 * says who begins as well: the other side could have rolled it.
 *
 *   has_no_cube  nobody may double in this match
 *   stop         ends it early, with a value of no meaning; may be NULL */
double match_luck_of(const struct engine *eng, struct search_scratch *scratch,
                     const struct match_turn *turn, bool has_no_cube,
                     const atomic_bool *stop);
