#include "lab/selfplay/round.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct worker {
    struct round *round;
    pthread_t thread;
    bool is_running;
};

/* One game's samples, until they are gathered. */
struct slot {
    int count;
    struct sample sample[GAME_SAMPLES_MAX];
};

struct round {
    int threads;
    struct worker *worker; /* [0] is the caller */
    struct pair pair;
    struct round_rules rules;
    int room; /* slots */
    struct slot *slot;
    atomic_int next; /* the next game that nobody has begun */
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
    round->worker = calloc((size_t)threads, sizeof *round->worker);
    if (round->worker == NULL) {
        free(round);
        return NULL;
    }
    for (int t = 0; t < threads; t++) {
        round->worker[t].round = round;
    }
    return round;
}

void round_free(struct round *round)
{
    if (round != NULL) {
        free(round->worker);
        free(round->slot);
        free(round->samples);
        free(round);
    }
}

static void *work(void *argument)
{
    struct round *round = ((struct worker *)argument)->round;
    struct replier *replier = pruned_play_new(&round->pair);
    if (replier == NULL) {
        atomic_store(&round->has_failed, true);
        return NULL;
    }
    int game;
    while ((game = atomic_fetch_add(&round->next, 1)) < round->rules.games) {
        struct slot *slot = &round->slot[game];
        struct rng rng;
        rng_seed(&rng, round->rules.seed, (uint64_t)(round->rules.first + game));
        slot->count = selfplay_game(replier, &round->pair, &round->rules.play, &rng,
                                    slot->sample);
    }
    pruned_play_free(replier);
    return NULL;
}

static void start_workers(struct round *round, int before)
{
    for (int t = 1; t < before; t++) {
        struct worker *worker = &round->worker[t];
        if (!worker->is_running) {
            worker->is_running =
                pthread_create(&worker->thread, NULL, work, worker) == 0;
        }
    }
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
    atomic_store(&round->next, 0);
    atomic_store(&round->has_failed, false);
    start_workers(round, helpers + 1);
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
    int left = round->rules.games - atomic_load(&round->next);
    *result = (struct round_result){.games = round->rules.games,
                                    .games_left = left > 0 ? left : 0};
    if (left > 1) {
        start_workers(round, round->threads);
    }
    (void)work(&round->worker[0]);
    for (int t = 1; t < round->threads; t++) {
        if (round->worker[t].is_running) {
            (void)pthread_join(round->worker[t].thread, NULL);
            round->worker[t].is_running = false;
        }
    }
    return !atomic_load(&round->has_failed) && gather_samples(round, result);
}

bool round_play(struct round *round, const struct pair *pair,
                const struct round_rules *rules, struct round_result *result)
{
    return round_begin(round, pair, rules, round->threads - 1) &&
           round_finish(round, result);
}
