#ifndef ENGINE_LAB_ROUND_H
#define ENGINE_LAB_ROUND_H
/*
 * A round of self-play: games with frozen nets on one or more threads.
 */

#include <stdbool.h>
#include <stddef.h>

#include "engine/lab/selfplay.h"

struct round;

struct round_rules {
    struct selfplay_rules play;
    size_t
        samples; /* at least so many in all; the last games are played to their end */
    uint64_t seed;
    int64_t number; /* of the round: with the seed it decides all dice */
};

struct round_result {
    int64_t games;
    size_t count;
    struct sample *samples; /* the round's own, until the next one; may be reordered */
};

struct round *round_new(int threads);
void round_free(struct round *round);

/* False without memory. */
bool round_play(struct round *round, const struct pair *pair,
                const struct round_rules *rules, struct round_result *result);

#endif
