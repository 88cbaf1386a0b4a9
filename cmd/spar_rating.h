#pragma once
/* The bot of `spar` has the rating of the level that it plays a match at, so that a win over
 * a weak level does not count as much as one over the strongest. */

#include "bot/local/local_server.h"
#include "bot/service/loop.h"

struct spar_rating {
    struct local_server *server; /* whose first account is the bot's */
    const char *account;
    const char *level; /* of matches without one of their own; NULL: the usual one */
};

/* Who hears the bot's matches begin, for loop_setup.guest. `rating` must outlive the loop. */
struct loop_guest spar_rating_guest(struct spar_rating *rating);
