#ifndef BOT_PLAYER_THINKING_INTERNAL_H
#define BOT_PLAYER_THINKING_INTERNAL_H
/* The answer to a decision: held until its time, then carried out. */

#include "bot/player/core_internal.h"

player_action player_thinking_timeout;

#endif
