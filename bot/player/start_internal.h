#ifndef BOT_PLAYER_START_INTERNAL_H
#define BOT_PLAYER_START_INTERNAL_H
/* How a match starts: joined, resumed or shown by a board. */

#include "bot/player/core_internal.h"

/* A board outside a match means that we are in one: not every server says more. */
void player_adopt_match(struct player *p, const struct fibs_board *board);
/* Is it the match that was agreed on, and for a resumed one, is it the one we remember?
 * False when it is not, and we leave it. */
bool player_check_first_board(struct player *p, const struct board_view *view);

player_handler player_on_match_joined, player_on_match_resumed, player_on_resume_length,
    player_on_resume_points;

#endif
