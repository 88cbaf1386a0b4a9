#ifndef BOT_PLAYER_TURNS_INTERNAL_H
#define BOT_PLAYER_TURNS_INTERNAL_H
/* What happens between boards: rolls, moves, dances, prompts, refused plays. */

#include "bot/player/core_internal.h"

player_action player_on_first_mover, player_on_prompt, player_on_please_move,
    player_on_bearing_off, player_on_you_dance, player_on_opponent_dances,
    player_on_move_done;
player_handler player_on_told_to_wait, player_on_opening_roll, player_on_auto_cube,
    player_on_you_roll, player_on_opponent_rolls, player_on_forced_play,
    player_on_opponent_moves, player_on_illegal_play, player_on_kibitz;

#endif
