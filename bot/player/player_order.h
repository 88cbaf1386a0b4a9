#ifndef BOT_PLAYER_PLAYER_ORDER_H
#define BOT_PLAYER_PLAYER_ORDER_H
/*
 * "Play NAME, N points": what an account has to play that does not choose for itself,
 * because it plays in a tournament. Plain data.
 */

#include <stdbool.h>

#include "bot/game/user_name.h"

struct player_order {
    char opponent[USER_NAME_SIZE]; /* "": nobody */
    int length;                    /* points */
    bool invites;                  /* we invite them; else they invite us */
    bool is_saved;                 /* a saved match goes on; a new one must not begin */
    bool is_anew;                  /* a new one begins; what is saved is given up */
};

#endif
