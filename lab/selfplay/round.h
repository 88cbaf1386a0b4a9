#pragma once
/*
 * Plays a round of self-play: games with frozen nets on one or more threads.
 *
 * Each game has its own dice, from the seed and its number, and samples are in the
 * order of the games, so the result does not depend on the number of threads. Between
 * round_begin() and round_finish() the caller can do other work.
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
    struct sample *samples; /* of the round; valid until its next end */
    int games;
    int games_left; /* games that no thread had begun at round_finish() */
};

struct round *round_new(int threads);
void round_free(struct round *round);

/* Starts `helpers` (0 to threads - 1) threads that play; `nets` and `rules` are copied,
 * the caller keeps the nets. Returns false if memory is short; do not call
 * round_finish() then. */
bool round_begin(struct round *round, const struct pruned_nets *nets,
                 const struct round_rules *rules, int helpers);

/* Plays the remaining games on all threads, including the caller's. Returns false if
 * memory is short. */
bool round_finish(struct round *round, struct round_result *result);
