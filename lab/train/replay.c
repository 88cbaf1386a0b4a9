#include "lab/train/replay.h"

#include <stdlib.h>

bool replay_open(struct replay *replay, size_t capacity)
{
    *replay = (struct replay){.capacity = capacity};
    replay->samples = malloc(capacity * sizeof *replay->samples);
    return replay->samples != NULL;
}

void replay_close(struct replay *replay)
{
    free(replay->samples);
    replay->samples = NULL;
}

void replay_clear(struct replay *replay)
{
    replay->count = 0;
    replay->next = 0;
}

void replay_add(struct replay *replay, const struct sample *samples, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        replay->samples[replay->next] = samples[i];
        replay->next = (replay->next + 1) % replay->capacity;
        if (replay->count < replay->capacity) {
            replay->count++;
        }
    }
}

void replay_draw(const struct replay *replay, struct rng *rng, struct sample *out,
                 size_t count)
{
    for (size_t i = 0; i < count; i++) {
        out[i] = replay->samples[rng_below(rng, (uint32_t)replay->count)];
    }
}
