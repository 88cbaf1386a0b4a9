#ifndef LAB_SELFPLAY_ROUND_H
#define LAB_SELFPLAY_ROUND_H
/*
 * A round of self-play: games with frozen nets on one or more threads.
 *
 * Each game has its own dice, from the seed and its number, and its samples come in the
 * order of the games: what a round gives does not depend on the number of threads.
 * Between round_begin() and round_finish() the caller has time for other work.
 */

#include <stdbool.h>
#include <stddef.h>

#include "lab/selfplay/selfplay.h"

struct round;

struct round_rules {
    struct selfplay_rules play;
    int64_t first; /* number of the first game */
    int games;
    uint64_t seed;
};

struct round_result {
    size_t count;
    struct sample *samples; /* the round's own until the next round_finish() */
    int games;
    int games_left; /* that nobody had begun at round_finish() */
};

struct round *round_new(int threads);
void round_free(struct round *round);

/* `helpers` (0 to threads - 1) of the threads begin to play; pair and rules are copied,
 * the nets must stay. False without memory; there is nothing to finish then. */
bool round_begin(struct round *round, const struct pair *pair,
                 const struct round_rules *rules, int helpers);

/* All threads, the caller's too, play what is left. False without memory. */
bool round_finish(struct round *round, struct round_result *result);

/* Both in one. */
bool round_play(struct round *round, const struct pair *pair,
                const struct round_rules *rules, struct round_result *result);

#endif
