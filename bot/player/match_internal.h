#ifndef BOT_PLAYER_MATCH_INTERNAL_H
#define BOT_PLAYER_MATCH_INTERNAL_H
/* A match and its games: begins, suspends, leaves and ends them; sends our actions. */

#include "bot/player/core_internal.h"

/* Returns the length that we accepted from or offered to `name`; LENGTH_ANY if none. */
int player_agreed_with(const struct player *p, const char *name, bool we_joined);
void player_begin_match(struct player *p, const char *opponent, int agreed,
                        bool is_resumed);
void player_begin_game(struct player *p); /* resets what belongs to one game */

/* The match is won or lost. */
void player_end_match(struct player *p, const char *why);
/* The server has saved the match; keeps what is known of it until it is resumed. */
void player_suspend_match(struct player *p, const char *why);
void player_leave_match(struct player *p, const char *why);

/* Requests a decision on the position `key`, unless one is requested already. */
void player_request_decision(struct player *p, const struct decision_request *request,
                             uint64_t key);
/* Sends `command` as the action for the position `key` and enters `next`. All actions go
 * through here. */
void player_act(struct player *p, const struct fibs_command *command,
                enum player_state next, uint64_t key);
void player_act_plain(struct player *p, enum fibs_command_id id,
                      enum player_state next); /* ... for the current board */
/* `m` is unexpected: asks for the board; after repeated errors pauses, then leaves. */
void player_resynchronise(struct player *p, const struct fibs_message *m);

#endif
