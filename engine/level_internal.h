#ifndef ENGINE_LEVEL_INTERNAL_H
#define ENGINE_LEVEL_INTERNAL_H
/* What level.c shares with its tests. */

#include "engine/level.h"

/* Sets what a level of this rating is made of, between two levels also their noise. */
void level_set_rating(int rating, struct strength *strength);

#endif
