#ifndef BOT_PLAYER_BOARD_INTERNAL_H
#define BOT_PLAYER_BOARD_INTERNAL_H
/* From the board to the decision that is needed, and from its answer to the command. */

#include "bot/player/core_internal.h"

/* Finds out from the current board what to do now, and does it. */
void player_decide(struct player *p);

/* Where the server does not answer `board`: acts from the last one, or rolls if that is
 * out of date. Returns false if it did nothing. */
bool player_go_on(struct player *p);

player_action player_game_timeout, player_thinking_timeout;
player_handler player_on_board, player_on_board_bad, player_on_unknown_order;

#endif
