#ifndef BOT_PLAYER_ORDERS_INTERNAL_H
#define BOT_PLAYER_ORDERS_INTERNAL_H
/* What we have to play (player_order()). */

#include "bot/player/core_internal.h"

bool player_is_ordered_opponent(const struct player *p, const char *name);
/* Whether we have to play them for `length` points; PLAYER_LENGTH_RESUME: a saved match with
 * them is played first, unless we have to begin a new one. */
bool player_is_ordered(const struct player *p, const char *name, int length);
/* Whether a match with them is to be a new one, although one may be saved. */
bool player_begins_anew(const struct player *p, const char *name);
/* A new match with them has begun: what is saved from now on is the one of the order. */
void player_note_new_match(struct player *p, const char *name);
/* Whether the match being played is none that we have to play. */
bool player_plays_without_order(const struct player *p);
/* A match with them has come to its end: drops the order if it was this one. */
void player_close_order(struct player *p, const char *name, int length);

#endif
