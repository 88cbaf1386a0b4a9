#ifndef BOT_PLAYER_THINKING_INTERNAL_H
#define BOT_PLAYER_THINKING_INTERNAL_H
/* Holds the answer to a decision until play.move_time has passed, then carries it out. */

#include "bot/player/core_internal.h"

player_action player_thinking_timeout;

#endif
