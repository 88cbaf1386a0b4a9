#ifndef SERVER_DICE_H
#define SERVER_DICE_H
/* The server's own random numbers (splitmix64), seeded by its configuration. */

#include "server/fibsd_state.h"

unsigned dice_random_below(struct fibsd *server, unsigned bound);

/* Returns true with the given probability. */
bool dice_random_chance(struct fibsd *server, double probability);

/* Returns 1..6; loaded dice of tests come first. */
int dice_roll_die(struct fibsd *server);

#endif
