#ifndef BOT_PLAYER_INVITATIONS_INTERNAL_H
#define BOT_PLAYER_INVITATIONS_INTERNAL_H
/* Who may play with whom; open invitations, ours and those of others. */

#include "bot/player/core_internal.h"

bool player_has_enough(const struct player *p); /* play.max_matches is reached */
bool player_takes_matches(const struct player *p);
bool player_is_robot(const struct player *p, const char *name); /* a guess */
/* Fills in what is known of a user and of us, for rules_judge(). */
void player_describe_user(const struct player *p, const char *name,
                          struct rule_case *c);
/* Whether the who lines show them as ready and not playing. */
bool player_is_free(const struct player *p, const char *name);
/* Whether the rules allow a match of `length` with them. `is_ours`: we invite. */
bool player_is_welcome(const struct player *p, const char *name, int length,
                       bool is_ours);
/* The same when we invite, and it is not too early to invite them again. */
bool player_may_invite(const struct player *p, const char *name, int length);

void player_invite(struct player *p, const char *name, int length);
/* Invites them, to the saved match if there is one. False when we may not. */
bool player_try_invite(struct player *p, const char *name, int length);

/* Finds a user's invitation that is queued while another is answered; NULL if none. */
struct player_invitation *player_find_waiting(struct player *p, const char *name);
/* Drops all invitations of a user who has logged out or plays with somebody else. */
void player_withdraw_invitation(struct player *p, const char *name, const char *why);
void player_take_invitation(struct player *p); /* handles the next one, if any */
void player_join(struct player *p);

#endif
