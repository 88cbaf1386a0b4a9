#include "lab/selfplay/retarget.h"

#include <stdlib.h>
#include <string.h>

#include "arena/job/ranks.h"
#include "engine/board/position.h"
#include "lab/data/dataset.h"
#include "lab/data/position_kind.h"
#include "lab/selfplay/selfplay.h"

enum {
    SLICE =
        1024, /* positions labelled between checks of the limits, on each rank; one block
                * written */
    PARTS = 64 /* of a slice, for the threads */
};

/* ---- one position ---- */

struct labeller {
    struct play_scratch *scratch;
    const struct retarget *retarget;
    struct rng rng;
    struct outputs known; /* the target that the position has */
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
        const struct pruned_evaluated_play *play = &pruned_play->play[i];
        struct outputs value =
            play->is_known ? play->outputs : exact_label(labeller, &play->after);
        const struct pruned_nets *nets = labeller->retarget->nets;
        if (i == 0 || pruned_equity(nets, value) > pruned_equity(nets, best)) {
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
            sum, roll_all[r].ways / 36.0,
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
                           labeller->retarget->plies, labeller->retarget->choices,
                           &labeller->rng));
    }
    return sum;
}

static struct outputs kept_label(struct labeller *labeller,
                                 const struct position *after)
{
    (void)after;
    return labeller->known;
}

static const struct {
    const char *name;
    struct outputs (*label)(struct labeller *labeller, const struct position *after);
} kinds[RETARGET_KINDS] = {
    [RETARGET_EXACT] = {"exact", exact_label},
    [RETARGET_DEEP] = {"deep", deep_label},
    [RETARGET_KEPT] = {"kept", kept_label},
    [RETARGET_ROLLOUT] = {"rollout", rollout_label},
};

static bool is_left_out(const struct retarget *retarget, const struct position *pos)
{
    return position_game_result(pos) != 0 || position_kind_is(pos, retarget->without) ||
           (retarget->only != 0 && !position_kind_is(pos, retarget->only));
}

/* Draws the kind of target of a position; RETARGET_KINDS: it is left out. */
static enum retarget_kind draw_kind(const struct retarget *retarget, struct rng *rng)
{
    double at = rng_unit(rng);
    int kind = 0;
    while (kind < RETARGET_KINDS && at >= retarget->share[kind]) {
        at -= retarget->share[kind++];
    }
    return (enum retarget_kind)kind;
}

/* ---- parts of slices ---- */

/* A position with its label. */
struct labelled {
    enum retarget_kind kind; /* RETARGET_KINDS: left out */
    struct sample sample;
};

/* The result of a unit (ranks.h): every PARTS-th position of a slice. */
struct part {
    bool is_good;
    struct error err;
    int count;
    struct labelled at[SLICE / PARTS];
};

/* What a thread has: it reads the source itself, on whatever rank. */
struct reader {
    struct dataset *from;
    struct sample *block;
    int read; /* the block that is in `block`; -1: none */
    struct play_scratch *scratch;
};

/* The state of a run. */
struct work {
    const struct retarget *retarget;
    struct dataset *from;
    int64_t *slices_before; /* by block, and of all */
    int64_t *positions_before;
    struct reader *reader; /* by thread */
    struct ranks *ranks;
    struct dataset_writer *to;
    int64_t first;           /* slice whose labels are at labelled[0] */
    int window;              /* slices that are labelled together: one for each rank */
    struct labelled *labels; /* (window, SLICE) */
    bool has_failed;
    struct error err;
    struct sample slice[SLICE]; /* to be written */
};

/* Where a slice lies. It ends with its block at the latest. */
struct place {
    int block;
    int offset, count; /* in the block */
    int64_t start;     /* number of its first position */
};

static struct place place_of(const struct work *work, int64_t slice)
{
    const struct dataset_info *from = dataset_info(work->from);
    int block = 0;
    int past = from->blocks; /* by halves */
    while (past - block > 1) {
        int middle = block + (past - block) / 2;
        *(work->slices_before[middle] <= slice ? &block : &past) = middle;
    }
    int offset = (int)(slice - work->slices_before[block]) * SLICE;
    int left = (int)from->block[block].count - offset;
    return (struct place){block, offset, left < SLICE ? left : SLICE,
                          work->positions_before[block] + offset};
}

/* The slice that begins with this position. */
static int64_t slice_at(const struct work *work, int64_t position)
{
    int block = 0;
    while (block < dataset_info(work->from)->blocks &&
           work->positions_before[block + 1] <= position) {
        block++;
    }
    return work->slices_before[block] +
           (position - work->positions_before[block]) / SLICE;
}

/* Returns the number of the position whose kind and dice this position has: a sibling
 * takes those of the sample before it, so that the two can be compared. */
static int64_t dice_of(int64_t number, const struct sample *sample)
{
    return number - sample_is_sibling(sample);
}

static void label_position(struct labeller *labeller, int64_t number,
                           const struct sample *from, struct labelled *to)
{
    struct position pos;
    rng_seed(&labeller->rng, labeller->retarget->seed, (uint64_t)dice_of(number, from));
    sample_position(from, &pos);
    labeller->known = sample_target(from);
    enum retarget_kind kind = draw_kind(labeller->retarget, &labeller->rng);
    to->kind = is_left_out(labeller->retarget, &pos) ? RETARGET_KINDS : kind;
    to->sample = *from;
    if (to->kind < RETARGET_KINDS) {
        to->sample = sample_of(&pos, kinds[kind].label(labeller, &pos));
        sample_set_sibling(&to->sample, sample_is_sibling(from));
    }
}

/* Opens what is not open yet, and reads the block. */
static bool read_block(const struct retarget *retarget, struct reader *reader,
                       int block, struct error *err)
{
    if (reader->scratch == NULL) {
        reader->scratch = pruned_play_new(retarget->nets);
        reader->block = malloc(DATASET_BLOCK_MAX * sizeof *reader->block);
        reader->read = -1;
    }
    if (reader->scratch == NULL || reader->block == NULL) {
        return error_no_memory(err);
    }
    if (reader->from == NULL) {
        reader->from = dataset_open(retarget->from, err);
    }
    if (reader->from == NULL) {
        return false;
    }
    bool is_there =
        reader->read == block || dataset_read(reader->from, block, reader->block, err);
    reader->read = is_there ? block : -1;
    return is_there;
}

static size_t label_part(void *context, int64_t unit, int thread, void *result)
{
    struct work *work = context;
    struct reader *reader = &work->reader[thread];
    struct part *part = result;
    const struct place place = place_of(work, unit / PARTS);
    part->count = 0;
    part->is_good = read_block(work->retarget, reader, place.block, &part->err);
    struct labeller labeller = {.retarget = work->retarget, .scratch = reader->scratch};
    for (int i = (int)(unit % PARTS); part->is_good && i < place.count; i += PARTS) {
        label_position(&labeller, place.start + i, &reader->block[place.offset + i],
                       &part->at[part->count++]);
    }
    return sizeof *part;
}

static void take_part(void *context, int64_t unit, const void *result, size_t size)
{
    struct work *work = context;
    const struct part *part = result;
    struct labelled *slice = &work->labels[(unit / PARTS - work->first) * SLICE];
    (void)size;
    for (int i = 0; i < part->count; i++) {
        slice[unit % PARTS + (int64_t)i * PARTS] = part->at[i];
    }
    if (!part->is_good && !work->has_failed) {
        work->has_failed = true;
        work->err = part->err;
    }
}

/* ---- slices ---- */

/* Gathers the samples that have labels and returns their number. Siblings stay marked if
 * the sample before them has a label of the same kind. */
static size_t gather_labelled(struct work *work, const struct labelled *labels, int all)
{
    size_t count = 0;
    for (int i = 0; i < all; i++) {
        if (labels[i].kind < RETARGET_KINDS) {
            struct sample *sample = &work->slice[count++];
            *sample = labels[i].sample;
            sample_set_sibling(sample, sample_is_sibling(sample) && i > 0 &&
                                           labels[i - 1].kind == labels[i].kind);
        }
    }
    return count;
}

/* Labels the slices from `first` on and writes them; sets `*next` to the position behind
 * them. */
static bool label_slices(struct work *work, int64_t *next, struct error *err)
{
    const int64_t all = work->slices_before[dataset_info(work->from)->blocks];
    work->first = slice_at(work, *next);
    int64_t count = all - work->first < work->window ? all - work->first : work->window;
    if (!ranks_run(work->ranks, work->first * PARTS, count * PARTS, err)) {
        return false;
    }
    if (work->has_failed) {
        *err = work->err;
        return false;
    }
    bool is_good = true;
    for (int64_t i = 0; is_good && i < count; i++) {
        const struct place place = place_of(work, work->first + i);
        size_t samples = gather_labelled(work, &work->labels[i * SLICE], place.count);
        *next = place.start + place.count;
        is_good = samples == 0 ||
                  dataset_write(work->to, work->slice, samples, (uint64_t)*next, err);
    }
    return is_good;
}

/* ---- the whole ---- */

static bool label_all(struct work *work, bool *is_complete, struct error *err)
{
    struct work_clock clock;
    const int64_t all = dataset_info(work->from)->count;
    int64_t next = (int64_t)dataset_writer_mark(work->to);
    work_begin(&clock, &work->retarget->limits, next, all);
    bool is_good = true;
    while (is_good && work_goes_on(&clock, next, 0)) {
        is_good = label_slices(work, &next, err);
    }
    work_end(&clock, next, 0);
    *is_complete = is_good && next >= all;
    return is_good;
}

static bool count_slices(struct work *work, struct error *err)
{
    const struct dataset_info *from = dataset_info(work->from);
    const size_t room = (size_t)from->blocks + 1;
    work->slices_before = calloc(room, sizeof *work->slices_before);
    work->positions_before = calloc(room, sizeof *work->positions_before);
    if (work->slices_before == NULL || work->positions_before == NULL) {
        return error_no_memory(err);
    }
    for (int b = 0; b < from->blocks; b++) {
        int64_t count = from->block[b].count;
        work->slices_before[b + 1] =
            work->slices_before[b] + (count + SLICE - 1) / SLICE;
        work->positions_before[b + 1] = work->positions_before[b] + count;
    }
    return true;
}

/* Passes the samples that follow in the source, in the order of `made`, of which there are
 * `count`; returns how many are passed. */
static uint32_t pass_samples(const struct sample *made, uint32_t count,
                             struct sample *source, uint32_t samples)
{
    uint32_t passed = 0;
    for (uint32_t i = 0; i < samples && passed < count; i++) {
        struct sample sample = made[passed];
        sample_set_sibling(&sample, false);
        sample_set_sibling(&source[i], false);
        passed += memcmp(sample.side, source[i].side, sizeof sample.side) == 0;
    }
    return passed;
}

/* Whether the first block was made of the source's positions: the note has its name alone.
 * False with `err`. */
static bool check_source(const struct work *work, struct error *err)
{
    const struct retarget *retarget = work->retarget;
    struct sample *made = malloc(2 * DATASET_BLOCK_MAX * sizeof *made);
    struct dataset *to = dataset_open(retarget->to, err);
    bool is_good = to != NULL && (made != NULL || error_no_memory(err)) &&
                   dataset_read(to, 0, made, err);
    const struct dataset_block first =
        is_good ? dataset_info(to)->block[0] : (struct dataset_block){.count = 0};
    uint32_t passed = 0;
    for (int b = 0; is_good && b < dataset_info(work->from)->blocks &&
                    work->positions_before[b] < (int64_t)first.mark;
         b++) {
        struct sample *source = made + DATASET_BLOCK_MAX;
        is_good = dataset_read(work->from, b, source, err);
        passed += is_good ? pass_samples(made + passed, first.count - passed, source,
                                         dataset_info(work->from)->block[b].count)
                          : 0;
    }
    dataset_close(to);
    free(made);
    return is_good && (passed == first.count ||
                       error_set(err, "%.100s: not made of the positions of %.100s",
                                 retarget->to, retarget->from));
}

static bool open_work(struct work *work, struct error *err)
{
    const struct retarget *retarget = work->retarget;
    const struct ranks_work units = {.context = work,
                                     .result_max = sizeof(struct part),
                                     .work = label_part,
                                     .take = take_part};
    work->from = dataset_open(retarget->from, err);
    if (work->from == NULL || !count_slices(work, err)) {
        return false;
    }
    work->window = ranks_count();
    work->reader = calloc((size_t)retarget->limits.threads, sizeof *work->reader);
    work->labels = malloc((size_t)work->window * SLICE * sizeof *work->labels);
    if (work->reader == NULL || work->labels == NULL) {
        return error_no_memory(err);
    }
    if (ranks_is_first()) {
        work->to = dataset_append(retarget->to, retarget->note, err);
    }
    if (work->to != NULL && dataset_writer_count(work->to) > 0 &&
        !check_source(work, err)) {
        return false;
    }
    if (!ranks_is_first() || work->to != NULL) {
        work->ranks = ranks_open(&units, retarget->limits.threads, err);
    }
    return work->ranks != NULL;
}

static bool close_work(struct work *work, struct error *err)
{
    ranks_close(work->ranks);
    for (int t = 0; work->reader != NULL && t < work->retarget->limits.threads; t++) {
        struct reader *reader = &work->reader[t];
        if (reader->from != NULL) {
            dataset_close(reader->from);
        }
        free(reader->block);
        pruned_play_free(reader->scratch);
    }
    dataset_close(work->from);
    free(work->slices_before);
    free(work->positions_before);
    free(work->reader);
    free(work->labels);
    return work->to == NULL || dataset_writer_close(work->to, err);
}

bool retarget_run(const struct retarget *retarget, int64_t *samples, bool *is_complete,
                  struct error *err)
{
    struct work *work = calloc(1, sizeof *work);
    *is_complete = false;
    if (work == NULL) {
        return error_no_memory(err);
    }
    work->retarget = retarget;
    bool is_good = open_work(work, err);
    if (is_good && ranks_is_first()) {
        is_good = label_all(work, is_complete, err);
        *samples = dataset_writer_count(work->to);
    } else if (is_good) {
        is_good = *is_complete = ranks_run(work->ranks, 0, 0, err);
    }
    is_good = close_work(work, is_good ? err : NULL) && is_good;
    free(work);
    return is_good;
}
