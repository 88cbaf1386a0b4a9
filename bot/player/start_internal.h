#ifndef BOT_PLAYER_START_INTERNAL_H
#define BOT_PLAYER_START_INTERNAL_H
/* How a match starts: joined, resumed or shown by a board. */

#include "bot/player/core_internal.h"

/* Takes a board outside a match as the start of one: some servers send nothing else. */
void player_adopt_match(struct player *p, const struct fibs_board *board);
/* Checks that the board shows the agreed match, and whether a resumed match is the one
 * we remember. Leaves the match and returns false when it was not agreed on. */
bool player_check_first_board(struct player *p, const struct board_view *view);

player_handler player_on_match_joined, player_on_match_resumed, player_on_resume_length,
    player_on_resume_points;

#endif
