#ifndef BOT_PLAYER_TRANSITIONS_INTERNAL_H
#define BOT_PLAYER_TRANSITIONS_INTERNAL_H
/* The tables of the state machine. */

#include "bot/player/core_internal.h"

extern const struct player_state_row player_states[PLAYER_STATES];

/* Does what the table says about the event in the current state; false: nothing. */
bool player_handle_event(struct player *p, const struct game_event *e);

#endif
