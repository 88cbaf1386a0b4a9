#include "lab/selfplay/round.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/thread_pool.h"

/* The samples of one game, until they are gathered. */
struct slot {
    int count;
    struct sample sample[GAME_SAMPLES_MAX];
};

struct round {
    int threads;
    struct thread_pool *pool;
    struct replier **replier; /* by thread of the pool; NULL: has not played yet */
    struct pair pair;
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
    round->replier = calloc((size_t)threads, sizeof *round->replier);
    if (round->pool == NULL || round->replier == NULL) {
        round_free(round);
        return NULL;
    }
    return round;
}

static void free_repliers(struct round *round)
{
    for (int t = 0; round->replier != NULL && t < round->threads; t++) {
        if (round->replier[t] != NULL) {
            pruned_play_free(round->replier[t]);
            round->replier[t] = NULL;
        }
    }
}

void round_free(struct round *round)
{
    if (round != NULL) {
        thread_pool_free(round->pool);
        free_repliers(round);
        free(round->replier);
        free(round->slot);
        free(round->samples);
        free(round);
    }
}

static void play_game(void *context, int64_t game, int thread)
{
    struct round *round = context;
    struct replier **replier = &round->replier[thread];
    if (*replier == NULL) {
        *replier = pruned_play_new(&round->pair);
    }
    if (*replier == NULL) {
        atomic_store(&round->has_failed, true);
        return;
    }
    struct slot *slot = &round->slot[game];
    struct rng rng;
    rng_seed(&rng, round->rules.seed, (uint64_t)(round->rules.first + game));
    slot->count =
        selfplay_game(*replier, &round->pair, &round->rules.play, &rng, slot->sample);
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

bool round_begin(struct round *round, const struct pair *pair,
                 const struct round_rules *rules, int helpers)
{
    if (!make_slots(round, rules->games)) {
        return false;
    }
    round->pair = *pair;
    round->rules = *rules;
    atomic_store(&round->has_failed, false);
    thread_pool_begin(round->pool, rules->games, helpers, play_game, round);
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
        memcpy(round->samples + result->count, round->slot[g].sample,
               count * sizeof *round->samples);
        result->count += count;
    }
    return true;
}

bool round_finish(struct round *round, struct round_result *result)
{
    *result = (struct round_result){.games = round->rules.games,
                                    .games_left = (int)thread_pool_left(round->pool)};
    thread_pool_finish(round->pool);
    free_repliers(round);
    return !atomic_load(&round->has_failed) && gather_samples(round, result);
}

bool round_play(struct round *round, const struct pair *pair,
                const struct round_rules *rules, struct round_result *result)
{
    return round_begin(round, pair, rules, round->threads - 1) &&
           round_finish(round, result);
}
