#ifndef BOT_PLAYER_COMMANDS_INTERNAL_H
#define BOT_PLAYER_COMMANDS_INTERNAL_H
/* Answers commands of other users and of the owner. */

#include "bot/player/core_internal.h"

player_handler player_on_says, player_on_asking_says;

#endif
