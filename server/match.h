#ifndef SERVER_MATCH_H
#define SERVER_MATCH_H
/* The life of a match: start, next game, score, end, saved and resumed. */

#include "server/state.h"

/* The saved match of two users, or NULL. */
struct match *find_saved_match(struct fibsd *server, const struct user *a,
                               const struct user *b);
int count_saved_matches(const struct fibsd *server, const struct user *user);

/* Records a new match; a saved one of the two is lost. NULL: out of memory. */
struct match *new_match(struct fibsd *server, struct user *inviter, struct user *joiner,
                        int length);
void remove_match(struct fibsd *server, struct match *match);

/* Sets the match going for both players: who lines, report, resume block or first game.
 */
void start_match(struct fibsd *server, struct match *match, bool is_resumed);

void start_game(struct fibsd *server, struct match *match);

/* The game is over: `points` for seat `winner`. The line that says how stands open at
 * both players (tell_open). */
void end_game(struct fibsd *server, struct match *match, int winner, int points);

/* Offers end with the connection; a double goes back to the one who made it. */
void withdraw_offers(struct match *match);

/* Takes the players out of the match and keeps it. */
void save_match(struct match *match);

#endif
