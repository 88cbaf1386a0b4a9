#ifndef BOT_PLAYER_ORDERS_INTERNAL_H
#define BOT_PLAYER_ORDERS_INTERNAL_H
/* What we are told to play (player_order()). */

#include "bot/player/core_internal.h"

bool player_is_ordered_opponent(const struct player *p, const char *name);
/* Whether we are told to play him for `length` points; LENGTH_RESUME: a saved match with
 * him is always played first. */
bool player_is_ordered(const struct player *p, const char *name, int length);
/* A match with him has come to its end: drops the order if it was this one. */
void player_close_order(struct player *p, const char *name, int length);

#endif
