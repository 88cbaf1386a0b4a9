#ifndef BOT_PLAYER_INVITING_INTERNAL_H
#define BOT_PLAYER_INVITING_INTERNAL_H
/* Our own invitations: whom, when, and their outcome. */

#include "bot/player/core_internal.h"

void player_find_match(struct player *p); /* invites a user if it is time to */
player_action player_inviting_timeout;

player_handler player_on_invite_sent, player_on_invite_refused,
    player_on_no_saved_match, player_on_already_playing;

#endif
