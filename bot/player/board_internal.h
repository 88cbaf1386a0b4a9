#ifndef BOT_PLAYER_BOARD_INTERNAL_H
#define BOT_PLAYER_BOARD_INTERNAL_H
/* From the board to the decision that is wanted. */

#include "bot/player/core_internal.h"

/* Reads from the current board what is to be done now. */
void player_decide(struct player *p);
player_action player_game_timeout;

player_handler player_on_board, player_on_board_bad;

#endif
