#ifndef ENGINE_RACE_RACE_INTERNAL_H
#define ENGINE_RACE_RACE_INTERNAL_H
/* What race.c shares with its tests. */

#include "engine/race/race.h"

/* Races by these weights, which are copied. NULL: no memory, or no such database. */
struct race *race_new(const struct race_weights *w, const struct bearoff *bo);

#endif
