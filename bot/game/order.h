#pragma once
/* What one can order at a table of play. Plain data; a translator (bot/fibs) makes a
 * server's command of it. */

#include <stdbool.h>

#include "bot/game/user_name.h"
#include "engine/board/movegen.h"

/* Each type lists the fields that it reads. */
enum order_type {
    ORDER_NONE,
    ORDER_ROLL,
    ORDER_PLAY, /* play, on our own points */
    ORDER_DOUBLE,
    ORDER_TAKE,
    ORDER_PASS,
    ORDER_RESIGN, /* games: 1, 2, 3 */
    ORDER_ACCEPT, /* a resignation */
    ORDER_REJECT,
    ORDER_NEXT_GAME,
    ORDER_LEAVE,       /* the match; the server saves it */
    ORDER_INVITE,      /* name, length: points, POINTS_UNLIMITED, or 0: to resume */
    ORDER_JOIN,        /* name: accept their invitation */
    ORDER_TELL,        /* name, text */
    ORDER_KIBITZ,      /* text: to all at our table */
    ORDER_BOARD,       /* ask for the board */
    ORDER_WHO,         /* name: ask about a user */
    ORDER_SAVED,       /* ask for our saved matches */
    ORDER_SAVED_COUNT, /* name: ask how many matches they have saved */
    ORDER_QUESTION,    /* text: anything else that only asks or watches, in the server's
                        * own words, by who knows which server it is */
    ORDER_TYPES
};

enum { ORDER_TEXT_SIZE = 1024 };

struct game_order {
    enum order_type type;
    int length, games;
    struct play play;
    char name[USER_NAME_SIZE];
    char text[ORDER_TEXT_SIZE]; /* what does not fit in a command is cut */
};

/* "Play NAME, N points": what an account has to play that does not choose for itself,
 * because it plays in a tournament. */
struct order_to_play {
    char opponent[USER_NAME_SIZE]; /* "": nobody; accept nothing */
    int length;                    /* points */
    bool invites;                  /* we invite them; else they invite us */
    bool is_saved;                 /* a saved match goes on; a new one must not begin */
    bool is_new;                   /* a new one begins; what is saved is given up */
};
bool order_is_same(const struct order_to_play *a, const struct order_to_play *b);

/* Returns the name of an order for logs: "roll". */
const char *order_name(enum order_type type);
