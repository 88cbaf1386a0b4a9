#include "lab/selfplay/retarget.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/thread_pool.h"
#include "lab/data/dataset.h"
#include "lab/selfplay/selfplay.h"

enum {
    SLICE = 1024, /* positions labelled between checks of the limits: one block */
    PARTS = 64    /* of a slice, for the threads */
};

/* ---- one position ---- */

struct bench {
    struct replier *replier;
    const struct retarget *retarget;
    struct rng rng;
};

static struct outputs exact_label(struct bench *bench, const struct position *after)
{
    struct pruned_play pruned_play[ROLLS];
    return selfplay_look_ahead(bench->replier, bench->retarget->pair, after,
                               pruned_play);
}

/* Returns the best of some plays by their exact targets. */
static struct outputs best_exact(struct bench *bench,
                                 const struct pruned_play *pruned_play)
{
    struct outputs best = {0};
    for (int i = 0; i < pruned_play->count && i < bench->retarget->choices; i++) {
        const struct reply *reply = &pruned_play->reply[i];
        struct outputs value =
            reply->is_known ? reply->outputs : exact_label(bench, &reply->after);
        if (i == 0 || equity_cubeless(value) > equity_cubeless(best)) {
            best = value;
        }
    }
    return best;
}

static struct outputs deep_label(struct bench *bench, const struct position *after)
{
    struct pruned_play pruned_play[ROLLS];
    struct outputs sum = {0};
    (void)selfplay_look_ahead(bench->replier, bench->retarget->pair, after,
                              pruned_play);
    for (int r = 0; r < ROLLS; r++) {
        struct outputs reply = best_exact(bench, &pruned_play[r]);
        sum = selfplay_outputs_add(sum, position_all_rolls[r].ways / 36.0,
                                   outputs_flip(reply));
    }
    return sum;
}

static struct outputs rollout_label(struct bench *bench, const struct position *after)
{
    int trials = bench->retarget->trials;
    struct outputs sum = {0};
    for (int i = 0; i < trials; i++) {
        sum = selfplay_outputs_add(sum, 1.0 / trials,
                                   selfplay_trial(bench->replier, bench->retarget->pair,
                                                  after, bench->retarget->plies,
                                                  &bench->rng));
    }
    return sum;
}

static const struct {
    const char *name;
    struct outputs (*label)(struct bench *bench, const struct position *after);
} kinds[LABEL_KINDS] = {
    [LABEL_EXACT] = {"exact", exact_label},
    [LABEL_DEEP] = {"deep", deep_label},
    [LABEL_ROLLOUT] = {"rollout", rollout_label},
};

/* Draws the kind of target of a position; LABEL_KINDS: the position is left out. */
static enum label_kind draw_kind(const struct retarget *retarget, struct rng *rng)
{
    double at = rng_unit(rng);
    int kind = 0;
    while (kind < LABEL_KINDS && at >= retarget->share[kind]) {
        at -= retarget->share[kind++];
    }
    return (enum label_kind)kind;
}

/* ---- a slice ---- */

struct slice {
    const struct retarget *retarget;
    int64_t first; /* number of its first position in the dataset */
    int count;
    struct sample sample[SLICE];
    bool is_taken[SLICE];
    atomic_bool has_failed;
};

static void label_position(struct slice *slice, struct bench *bench, int i)
{
    rng_seed(&bench->rng, slice->retarget->seed, (uint64_t)(slice->first + i));
    enum label_kind kind = draw_kind(slice->retarget, &bench->rng);
    struct position pos;
    sample_position(&slice->sample[i], &pos);
    slice->is_taken[i] = kind < LABEL_KINDS && position_game_result(&pos) == 0;
    if (slice->is_taken[i]) {
        slice->sample[i] = sample_of(&pos, kinds[kind].label(bench, &pos));
    }
}

static void label_part(void *context, int64_t part, int thread)
{
    struct slice *slice = context;
    (void)thread;
    struct bench bench = {.retarget = slice->retarget,
                          .replier = pruned_play_new(slice->retarget->pair)};
    if (bench.replier == NULL) {
        atomic_store(&slice->has_failed, true);
        return;
    }
    for (int i = (int)part; i < slice->count; i += PARTS) {
        label_position(slice, &bench, i);
    }
    pruned_play_free(bench.replier);
}

/* Moves the labelled samples to the front. */
static size_t gather(struct slice *slice)
{
    size_t count = 0;
    for (int i = 0; i < slice->count; i++) {
        if (slice->is_taken[i]) {
            slice->sample[count++] = slice->sample[i];
        }
    }
    return count;
}

/* ---- the whole ---- */

/* The state of a run. */
struct work {
    const struct retarget *retarget;
    struct dataset *from;
    struct dataset_writer *to;
    struct thread_pool *pool;
    struct slice *slice;
    struct sample *block; /* current block of the source */
    int64_t next;         /* next position of the source */
};

/* Fills the slice from position `next` on, up to the end of a block at most. */
static bool read_slice(struct work *work, int *block, int64_t *block_first,
                       struct error *err)
{
    bool is_new = *block < 0;
    if (is_new) {
        *block = 0;
    }
    while (work->next >=
           *block_first + (int64_t)dataset_block(work->from, *block)->count) {
        *block_first += dataset_block(work->from, *block)->count;
        (*block)++;
        is_new = true;
    }
    if (is_new && !dataset_read(work->from, *block, work->block, err)) {
        return false;
    }
    int64_t at = work->next - *block_first;
    int64_t left = (int64_t)dataset_block(work->from, *block)->count - at;
    struct slice *slice = work->slice;
    slice->first = work->next;
    slice->count = left < SLICE ? (int)left : SLICE;
    memcpy(slice->sample, work->block + at,
           (size_t)slice->count * sizeof *slice->sample);
    return true;
}

static bool label_slice(struct work *work, struct error *err)
{
    struct slice *slice = work->slice;
    atomic_store(&slice->has_failed, false);
    thread_pool_run(work->pool, PARTS, label_part, slice);
    if (atomic_load(&slice->has_failed)) {
        error_set(err, "no memory");
        return false;
    }
    work->next += slice->count;
    size_t count = gather(slice);
    return count == 0 ||
           dataset_write(work->to, slice->sample, count, (uint64_t)work->next, err);
}

static bool label_all(struct work *work, struct error *err)
{
    const struct work_limits *limits = &work->retarget->limits;
    int64_t all = dataset_count(work->from);
    struct work_clock clock;
    int block = -1;
    int64_t block_first = 0;
    work->next = (int64_t)dataset_writer_mark(work->to);
    work_begin(&clock, work->next);
    bool is_good = true;
    while (is_good && work->next < all &&
           work_goes_on(&clock, limits, work->next, all, 0)) {
        is_good = read_slice(work, &block, &block_first, err) && label_slice(work, err);
    }
    work_end(&clock, limits, work->next, all, 0);
    return is_good;
}

static bool open_work(struct work *work, struct error *err)
{
    const struct retarget *retarget = work->retarget;
    work->from = dataset_open(retarget->from, err);
    if (work->from == NULL) {
        return false;
    }
    work->to = dataset_append(retarget->to, retarget->note, err);
    if (work->to == NULL) {
        return false;
    }
    work->pool = thread_pool_new(retarget->limits.threads);
    work->slice = malloc(sizeof *work->slice);
    work->block = malloc(DATASET_BLOCK_MAX * sizeof *work->block);
    if (work->pool == NULL || work->slice == NULL || work->block == NULL) {
        error_set(err, "no memory");
        return false;
    }
    work->slice->retarget = retarget;
    return true;
}

bool retarget_run(const struct retarget *retarget, bool *is_complete, struct error *err)
{
    struct work work = {.retarget = retarget};
    bool is_good = open_work(&work, err) && label_all(&work, err);
    *is_complete = is_good && work.next >= dataset_count(work.from);
    if (work.to != NULL) {
        is_good = dataset_writer_close(work.to, is_good ? err : NULL) && is_good;
    }
    dataset_close(work.from);
    thread_pool_free(work.pool);
    free(work.slice);
    free(work.block);
    return is_good;
}
