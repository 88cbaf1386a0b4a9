#include "bot/game/order.h"

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
