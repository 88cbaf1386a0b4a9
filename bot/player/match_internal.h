#ifndef BOT_PLAYER_MATCH_INTERNAL_H
#define BOT_PLAYER_MATCH_INTERNAL_H
/* A match and its games: how they begin, are answered, left, suspended and ended. */

#include "bot/player/core_internal.h"

/* What we accepted or offered, for a match with `name`; LENGTH_ANY if nothing. */
int player_agreed_with(const struct player *p, const char *name, bool we_joined);
void player_begin_match(struct player *p, const char *opponent, int agreed,
                        bool is_resumed);
void player_begin_game(struct player *p); /* resets what belongs to one game */

void player_end_match(struct player *p, bool is_finished, const char *why);
/* It is saved on the server; what we remember helps when it is resumed. */
void player_suspend_match(struct player *p, const char *why);
void player_leave_match(struct player *p, const char *why);

/* Asks for a decision on the position `key`, unless that is being thought about. */
void player_request_decision(struct player *p, const struct decision_request *request,
                             uint64_t key);
/* Answers the position `key`; the one place where that is done. */
void player_act(struct player *p, const struct fibs_command *command,
                enum player_state next, uint64_t key);
void player_act_plain(struct player *p, enum fibs_command_id id,
                      enum player_state next); /* ... that is on the board */
/* `m` does not fit: looks at the board, more slowly when that does not help. */
void player_resynchronise(struct player *p, const struct fibs_message *m);

#endif
