#pragma once
/* What the translators of boards and of events share. */

#include "bot/game/game_board.h"
#include "engine/board/play.h"
#include "fibs/bgammon/event.h"

/* Translates a board to that of a table of play; `fault` is set where it is no position of a
 * game. A match of more than 99 points has one: the engine plays none. With moves made that
 * are not ended yet the position is the one after them. */
void bgammon_translate_board(const struct bgammon_board *board,
                             struct game_board *read);

/* Writes a play of ours as hops in the order in which they are played, checkers from the bar
 * first. Returns their number; 0 is a dance, which `ok` alone ends. */
int bgammon_translate_play(const struct play *play,
                           struct bgammon_hop hops[CHECKER_MOVES_MAX]);
