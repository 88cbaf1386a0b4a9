#ifndef BOT_GAME_STANDING_H
#define BOT_GAME_STANDING_H
/* Rating and experience of a user, as the server tells them. */

#include <stdbool.h>

struct standing {
    bool is_known;
    double rating;
    int experience; /* points of the matches finished so far */
};

#endif
