#ifndef SERVER_MATCH_H
#define SERVER_MATCH_H
/* Matches: made, scored, ended, saved. invite.c starts them. */

#include "server/fibsd_state.h"

/* Returns the saved match of two users, or NULL. */
struct fibsd_match *match_find_saved(struct fibsd *server, const struct fibsd_user *a,
                                     const struct fibsd_user *b);
int match_count_saved(const struct fibsd *server, const struct fibsd_user *user);

/* Adds a new match and drops a saved one of the two players. Returns NULL if memory is
 * short. */
struct fibsd_match *match_new(struct fibsd *server, struct fibsd_user *inviter,
                              struct fibsd_user *joiner, int length);
/* The same where no match of the two is saved. */
struct fibsd_match *match_add(struct fibsd *server, struct fibsd_user *inviter,
                              struct fibsd_user *joiner, int length);
void match_remove(struct fibsd *server, struct fibsd_match *match);

/* What a line tells of these points: see fibsd_faults.says_one_point. */
int match_told_points(const struct fibsd *server, int points);

/* Ends the game with `points` for seat `winner`. The line that says how it ended is
 * still open for both players (text_tell_open). */
void match_end_game(struct fibsd *server, struct fibsd_match *match, int winner,
                    int points);

/* Withdraws all offers; after a double its maker is on roll again. */
void match_withdraw_offers(struct fibsd_match *match);

/* Saves the match and removes its players from it. */
void match_save(struct fibsd_match *match);

#endif
