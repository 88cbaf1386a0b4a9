#include "cmd/spar_rating.h"

#include <string.h>

#include "bot/player/player_output.h"
#include "cmd/own_server.h"

static void hear_match(void *context, const char *account,
                       const struct player_output *output)
{
    const struct spar_rating *rating = context;
    const struct match_event *event = &output->event;
    if (output->type == PLAYER_MATCH && strcmp(account, rating->account) == 0 &&
        (event->type == MATCH_START || event->type == MATCH_RESUMED)) {
        const char *level = event->level[0] != '\0' ? event->level : rating->level;
        local_server_rate(rating->server, own_server_rating(level));
    }
}

struct loop_guest spar_rating_guest(struct spar_rating *rating)
{
    return (struct loop_guest){.accounts = {.context = rating,
                                            .is_listener = true,
                                            .reporter = "",
                                            .output = hear_match}};
}
