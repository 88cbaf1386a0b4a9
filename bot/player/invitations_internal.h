#ifndef BOT_PLAYER_INVITATIONS_INTERNAL_H
#define BOT_PLAYER_INVITATIONS_INTERNAL_H
/* Who may play with whom, and the invitations that stand: ours, and those of others. */

#include "bot/player/core_internal.h"

bool player_has_enough(const struct player *p); /* matches played */
bool player_takes_matches(const struct player *p);
/* Fills in all that is known of a user and of us, for the rules. */
void player_describe_user(const struct player *p, const char *name,
                          struct rule_case *c);
/* Whether he is ready and plays with nobody, as far as the who lines tell. */
bool player_is_free(const struct player *p, const char *name);
/* Whether the rules let us play him so. `is_ours`: by our invitation. */
bool player_is_welcome(const struct player *p, const char *name, int length,
                       bool is_ours);
/* The same by our invitation, and it is not too early to invite him again. */
bool player_may_invite(const struct player *p, const char *name, int length);

void player_invite(struct player *p, const char *name, int length);
/* To the saved match if there is one. False when we may not invite him. */
bool player_try_invite(struct player *p, const char *name, int length);

/* The invitation of a user that waits while another is answered; or NULL. */
struct invitation *player_find_waiting(struct player *p, const char *name);
/* Whoever has gone, or plays with somebody else, waits for no answer of ours. */
void player_withdraw_invitation(struct player *p, const char *name, const char *why);
void player_take_invitation(struct player *p); /* the next that stands, if any */
void player_join(struct player *p);

#endif
