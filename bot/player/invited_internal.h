#ifndef BOT_PLAYER_INVITED_INTERNAL_H
#define BOT_PLAYER_INVITED_INTERNAL_H
/* Handles invitations of others: finds out about the user, then accepts or refuses. */

#include "bot/player/core_internal.h"

void player_inquire_who(struct player *p,
                        const char *name); /* their who line has come */
/* Reads `m`, said to us, as an answer of the reputation bot; false when it is none. */
bool player_take_reputation(struct player *p, const struct game_event *e);

player_action player_give_up_joining, player_invited_timeout, player_asking_timeout,
    player_joining_timeout, player_on_warning;
player_handler player_on_join_later, player_on_invitation, player_on_join_refused,
    player_on_saved_count, player_on_asked_nobody;

#endif
