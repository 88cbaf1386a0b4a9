#include "lab/selfplay/round.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/thread_pool.h"

/* The samples of one game, until they are gathered. */
struct slot {
    int count;
    struct sample sample[SELFPLAY_SAMPLES_MAX];
};

struct round {
    int threads;
    struct thread_pool *pool;
    struct play_scratch **scratch; /* by thread of the pool; NULL: has not played yet */
    struct pruned_nets nets;
    struct round_rules rules;
    int room; /* slots */
    struct slot *slot;
    atomic_bool has_failed;
    size_t capacity;
    struct sample *samples; /* of all games together */
};

struct round *round_new(int threads)
{
    struct round *round = calloc(1, sizeof *round);
    if (round == NULL) {
        return NULL;
    }
    round->threads = threads;
    round->pool = thread_pool_new(threads);
    round->scratch = calloc((size_t)threads, sizeof *round->scratch);
    if (round->pool == NULL || round->scratch == NULL) {
        round_free(round);
        return NULL;
    }
    return round;
}

static void free_scratch(struct round *round)
{
    for (int t = 0; round->scratch != NULL && t < round->threads; t++) {
        pruned_play_free(round->scratch[t]);
        round->scratch[t] = NULL;
    }
}

void round_free(struct round *round)
{
    if (round != NULL) {
        thread_pool_free(round->pool);
        free_scratch(round);
        free(round->scratch);
        free(round->slot);
        free(round->samples);
        free(round);
    }
}

static void play_numbered_game(void *context, int64_t game, int thread)
{
    struct round *round = context;
    struct play_scratch **scratch = &round->scratch[thread];
    if (*scratch == NULL) {
        *scratch = pruned_play_new(&round->nets);
    }
    if (*scratch == NULL) {
        atomic_store(&round->has_failed, true);
        return;
    }
    struct slot *slot = &round->slot[game];
    struct rng rng;
    rng_seed(&rng, round->rules.seed, (uint64_t)(round->rules.first + game));
    slot->count =
        selfplay_game(*scratch, &round->nets, &round->rules.play, &rng, slot->sample);
}

static bool make_slots(struct round *round, int games)
{
    if (round->room < games) {
        free(round->slot);
        round->slot = malloc((size_t)games * sizeof *round->slot);
        round->room = round->slot != NULL ? games : 0;
    }
    return round->room >= games;
}

bool round_begin(struct round *round, const struct pruned_nets *nets,
                 const struct round_rules *rules, int helpers)
{
    if (!make_slots(round, rules->games)) {
        return false;
    }
    round->nets = *nets;
    round->rules = *rules;
    atomic_store(&round->has_failed, false);
    thread_pool_begin(round->pool, rules->games, helpers, play_numbered_game, round);
    return true;
}

static bool gather_samples(struct round *round, struct round_result *result)
{
    size_t total = 0;
    for (int g = 0; g < round->rules.games; g++) {
        total += (size_t)round->slot[g].count;
    }
    if (round->capacity < total) {
        free(round->samples);
        round->samples = malloc(total * sizeof *round->samples);
        round->capacity = round->samples != NULL ? total : 0;
    }
    if (round->capacity < total) {
        return false;
    }
    result->samples = round->samples;
    for (int g = 0; g < round->rules.games; g++) {
        size_t count = (size_t)round->slot[g].count;
        sample_copy(round->samples + result->count, round->slot[g].sample, count);
        result->count += count;
    }
    return true;
}

bool round_finish(struct round *round, struct round_result *result)
{
    *result = (struct round_result){.games = round->rules.games,
                                    .games_left = (int)thread_pool_left(round->pool)};
    thread_pool_finish(round->pool);
    free_scratch(round);
    return !atomic_load(&round->has_failed) && gather_samples(round, result);
}
