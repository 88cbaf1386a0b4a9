#pragma once
/*
 * A small seeded generator of pseudo-random numbers for self-play, tests and rollouts:
 * xoshiro256** 1.0, seeded through splitmix64 (D. Blackman and S. Vigna, "Scrambled
 * linear pseudorandom number generators", 2018; public domain). The same seed gives the
 * same stream on every machine. Do not use it for secrets.
 */

#include "engine/board/roll.h"

struct rng {
    uint64_t state[4];
};

/* Sets the state from any `seed`, 0 included. Different `stream` numbers give
 * independent streams. */
void rng_seed(struct rng *rng, uint64_t seed, uint64_t stream);

uint64_t rng_next(struct rng *rng);

/* Returns a uniform whole number in 0..bound-1; bound >= 1. */
uint32_t rng_below(struct rng *rng, uint32_t bound);

/* Returns a uniform number in [0, 1) with 53 random bits. */
double rng_unit(struct rng *rng);

/* Returns two fair dice, sorted so that high >= low. */
struct roll rng_roll(struct rng *rng);

/* Returns the first roll of a game, which is not a double. */
struct roll rng_opening_roll(struct rng *rng);
