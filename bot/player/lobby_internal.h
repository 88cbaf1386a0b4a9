#ifndef BOT_PLAYER_LOBBY_INTERNAL_H
#define BOT_PLAYER_LOBBY_INTERNAL_H
/* Between matches: our settings, who is logged in, and our own invitations. */

#include "bot/player/core_internal.h"

player_action player_lobby_enter, player_lobby_timeout, player_inviting_timeout;
player_action player_on_already_playing;
player_handler player_on_own_info, player_on_who, player_on_logout,
    player_on_not_experienced, player_on_invite_later, player_on_invite_sent,
    player_on_invite_refused, player_on_no_saved_match;

#endif
