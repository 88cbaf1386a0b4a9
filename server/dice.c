#include "server/fibsd_core.h"

static uint64_t random_next(struct fibsd *server)
{
    uint64_t z = (server->random += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
}

/* 32 bits scaled: the bias is below one in 10^8 for the small bounds used here. */
unsigned dice_random_below(struct fibsd *server, unsigned bound)
{
    return (unsigned)(((random_next(server) >> 32) * bound) >> 32);
}

bool dice_random_chance(struct fibsd *server, double probability)
{
    return probability > 0.0 &&
           (double)(random_next(server) >> 11) * 0x1.0p-53 < probability;
}

int dice_roll_die(struct fibsd *server)
{
    if (server->loaded_next < server->loaded_count) {
        return server->loaded_dice[server->loaded_next++];
    }
    return 1 + (int)dice_random_below(server, 6);
}
