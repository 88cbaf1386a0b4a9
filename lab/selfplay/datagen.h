#ifndef LAB_SELFPLAY_DATAGEN_H
#define LAB_SELFPLAY_DATAGEN_H
/*
 * Self-play with given nets whose samples are kept in a dataset.
 *
 * A block is DATAGEN_GAMES games, its mark the number of games up to its end. A data generation
 * that was stopped or killed goes on after the last whole block, and the file it comes
 * to has the same bytes as that of one that was not, on any number of threads.
 */

#include "arena/job/work.h"
#include "lab/selfplay/selfplay.h"

enum { DATAGEN_GAMES = 64 };

struct datagen {
    const struct pair *pair;
    const struct selfplay_rules *rules;
    uint64_t seed;
    int64_t samples;  /* at least so many in the whole file; the last block is whole */
    const char *path; /* of the dataset; appended to if it is there */
    const char *note; /* tells nets and rules: another note, another dataset */
    struct work_limits limits;
};

/* False with `err`. `is_complete`: not stopped by a limit. */
bool datagen_run(const struct datagen *datagen, bool *is_complete, struct error *err);

#endif
