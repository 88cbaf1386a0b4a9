#ifndef SERVER_TURN_H
#define SERVER_TURN_H
/* One turn: prompt, roll, move. */

#include "server/fibsd_state.h"

/* Makes the opening roll, which decides who begins, and sends the first board. */
void turn_roll_opening(struct fibsd *server, struct fibsd_match *match);

/* Returns how many dice of the roll must be played. */
int turn_dice_to_play(struct fibsd *server, const struct fibsd_match *match);

/* Rolls for match->turn and sends what follows from it. */
void turn_roll_dice(struct fibsd *server, struct fibsd_match *match);

#endif
