#ifndef BOT_PLAYER_GUARD_INTERNAL_H
#define BOT_PLAYER_GUARD_INTERNAL_H
/* What the player tells the guardian of matches (bot/policy/guardian.h), and what follows
 * for others to know. */

#include "bot/player/core_internal.h"

/* The server's list of saved matches; player_tell_saved() puts it out once. */
player_action player_on_saved_list;
player_handler player_on_saved_row;
void player_tell_saved(struct player *p);

/* Whether a match of `length` with them is a saved one that we do not resume. One that
 * we have to play is tried again unless it is dead. */
bool player_shuns(const struct player *p, const char *name, int length);
/* Whether joining the invitation would destroy a saved match that we want to keep. */
bool player_would_replace(const struct player *p,
                          const struct player_invitation *invitation);

void player_guard_begin(struct player *p, const char *name, bool is_resumed);
void player_guard_progress(struct player *p); /* a turn was played */
void player_guard_suspend(struct player *p);  /* the server saves the match */
void player_guard_end(struct player *p);      /* it is won or lost */
/* The match with them has failed: see guardian_fail(). Says so if it is set aside now. */
void player_guard_fail(struct player *p, const char *name, enum guardian_end end);

/* Whatever has failed is tried again. */
void player_guard_forgive(struct player *p);

#endif
