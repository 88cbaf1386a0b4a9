#pragma once
/* What filter.c shares with its tests. */

#include "engine/search/filter.h"

/* Returns the next ply after `ply` at which the plays of a decision are evaluated, at
 * most `decision_ply`: skips the plies whose level prunes nothing. */
int filter_next_ply(const struct filter *filter, int decision_ply, int ply);
