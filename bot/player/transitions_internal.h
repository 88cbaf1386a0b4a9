#ifndef BOT_PLAYER_TRANSITIONS_INTERNAL_H
#define BOT_PLAYER_TRANSITIONS_INTERNAL_H
/* The tables of the state machine. */

#include "bot/player/core_internal.h"

extern const struct player_state_row player_states[PLAYER_STATES];

/* Finds the handler of a message in a state; NULL when there is none. */
player_handler *player_find_handler(enum player_state state, enum fibs_message_id id);

#endif
