#ifndef SERVER_DICE_H
#define SERVER_DICE_H
/* The server's own random numbers (splitmix64), seeded by its configuration. */

#include "server/state.h"

unsigned random_below(struct fibsd *server, unsigned bound);

/* True with the given probability. */
bool random_chance(struct fibsd *server, double probability);

/* 1..6; loaded dice first. */
int roll_die(struct fibsd *server);

#endif
