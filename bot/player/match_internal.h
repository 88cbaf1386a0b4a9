#ifndef BOT_PLAYER_MATCH_INTERNAL_H
#define BOT_PLAYER_MATCH_INTERNAL_H
/* A match and its games: starts, suspends, leaves and ends them; sends our actions. */

#include "bot/player/core_internal.h"

void player_begin_match(struct player *p, const char *opponent, int agreed,
                        bool is_resumed);
void player_begin_game(struct player *p); /* resets what belongs to one game */
/* Takes a board outside a match as the start of one: some servers send nothing else. */
void player_adopt_match(struct player *p, const char *opponent);
/* Checks that the board shows the agreed match, and whether a resumed match is the one
 * we remember. Leaves the match and returns false when it was not agreed on. */
bool player_check_first_board(struct player *p, const struct board_view *view);
/* Whether the first board shows a score at or past the length. Leaves the match then. */
bool player_is_over(struct player *p, const struct board_view *view);
player_handler player_on_match_joined, player_on_match_resumed, player_on_resume_length,
    player_on_resume_points;

void player_end_match(struct player *p, const char *why); /* it is won or lost */
/* The server has saved the match; keeps what is known of it until it is resumed. */
void player_suspend_match(struct player *p, const char *why);
void player_leave_match(struct player *p, const char *why);
/* Leaves the match for lack of progress; `farewell`, for the opponent. */
void player_give_up_match(struct player *p, const char *why, const char *farewell);
#define PLAYER_FAREWELL                                                                \
    "The server and I do not get on with this game: I leave, and it stays saved."
player_action player_no_progress; /* nothing that we did had an effect for too long */

/* Requests a decision on the position `key`, unless one is requested already. */
void player_request_decision(struct player *p, const struct decision_request *request,
                             uint64_t key);
/* Sends the action for the position `key` and enters `next`. All actions go through
 * here. */
void player_send_action(struct player *p, const struct game_order *order,
                        enum player_state next, uint64_t key);
void player_send_plain_action(struct player *p, enum order_type type,
                              enum player_state next, uint64_t key);
/* Whether the position is answered and nothing says that the answer was lost; if so,
 * waits for what comes next. */
bool player_has_answered(struct player *p, uint64_t key);
/* `e` is unexpected: asks for the board; after repeated errors pauses, then leaves. */
player_handler player_resynchronise;

#endif
