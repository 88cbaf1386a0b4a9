#ifndef ARENA_RATING_STANDINGS_INTERNAL_H
#define ARENA_RATING_STANDINGS_INTERNAL_H
/* What standings.c shares with its tests. */

#include "arena/rating/standings.h"

/* Returns the standard error of the difference of two ratings. */
double rating_fit_error(const struct rating_fit *fit, int a, int b);

#endif
