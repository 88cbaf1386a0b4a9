#include "bot/player/orders_internal.h"

#include <string.h>

bool player_is_ordered_opponent(const struct player *p, const char *name)
{
    return p->order.opponent[0] != '\0' && strcmp(p->order.opponent, name) == 0;
}

bool player_is_ordered(const struct player *p, const char *name, int length)
{
    return player_is_ordered_opponent(p, name) &&
           (length == LENGTH_RESUME ||
            (length == p->order.length && !p->order.is_saved));
}

void player_close_order(struct player *p, const char *name, int length)
{
    if (player_is_ordered_opponent(p, name) && length == p->order.length) {
        p->order.opponent[0] = '\0';
    }
}
