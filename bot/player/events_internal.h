#ifndef BOT_PLAYER_EVENTS_INTERNAL_H
#define BOT_PLAYER_EVENTS_INTERNAL_H
/* Puts out match events. */

#include "bot/player/core_internal.h"

/* Puts out the start of match and game, if that has not been done. */
void player_record_begin(struct player *p);
void player_record_board(struct player *p);
void player_record_turn(struct player *p, bool is_mine, struct roll roll,
                        const struct play *play);
void player_record_sent_play(struct player *p); /* the server accepted our last play */
void player_record_simple(struct player *p, enum match_event_type type, bool is_mine,
                          int points);
void player_record_saved(struct player *p);
void player_record_end(struct player *p, bool is_finished);
/* How long an EVENT_TRY_LATER tells us to wait. */
int64_t player_told_wait_ms(const struct game_event *e);
void player_record_refusal(struct player *p, const struct player_invitation *invitation,
                           bool is_ours, const char *code);

#endif
