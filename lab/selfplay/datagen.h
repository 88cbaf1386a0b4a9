#pragma once
/*
 * Generates a dataset of samples from self-play with given nets.
 *
 * A block holds the samples of DATAGEN_GAMES games; its mark is the number of games up
 * to its end. If the work is stopped or killed, it continues after the last complete
 * block; the finished file has the same bytes as without the stop, for any number of
 * threads.
 */

#include "arena/job/work.h"
#include "lab/selfplay/selfplay.h"

enum { DATAGEN_GAMES = 64 };

struct datagen {
    const struct pruned_nets *nets;
    const struct selfplay_rules *rules;
    uint64_t seed;
    int64_t samples;  /* least number in the whole file; the last block is completed */
    const char *path; /* of the dataset; appended to if it exists */
    const char *note; /* nets and rules; must be that of an existing file */
    struct work_limits limits;
};

/* Runs the work. Returns false with `err` on failure. `is_complete` is false if a limit
 * stopped it. */
bool datagen_run(const struct datagen *datagen, bool *is_complete, struct error *err);
