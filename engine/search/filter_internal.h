#ifndef ENGINE_SEARCH_FILTER_INTERNAL_H
#define ENGINE_SEARCH_FILTER_INTERNAL_H
/* What filter.c shares with its tests. */

#include "engine/search/filter.h"

/* The next ply at which the plays of a decision are judged after `ply`: past levels
 * that prune nothing, `decision_ply` at most. Its filter level is the one of `ply`. */
int filter_next_ply(const struct move_filter *filter, int decision_ply, int ply);

#endif
