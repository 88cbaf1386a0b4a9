#include <stdlib.h>

#include "lab/train/train_internal.h"

bool train_replay_open(struct train_replay *replay, size_t capacity)
{
    *replay = (struct train_replay){.capacity = capacity};
    replay->samples = malloc(capacity * sizeof *replay->samples);
    return replay->samples != NULL;
}

void train_replay_close(struct train_replay *replay)
{
    free(replay->samples);
}

void train_replay_clear(struct train_replay *replay)
{
    replay->count = 0;
    replay->next = 0;
}

void train_replay_add(struct train_replay *replay, const struct sample *samples,
                      size_t count)
{
    for (size_t i = 0; i < count; i++) {
        replay->samples[replay->next] = samples[i];
        replay->next = (replay->next + 1) % replay->capacity;
        if (replay->count < replay->capacity) {
            replay->count++;
        }
    }
}

void train_replay_draw(const struct train_replay *replay, struct rng *rng,
                       struct sample *out, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        out[i] = replay->samples[rng_below(rng, (uint32_t)replay->count)];
    }
}
