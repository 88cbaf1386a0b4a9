#include "engine/lab/round.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* One thread's part. */
struct worker {
    pthread_t thread;
    const struct pair *pair;
    const struct round_rules *rules;
    int index;
    size_t wanted;
    size_t capacity;
    size_t count;
    int64_t games;
    struct sample *samples;
    bool is_running;
    bool has_failed;
};

struct round {
    int threads;
    struct worker *workers;
    size_t capacity;
    struct sample *samples; /* of all workers together */
};

struct round *round_new(int threads)
{
    struct round *round = calloc(1, sizeof *round);
    if (round == NULL) {
        return NULL;
    }
    round->threads = threads;
    round->workers = calloc((size_t)threads, sizeof *round->workers);
    if (round->workers == NULL) {
        free(round);
        return NULL;
    }
    return round;
}

void round_free(struct round *round)
{
    if (round == NULL) {
        return;
    }
    for (int t = 0; t < round->threads; t++) {
        free(round->workers[t].samples);
    }
    free(round->workers);
    free(round->samples);
    free(round);
}

/* Room for `count` samples; what was in it is lost. */
static bool make_room(struct sample **samples, size_t *capacity, size_t count)
{
    if (*capacity < count) {
        free(*samples);
        *samples = malloc(count * sizeof **samples);
        *capacity = *samples != NULL ? count : 0;
    }
    return *capacity >= count;
}

static void *work(void *argument)
{
    struct worker *worker = argument;
    struct replier *replier = replier_new(worker->pair);
    struct rng rng;
    rng_seed(&rng, worker->rules->seed,
             (uint64_t)worker->rules->number * 64 + (uint64_t)worker->index);
    worker->count = 0;
    worker->games = 0;
    worker->has_failed =
        replier == NULL || !make_room(&worker->samples, &worker->capacity,
                                      worker->wanted + GAME_SAMPLES_MAX);
    while (!worker->has_failed && worker->count < worker->wanted) {
        worker->count +=
            (size_t)selfplay_game(replier, worker->pair, &worker->rules->play, &rng,
                                  worker->samples + worker->count);
        worker->games++;
    }
    replier_free(replier);
    return NULL;
}

static void run_workers(struct round *round, const struct pair *pair,
                        const struct round_rules *rules)
{
    for (int t = 0; t < round->threads; t++) {
        struct worker *worker = &round->workers[t];
        worker->pair = pair;
        worker->rules = rules;
        worker->index = t;
        worker->wanted = rules->samples / (size_t)round->threads;
        worker->has_failed = true; /* until it has done its part */
        worker->is_running =
            t > 0 && pthread_create(&worker->thread, NULL, work, worker) == 0;
    }
    (void)work(&round->workers[0]);
    for (int t = 1; t < round->threads; t++) {
        if (round->workers[t].is_running) {
            (void)pthread_join(round->workers[t].thread, NULL);
        }
    }
}

static bool gather_samples(struct round *round, struct round_result *result)
{
    *result = (struct round_result){.games = 0};
    size_t total = 0;
    for (int t = 0; t < round->threads; t++) {
        total += round->workers[t].count;
        if (round->workers[t].has_failed) {
            return false;
        }
    }
    if (!make_room(&round->samples, &round->capacity, total)) {
        return false;
    }
    for (int t = 0; t < round->threads; t++) {
        const struct worker *worker = &round->workers[t];
        memcpy(round->samples + result->count, worker->samples,
               worker->count * sizeof *worker->samples);
        result->count += worker->count;
        result->games += worker->games;
    }
    result->samples = round->samples;
    return true;
}

bool round_play(struct round *round, const struct pair *pair,
                const struct round_rules *rules, struct round_result *result)
{
    run_workers(round, pair, rules);
    return gather_samples(round, result);
}
