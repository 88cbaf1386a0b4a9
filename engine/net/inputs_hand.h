#ifndef ENGINE_NET_INPUTS_HAND_H
#define ENGINE_NET_INPUTS_HAND_H
/*
 * Hand-made inputs: features that a net of this size hardly learns from the checkers
 * alone, such as shots, primes, mobility and the race. HAND_INPUTS_SIDE for mine, then
 * as many for theirs, most of them in 0..1.
 *
 * They belong to the input set "checkers+hand", whose fill() defines them. Net kernels
 * compute the same inputs for many positions at once (net_kernels.h), from the same
 * source, inputs_hand_lanes.h. Never change them: add a new set.
 */

#include "engine/board/position.h"

enum { HAND_INPUTS_SIDE = 16, HAND_INPUTS = 2 * HAND_INPUTS_SIDE };

/* The inputs of one side, in order. "Own" is this side, "the other" its opponent. */
enum hand_input {
    HAND_SHOTS,       /* share of the other's 36 rolls that hit an own blot */
    HAND_SHOT_PIPS,   /* mean pips lost to these rolls, if the farthest blot is hit */
    HAND_SHOT_DANGER, /* shots x the strength of the other's home board */
    HAND_FREEDOM,     /* mean pips that own rearmost checker can move in a roll */
    HAND_PRIME,   /* longest run of made points before the other's rearmost checker */
    HAND_PRIME_4, /* 1 if that run is at least 4, 5, 6 points long */
    HAND_PRIME_5,
    HAND_PRIME_6,
    HAND_BLOCK_NEAR,  /* made points 1..6 pips before the other's rearmost checker */
    HAND_BLOCK_FAR,   /* 7..12 pips before it */
    HAND_BOARD,       /* (made home points / 6) squared: how often one checker on the
                       * bar dances */
    HAND_DANCE,       /* the same if the other has a checker on the bar, else 0 */
    HAND_RACE,        /* of mine: own share of all pips; of theirs: 1 if there is
                       * contact */
    HAND_REARMOST,    /* own rearmost checker's point */
    HAND_GAMMON_PIPS, /* pips needed to save the gammon, 0 once a checker is off */
    HAND_TIMING,      /* pips that can be played outside the home board, not counting
                  * checkers back */
};

/* Weights of a side's slots in three sums over its checkers: all pips, pips until all
 * are home, and the pips of HAND_TIMING. */
extern const uint8_t inputs_hand_slot_weights[3][SIDE_SLOTS];

#endif
