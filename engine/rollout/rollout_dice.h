#pragma once
/*
 * The dice of rollouts: quasi-random, and the same on every machine.
 *
 * Write the number of a trial in base 36, n = d0 + 36 d1 + 36^2 d2 + 36^3 d3. The roll
 * of turn t is number
 *
 *     p(t,0)[d0] + p(t,1)[d1] + ... + p(t,k)[dk]  modulo 36,    k = min(t, 3)
 *
 * of the 36 rolls, where each p(t,i) is a permutation of 0..35, drawn from the seed. So
 *
 *   turn 0 shows every roll once in each 36 trials (n = 36 m .. 36 m + 35), and so does
 *          every later turn;
 *   turns 0 and 1 show every pair once in each 1,296 trials, turns 0 to 2 every triple
 *          in each 46,656, turns 0 to 3 every four rolls in 36^4;
 *   seen over all seeds, the rolls of one trial are independent and uniform: a mean of
 *          trials is unbiased.
 *
 * Other programs do the same ("rotation of first rolls", "quasi-random dice"). New
 * permutations for every turn keep later turns from repeating the pattern of the first.
 * From turn ROLLOUT_DICE_TURNS on, rolls are drawn independently.
 */

#include <stdbool.h>

#include "engine/board/roll.h"

enum { ROLLOUT_DICE_TURNS = 128, ROLLOUT_DICE_DIGITS = 4, ROLLOUT_DICE_WAYS = 36 };

struct rollout_dice {
    uint64_t seed;
    bool is_stratified;
    uint8_t permuted[ROLLOUT_DICE_TURNS][ROLLOUT_DICE_DIGITS][ROLLOUT_DICE_WAYS];
};

/* Prepares the dice for `seed`. If not stratified, every roll is drawn
 * independently. */
void rollout_dice_init(struct rollout_dice *dice, uint64_t seed, bool is_stratified);

/* Returns the roll of `turn` (0, 1, ...) of a trial, as an index in
 * roll_all[]. */
int rollout_dice_roll(const struct rollout_dice *dice, int trial, int turn);
