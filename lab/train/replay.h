#ifndef LAB_TRAIN_REPLAY_H
#define LAB_TRAIN_REPLAY_H
/*
 * A replay buffer: the newest samples, from which training draws at random.
 */

#include <stdbool.h>
#include <stddef.h>

#include "engine/board/rng.h"
#include "lab/data/sample.h"

struct replay {
    size_t capacity;
    size_t count;
    size_t next; /* index of the next sample, which replaces the oldest when full */
    struct sample *samples;
};

bool replay_open(struct replay *replay, size_t capacity); /* false: out of memory */
void replay_close(struct replay *replay);
void replay_clear(struct replay *replay);
void replay_add(struct replay *replay, const struct sample *samples, size_t count);

/* Draws `count` samples with replacement; the buffer must not be empty. */
void replay_draw(const struct replay *replay, struct rng *rng, struct sample *out,
                 size_t count);

#endif
