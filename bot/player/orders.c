#include "bot/player/core_internal.h"

#include <string.h>

bool player_is_ordered_opponent(const struct player *p, const char *name)
{
    return p->order.opponent[0] != '\0' && strcmp(p->order.opponent, name) == 0;
}

bool player_is_ordered(const struct player *p, const char *name, int length)
{
    return player_is_ordered_opponent(p, name) &&
           (length == PLAYER_LENGTH_RESUME
                ? !p->order.is_anew
                : length == p->order.length && !p->order.is_saved);
}

bool player_begins_anew(const struct player *p, const char *name)
{
    return p->order.is_anew && player_is_ordered_opponent(p, name);
}

void player_note_new_match(struct player *p, const char *name)
{
    if (player_is_ordered_opponent(p, name)) {
        p->order.is_anew = false;
    }
}

bool player_plays_without_order(const struct player *p)
{
    const char *name = p->match.opponent;
    return p->takes_orders && (!player_is_ordered_opponent(p, name) ||
                               (p->match.is_resumed && player_begins_anew(p, name)));
}

void player_close_order(struct player *p, const char *name, int length)
{
    if (player_is_ordered_opponent(p, name) && length == p->order.length) {
        p->order.opponent[0] = '\0';
    }
}
