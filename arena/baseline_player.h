#ifndef ARENA_BASELINE_PLAYER_H
#define ARENA_BASELINE_PLAYER_H
/*
 * A player without a net, to measure nets against in the first minutes of training:
 * hand-made terms for the race, made points, blots and the bar, of the strength class
 * of G. Tesauro's pubeval (1993), whose weights it does not use.
 */

#include "engine/board/position.h"

/* How much mine, who has just moved, likes the position: only for comparing. */
float baseline_player_score(const struct position *after);

#endif
