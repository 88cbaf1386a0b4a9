#ifndef ENGINE_INPUTS_HAND_H
#define ENGINE_INPUTS_HAND_H
/*
 * Hand-made inputs: what a net of this size finds hard to see in single checkers:
 * shots, primes, freedom to move, the race. HAND_INPUTS_SIDE for mine, then as many for
 * theirs, each side against the other, most of them in 0..1.
 *
 * They belong to the input set "checkers+hand"; never change them, add another set.
 */

#include "position.h"

enum { HAND_INPUTS_SIDE = 16, HAND_INPUTS = 2 * HAND_INPUTS_SIDE };

void inputs_hand(const struct position *pos, float inputs[HAND_INPUTS]);

#endif
