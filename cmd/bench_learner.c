#include "cmd/bench.h"

#include <stdio.h>
#include <stdlib.h>

#include "arena/job/work.h"
#include "base/thread_pool.h"
#include "engine/board/movegen.h"
#include "engine/board/position.h"
#include "engine/board/rng.h"
#include "engine/net/net.h"
#include "lab/train/learner.h"

/* As `lab train` does it: batches of 256, the average moved every 8 steps. */
enum {
    PASSES = 5,
    BATCH = 256,
    STEPS = 128,
    SAMPLES = BATCH * STEPS,
    AVERAGE_EVERY = 8
};
static const char shape_text[] = "checkers+hand:sigmoid:512-96:men-back";

/* Seconds of a pass: of this thread on a core, and of the clock on the wall. */
struct pass {
    double processor;
    double wall;
};

/* The next position of random play: all classes come about, none often. */
static void next_position(struct rng *rng, struct position *on_roll,
                          struct play_list *list, struct position *after)
{
    do {
        movegen_plays(on_roll, rng_roll(rng), list);
        *after = list->after[rng_below(rng, (uint32_t)list->count)];
        *on_roll = position_swap(after);
        if (!position_has_contact(after)) {
            position_start(on_roll);
        }
    } while (!position_has_contact(after));
}

/* Positions with contact, with targets of no meaning. */
static void make_samples(struct sample *samples, struct play_list *list)
{
    struct position on_roll;
    struct rng rng;
    rng_seed(&rng, 1, 0);
    position_start(&on_roll);
    for (int i = 0; i < SAMPLES; i++) {
        struct position after;
        next_position(&rng, &on_roll, list, &after);
        const float win = (float)rng_unit(&rng);
        samples[i] =
            sample_of(&after, (struct outputs){win, 0.3F * win, 0.01F, 0.2F, 0.01F});
    }
}

static struct pass run_pass(struct learner *learner, const struct sample *samples)
{
    const struct pass start = {work_thread_seconds(), work_now()};
    for (int s = 0; s < STEPS; s++) {
        (void)learner_step(learner, samples + (size_t)s * BATCH, BATCH, 1e-3);
        if (s % AVERAGE_EVERY == 0) {
            learner_average(learner, 0.999);
        }
    }
    return (struct pass){work_thread_seconds() - start.processor,
                         work_now() - start.wall};
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double values[PASSES])
{
    qsort(values, PASSES, sizeof *values, compare);
    return values[PASSES / 2];
}

/* Multiplications and additions in products of matrices, a sample: forward, and for
 * the gradient; behind the first layer backward, too. */
static double operations(const struct net_shape *shape)
{
    double products = 2.0 * shape->inputs->extras * shape->size[0];
    for (int l = 1; l < shape->layers; l++) {
        products += 3.0 * shape->size[l - 1] * shape->size[l];
    }
    return 2.0 * products;
}

static void run_passes(struct learner *learner, const struct net_shape *shape,
                       const struct sample *samples, struct thread_pool *pool,
                       int threads)
{
    double alone[PASSES];
    double gain[PASSES];
    (void)run_pass(learner, samples); /* to warm up */
    for (int p = 0; p < PASSES; p++) {
        const struct pass one = run_pass(learner, samples);
        alone[p] = SAMPLES / one.processor;
        if (threads > 1) {
            learner_share_work(learner, pool, threads);
            gain[p] = one.wall / run_pass(learner, samples).wall;
            learner_share_work(learner, NULL, 1);
        }
    }
    const double speed = median(alone);
    printf("learner %.1f thousand samples/s a core, %.1f GFLOP/s in products (%s)\n",
           1e-3 * speed, 1e-9 * speed * operations(shape), shape_text);
    if (threads > 1) {
        printf("%d threads: %.2f times as fast as one\n", threads, median(gain));
    }
}

bool bench_learner(int threads)
{
    struct net_shape shape;
    struct sample *samples = malloc(SAMPLES * sizeof *samples);
    struct play_list *list = error_allocate(sizeof *list, NULL);
    struct thread_pool *pool = thread_pool_new(threads);
    struct learner *learner = NULL;
    if (learner_shape_read(shape_text, &shape, NULL)) {
        learner = learner_new(&shape, net_kernel_find(NULL), 1);
    }
    bool is_good = samples != NULL && list != NULL && pool != NULL && learner != NULL;
    if (is_good) {
        make_samples(samples, list);
        run_passes(learner, &shape, samples, pool, threads);
    }
    learner_free(learner);
    thread_pool_free(pool);
    free(list);
    free(samples);
    return is_good;
}
