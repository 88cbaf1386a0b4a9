#pragma once
/* splitmix64 (S. Vigna, public domain): random numbers from a state of any value. */

#include <stdbool.h>
#include <stdint.h>

static inline uint64_t splitmix_next(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
}

/* 0 to bound - 1. 32 bits scaled: the bias is below one in 10^8 for small bounds. */
static inline unsigned splitmix_below(uint64_t *state, unsigned bound)
{
    return (unsigned)(((splitmix_next(state) >> 32) * bound) >> 32);
}

/* Draws nothing for a probability of 0. */
static inline bool splitmix_chance(uint64_t *state, double probability)
{
    return probability > 0.0 &&
           (double)(splitmix_next(state) >> 11) * 0x1.0p-53 < probability;
}
