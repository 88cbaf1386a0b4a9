#include "server/bgammon/bgammond_internal.h"

/* splitmix64 */
static uint64_t next_random(struct bgammond *server)
{
    uint64_t z = server->random += 0x9E3779B97F4A7C15U;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
}

unsigned bgammond_random_below(struct bgammond *server, unsigned bound)
{
    return (unsigned)((next_random(server) >> 32) * bound >> 32);
}

bool bgammond_random_chance(struct bgammond *server, double probability)
{
    return probability > 0 &&
           (double)(next_random(server) >> 11) * 0x1p-53 < probability;
}

int bgammond_random_die(struct bgammond *server)
{
    return 1 + (int)bgammond_random_below(server, 6);
}
