#include "lab/selfplay/retarget.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/thread_pool.h"
#include "lab/data/dataset.h"
#include "lab/data/position_kind.h"
#include "lab/selfplay/selfplay.h"

enum {
    SLICE =
        1024,  /* positions labelled between checks of the limits; one block written */
    PARTS = 64 /* of a slice, for the threads */
};

/* ---- one position ---- */

struct labeller {
    struct play_scratch *scratch;
    const struct retarget *retarget;
    struct rng rng;
};

static struct outputs exact_label(struct labeller *labeller,
                                  const struct position *after)
{
    struct pruned_play pruned_play[ROLLS];
    return selfplay_look_ahead(labeller->scratch, labeller->retarget->nets, after,
                               pruned_play);
}

/* Returns the best of the first `choices` plays by their exact targets. */
static struct outputs best_exact(struct labeller *labeller,
                                 const struct pruned_play *pruned_play, int choices)
{
    struct outputs best = {0};
    for (int i = 0; i < pruned_play->count && i < choices; i++) {
        const struct evaluated_play *play = &pruned_play->play[i];
        struct outputs value =
            play->is_known ? play->outputs : exact_label(labeller, &play->after);
        if (i == 0 || equity_cubeless(value) > equity_cubeless(best)) {
            best = value;
        }
    }
    return best;
}

static struct outputs deep_label(struct labeller *labeller,
                                 const struct position *after)
{
    const struct retarget *retarget = labeller->retarget;
    const bool compares = rng_unit(&labeller->rng) < retarget->choice_share;
    struct pruned_play pruned_play[ROLLS];
    struct outputs sum = {0};
    (void)selfplay_look_ahead(labeller->scratch, retarget->nets, after, pruned_play);
    for (int r = 0; r < ROLLS; r++) {
        sum = selfplay_outputs_add(
            sum, position_all_rolls[r].ways / 36.0,
            outputs_flip(best_exact(labeller, &pruned_play[r],
                                    compares ? retarget->choices : 1)));
    }
    return sum;
}

static struct outputs rollout_label(struct labeller *labeller,
                                    const struct position *after)
{
    int trials = labeller->retarget->trials;
    struct outputs sum = {0};
    for (int i = 0; i < trials; i++) {
        sum = selfplay_outputs_add(
            sum, 1.0 / trials,
            selfplay_trial(labeller->scratch, labeller->retarget->nets, after,
                           labeller->retarget->plies, &labeller->rng));
    }
    return sum;
}

static const struct {
    const char *name;
    struct outputs (*label)(struct labeller *labeller, const struct position *after);
} kinds[LABEL_KINDS] = {
    [LABEL_EXACT] = {"exact", exact_label},
    [LABEL_DEEP] = {"deep", deep_label},
    [LABEL_ROLLOUT] = {"rollout", rollout_label},
};

/* Returns the kind that a number from 0 to 1 falls to, of the first `count` kinds;
 * LABEL_KINDS: the position is left out. */
static enum label_kind kind_at(const struct retarget *retarget, double at, int count)
{
    int kind = 0;
    while (kind < count && at >= retarget->share[kind]) {
        at -= retarget->share[kind++];
    }
    return kind < count ? (enum label_kind)kind : LABEL_KINDS;
}

/* Draws the kind of target of a position. */
static enum label_kind draw_kind(const struct retarget *retarget,
                                 const struct position *pos, struct rng *rng)
{
    const double at = rng_unit(rng);
    const double rollouts = retarget->share[LABEL_ROLLOUT];
    if (retarget->rollout_classes == 0) {
        return kind_at(retarget, at, LABEL_KINDS);
    }
    if (!position_kind_is(pos, retarget->rollout_classes)) {
        return kind_at(retarget, at, LABEL_ROLLOUT);
    }
    return at < rollouts
               ? LABEL_ROLLOUT
               : kind_at(retarget, (at - rollouts) / (1.0 - rollouts), LABEL_ROLLOUT);
}

/* ---- a slice ---- */

/* The state of a run. */
struct work {
    const struct retarget *retarget;
    struct dataset *from;
    struct dataset_writer *to;
    struct thread_pool *pool;
    struct sample *block; /* of the source, read last */
    int blocks;           /* read so far */
    int64_t end;          /* number of the position behind that block */
    int64_t next;         /* number of the slice's first position */
    struct sample *slice; /* a part of the block */
    int count;
    enum label_kind kind[SLICE]; /* of each position; LABEL_KINDS: left out */
    atomic_bool has_failed;
};

/* Returns the number of the position whose kind and dice position i of the slice has: a
 * sibling takes those of the sample before it, so that the two can be compared. */
static int64_t dice_of(const struct work *work, int i)
{
    return work->next + i - sample_is_sibling(&work->slice[i]);
}

static void label_position(struct work *work, struct labeller *labeller, int i)
{
    rng_seed(&labeller->rng, work->retarget->seed, (uint64_t)dice_of(work, i));
    struct position pos;
    sample_position(&work->slice[i], &pos);
    enum label_kind kind = draw_kind(work->retarget, &pos, &labeller->rng);
    work->kind[i] = position_game_result(&pos) == 0 ? kind : LABEL_KINDS;
    if (work->kind[i] < LABEL_KINDS) {
        bool is_sibling = sample_is_sibling(&work->slice[i]);
        work->slice[i] = sample_of(&pos, kinds[kind].label(labeller, &pos));
        sample_set_sibling(&work->slice[i], is_sibling);
    }
}

static void label_part(void *context, int64_t part, int thread)
{
    struct work *work = context;
    (void)thread;
    struct labeller labeller = {.retarget = work->retarget,
                                .scratch = pruned_play_new(work->retarget->nets)};
    if (labeller.scratch == NULL) {
        atomic_store(&work->has_failed, true);
        return;
    }
    for (int i = (int)part; i < work->count; i += PARTS) {
        label_position(work, &labeller, i);
    }
    pruned_play_free(labeller.scratch);
}

/* Moves the labelled samples to the front of the slice and returns their number.
 * Siblings stay marked if the sample before them has a label of the same kind. */
static size_t gather_labelled(struct work *work)
{
    size_t count = 0;
    for (int i = 0; i < work->count; i++) {
        if (work->kind[i] < LABEL_KINDS) {
            struct sample *sample = &work->slice[count++];
            *sample = work->slice[i];
            sample_set_sibling(sample, sample_is_sibling(sample) && i > 0 &&
                                           work->kind[i - 1] == work->kind[i]);
        }
    }
    return count;
}

/* Takes the slice from position `next` on, up to the end of its block at most. */
static bool read_slice(struct work *work, struct error *err)
{
    const struct dataset_info *from = dataset_info(work->from);
    const int before = work->blocks;
    while (work->next >= work->end) {
        work->end += from->block[work->blocks++].count;
    }
    if (work->blocks > before &&
        !dataset_read(work->from, work->blocks - 1, work->block, err)) {
        return false;
    }
    int64_t left = work->end - work->next;
    work->slice = work->block + (from->block[work->blocks - 1].count - left);
    work->count = left < SLICE ? (int)left : SLICE;
    return true;
}

static bool label_slice(struct work *work, struct error *err)
{
    thread_pool_run(work->pool, PARTS, label_part, work);
    if (atomic_load(&work->has_failed)) {
        return error_set(err, "no memory");
    }
    work->next += work->count;
    size_t count = gather_labelled(work);
    return count == 0 ||
           dataset_write(work->to, work->slice, count, (uint64_t)work->next, err);
}

/* ---- the whole ---- */

static bool label_all(struct work *work, struct error *err)
{
    struct work_clock clock;
    work->next = (int64_t)dataset_writer_mark(work->to);
    work_begin(&clock, &work->retarget->limits, work->next,
               dataset_info(work->from)->count);
    bool is_good = true;
    while (is_good && work_goes_on(&clock, work->next, 0)) {
        is_good = read_slice(work, err) && label_slice(work, err);
    }
    work_end(&clock, work->next, 0);
    return is_good;
}

static bool open_work(struct work *work, struct error *err)
{
    const struct retarget *retarget = work->retarget;
    work->from = dataset_open(retarget->from, err);
    work->to =
        work->from != NULL ? dataset_append(retarget->to, retarget->note, err) : NULL;
    if (work->to == NULL) {
        return false;
    }
    work->pool = thread_pool_new(retarget->limits.threads);
    work->block = malloc(DATASET_BLOCK_MAX * sizeof *work->block);
    return (work->pool != NULL && work->block != NULL) || error_set(err, "no memory");
}

bool retarget_run(const struct retarget *retarget, bool *is_complete, struct error *err)
{
    struct work work = {.retarget = retarget};
    bool is_good = open_work(&work, err) && label_all(&work, err);
    *is_complete = is_good && work.next >= dataset_info(work.from)->count;
    if (work.to != NULL) {
        is_good = dataset_writer_close(work.to, is_good ? err : NULL) && is_good;
    }
    dataset_close(work.from);
    thread_pool_free(work.pool);
    free(work.block);
    return is_good;
}
