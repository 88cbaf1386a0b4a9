#ifndef BOT_PLAYER_INVITED_INTERNAL_H
#define BOT_PLAYER_INVITED_INTERNAL_H
/* We are invited: who asks, what is found out about him, and the answer. */

#include "bot/player/core_internal.h"

void player_inquire_who(struct player *p, const char *name); /* his who line has come */
/* False when `m`, said to us, is no answer of the reputation bot. */
bool player_take_reputation(struct player *p, const struct fibs_message *m);
player_action player_invited_timeout, player_asking_timeout, player_joining_timeout;

player_handler player_on_invitation, player_on_warning, player_on_join_refused,
    player_on_saved_count, player_on_asked_nobody;

#endif
