#ifndef BOT_PLAYER_LOBBY_INTERNAL_H
#define BOT_PLAYER_LOBBY_INTERNAL_H
/* Between matches: our settings, and who is logged in. */

#include "bot/player/core_internal.h"

player_action player_lobby_enter, player_lobby_timeout;

player_handler player_on_own_info, player_on_who, player_on_logout;

#endif
