#ifndef ENGINE_LAB_STARTS_H
#define ENGINE_LAB_STARTS_H
/*
 * Where games of self-play begin: mostly at the opening, sometimes in positions that
 * good play seldom reaches but a bot must understand: many men back, both sides
 * scattered, bearing off against an anchor or the bar.
 */

#include "engine/position.h"
#include "engine/rng.h"

/* Sets `pos` (mine on roll, game not finished) and the first roll, which is not a
 * double at the opening. `odd` in 0..1 is the share of other than opening positions. */
void start_game(struct rng *rng, double odd, struct position *pos, struct roll *roll);

/* A race: the sides have passed each other, some checkers are still outside the home
 * boards or all are in. */
void start_race(struct rng *rng, struct position *pos);

#endif
