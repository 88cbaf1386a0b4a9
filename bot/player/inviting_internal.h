#ifndef BOT_PLAYER_INVITING_INTERNAL_H
#define BOT_PLAYER_INVITING_INTERNAL_H
/* We invite: whom, when, and what becomes of it. */

#include "bot/player/core_internal.h"

void player_find_match(struct player *p); /* invites somebody, if it is time to */
player_action player_inviting_timeout;

player_handler player_on_invite_sent, player_on_invite_refused,
    player_on_no_saved_match, player_on_already_playing;

#endif
