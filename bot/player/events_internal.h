#ifndef BOT_PLAYER_EVENTS_INTERNAL_H
#define BOT_PLAYER_EVENTS_INTERNAL_H
/* Match events, as the player puts them out. */

#include "bot/player/core_internal.h"

/* Match and game, if they are not on record yet. */
void player_record_begin(struct player *p);
void player_record_board(struct player *p);
void player_record_turn(struct player *p, bool is_mine, struct roll roll,
                        const struct play *play);
void player_record_sent_play(struct player *p); /* our last move was taken */
void player_record_simple(struct player *p, enum match_event_type type, bool is_mine,
                          int points);
void player_record_saved(struct player *p);
void player_record_end(struct player *p, bool is_finished);
void player_record_refusal(struct player *p, const struct invitation *invitation,
                           bool is_ours, const char *code);

#endif
