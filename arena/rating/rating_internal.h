#ifndef ARENA_RATING_RATING_INTERNAL_H
#define ARENA_RATING_RATING_INTERNAL_H
/* What rating.c shares with its tests. */

#include "arena/rating/rating.h"

/* Returns the state of the test: always open before RATING_SPRT_PAIRS_MIN pairs, since
 * the variance of fewer is too uncertain. */
enum { RATING_SPRT_PAIRS_MIN = 20 };
enum rating_sprt_state rating_sprt_state(const struct rating_sprt *sprt,
                                         const struct arena_mean *mean, long pairs);

#endif
