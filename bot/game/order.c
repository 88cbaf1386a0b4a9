#include "bot/game/order.h"

#include <string.h>

bool order_is_same(const struct order_to_play *a, const struct order_to_play *b)
{
    return strcmp(a->opponent, b->opponent) == 0 && a->length == b->length &&
           a->invites == b->invites && a->is_saved == b->is_saved &&
           a->is_new == b->is_new;
}

const char *order_name(enum order_type type)
{
    static const char *const names[ORDER_TYPES] = {
        [ORDER_NONE] = "none",
        [ORDER_ROLL] = "roll",
        [ORDER_PLAY] = "play",
        [ORDER_DOUBLE] = "double",
        [ORDER_TAKE] = "take",
        [ORDER_PASS] = "pass",
        [ORDER_RESIGN] = "resign",
        [ORDER_ACCEPT] = "accept",
        [ORDER_REJECT] = "reject",
        [ORDER_NEXT_GAME] = "next game",
        [ORDER_LEAVE] = "leave",
        [ORDER_INVITE] = "invite",
        [ORDER_JOIN] = "join",
        [ORDER_TELL] = "tell",
        [ORDER_KIBITZ] = "kibitz",
        [ORDER_BOARD] = "board",
        [ORDER_WHO] = "who",
        [ORDER_SAVED] = "saved matches",
        [ORDER_SAVED_COUNT] = "saved count",
        [ORDER_QUESTION] = "question",
    };
    return names[type];
}
