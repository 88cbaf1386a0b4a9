#include "engine/board/rng.h"

#include "base/splitmix.h"

static uint64_t rotate_left(uint64_t x, int bits)
{
    return (x << bits) | (x >> (64 - bits));
}

void rng_seed(struct rng *rng, uint64_t seed, uint64_t stream)
{
    uint64_t x = seed ^ rotate_left(stream * 0xd1342543de82ef95U, 32);
    for (int i = 0; i < 4; i++) {
        rng->state[i] = splitmix_next(&x);
    }
}

uint64_t rng_next(struct rng *rng)
{
    uint64_t *s = rng->state;
    uint64_t result = rotate_left(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate_left(s[3], 45);
    return result;
}

/* Lemire's multiply-and-reject (ACM TOMACS 29:1, 2019). */
uint32_t rng_below(struct rng *rng, uint32_t bound)
{
    uint64_t product = (rng_next(rng) >> 32) * bound;
    uint32_t low = (uint32_t)product;
    if (low < bound) {
        uint32_t threshold = -bound % bound;
        while (low < threshold) {
            product = (rng_next(rng) >> 32) * bound;
            low = (uint32_t)product;
        }
    }
    return (uint32_t)(product >> 32);
}

double rng_unit(struct rng *rng)
{
    return (double)(rng_next(rng) >> 11) * 0x1.0p-53;
}

struct roll rng_roll(struct rng *rng)
{
    int a = (int)rng_below(rng, 6);
    int b = (int)rng_below(rng, 6);
    return roll_of_dice(1 + a, 1 + b);
}

struct roll rng_opening_roll(struct rng *rng)
{
    struct roll roll = rng_roll(rng);
    while (roll.high == roll.low) {
        roll = rng_roll(rng);
    }
    return roll;
}
