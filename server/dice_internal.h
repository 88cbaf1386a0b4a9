#ifndef SERVER_DICE_INTERNAL_H
#define SERVER_DICE_INTERNAL_H
/* Loaded dice, for tests. */

#include "server/fibsd.h"

/* The dice to come, in pairs, before random ones. At most 64 numbers. */
void dice_load(struct fibsd *server, const int *dice, int count);

#endif
