#ifndef ENGINE_NET_INPUTS_HAND_H
#define ENGINE_NET_INPUTS_HAND_H
/*
 * Hand-made inputs: what a net of this size finds hard to see in single checkers:
 * shots, primes, freedom to move, the race. HAND_INPUTS_SIDE for mine, then as many for
 * theirs, each side against the other, most of them in 0..1.
 *
 * They belong to the input set "checkers+hand"; never change them, add another set.
 */

#include "engine/board/position.h"

enum { HAND_INPUTS_SIDE = 16, HAND_INPUTS = 2 * HAND_INPUTS_SIDE };

/* Where each of a side's inputs stands. */
enum hand_input {
    HAND_SHOTS,       /* rolls of the other that hit a blot of own, of 36 */
    HAND_SHOT_PIPS,   /* mean pips lost by them, the farthest blot counting */
    HAND_SHOT_DANGER, /* shots x the strength of the other's home board */
    HAND_FREEDOM,     /* mean pips that own rearmost checker can move in a roll */
    HAND_PRIME,   /* longest run of made points before the other's rearmost checker */
    HAND_PRIME_4, /* and whether it is at least 4, 5, 6 long */
    HAND_PRIME_5,
    HAND_PRIME_6,
    HAND_BLOCK_NEAR,  /* made points 1..6 pips before the other's rearmost checker */
    HAND_BLOCK_FAR,   /* 7..12 pips before it */
    HAND_BOARD,       /* (made points at home / 6) squared: how often one man dances */
    HAND_DANCE,       /* the same when the other has a man on the bar, else 0 */
    HAND_RACE,        /* mine: share of all pips; theirs: whether there is contact */
    HAND_REARMOST,    /* own rearmost checker's point */
    HAND_GAMMON_PIPS, /* pips until a gammon is saved, 0 once a checker is off */
    HAND_TIMING, /* pips that can be played outside the home board, men back apart */
};

/* Weights of the slots of a side in sums over its checkers: pips, those until all are
 * at home, and those of TIMING. */
extern const uint8_t inputs_hand_slot_weights[3][SIDE_SLOTS];

/* The definition. Kernels make the same of many positions at once (net_kernels.h), from
 * the same source, inputs_hand_lanes.h. */
void inputs_hand(const struct position *pos, float inputs[HAND_INPUTS]);

#endif
