#ifndef BOT_PLAYER_END_INTERNAL_H
#define BOT_PLAYER_END_INTERNAL_H
/* Handles ends of games and matches, by winning, leaving or dropping. */

#include "bot/player/core_internal.h"

/* Asks an idle opponent whether they are there, then leaves them. */
void player_watch_opponent(struct player *p);
int64_t player_watch_opponent_deadline(const struct player *p);
/* Gives up what has no effect for too long. */
void player_watch_progress(struct player *p);
int64_t player_watch_progress_deadline(const struct player *p);
/* Leaves the match when the playing hours are over or the time to stop has come. */
void player_watch_end(struct player *p);
int64_t player_watch_stop_deadline(const struct player *p);

player_action player_give_up_leaving, player_between_timeout, player_leaving_enter,
    player_leaving_timeout;
player_action player_on_join_question, player_on_saved, player_on_saved_on_purpose,
    player_on_not_playing;
player_handler player_on_game_end, player_on_score, player_on_match_over,
    player_on_rating_change, player_on_rating_experience;

#endif
