#include "lab/selfplay/datagen.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "arena/job/ranks.h"
#include "lab/data/dataset.h"

_Static_assert(DATAGEN_GAMES *SELFPLAY_SAMPLES_MAX <= DATASET_BLOCK_MAX,
               "the samples of so many games must fit into a block");

enum { EMPTY_MAX = 100 * DATAGEN_GAMES }; /* games in a row without a sample */

/* The samples of one game: the result of a unit (ranks.h), which is its number. */
struct game_result {
    int count; /* -1: no memory */
    struct sample sample[SELFPLAY_SAMPLES_MAX];
};

struct work {
    const struct datagen *datagen;
    struct play_scratch **scratch; /* by thread; NULL: has not played yet */
    struct ranks *ranks;
    struct dataset_writer *writer;
    int64_t next;  /* game that is not in a block yet */
    int empty;     /* games without a sample before it */
    int64_t first; /* game of slot[0] */
    int games;     /* that are played together: a block for each rank */
    struct game_result *slot;
    struct sample *block;
};

/* ---- a game ---------------------------------------------------------------------- */

static size_t play_datagen_game(void *context, int64_t game, int thread, void *result)
{
    struct work *work = context;
    const struct datagen *datagen = work->datagen;
    struct play_scratch **scratch = &work->scratch[thread];
    struct game_result *played = result;
    struct rng rng;
    if (*scratch == NULL) {
        *scratch = pruned_play_new(datagen->nets);
    }
    played->count = -1;
    if (*scratch != NULL) {
        rng_seed(&rng, datagen->seed, (uint64_t)game);
        played->count = selfplay_game(*scratch, datagen->nets, datagen->rules, &rng,
                                      played->sample);
    }
    size_t samples = played->count > 0 ? (size_t)played->count : 0;
    return offsetof(struct game_result, sample) + samples * sizeof played->sample[0];
}

static void take_played_game(void *context, int64_t game, const void *result,
                             size_t size)
{
    struct work *work = context;
    memcpy(&work->slot[game - work->first], result, size);
}

/* ---- blocks ---------------------------------------------------------------------- */

/* Writes the block of the games from slot `from` on; there is none without samples, as of
 * games that begin in positions that are known exactly. */
static bool write_block(struct work *work, int from, struct error *err)
{
    size_t count = 0;
    for (int g = from; g < from + DATAGEN_GAMES; g++) {
        const struct game_result *played = &work->slot[g];
        if (played->count < 0) {
            return error_no_memory(err);
        }
        memcpy(work->block + count, played->sample,
               (size_t)played->count * sizeof *work->block);
        count += (size_t)played->count;
    }
    work->next = work->first + from + DATAGEN_GAMES;
    work->empty = count == 0 ? work->empty + DATAGEN_GAMES : 0;
    if (count == 0) {
        return work->empty < EMPTY_MAX ||
               error_set(err,
                         "%d games in a row have no position to learn from: they "
                         "begin where all is known",
                         work->empty);
    }
    return dataset_write(work->writer, work->block, count, (uint64_t)work->next, err);
}

/* Plays so many games, and writes their blocks up to the last that is wanted. */
static bool play_blocks(struct work *work, struct error *err)
{
    work->first = work->next;
    bool is_good = ranks_run(work->ranks, work->first, work->games, err);
    for (int g = 0; is_good && g < work->games; g += DATAGEN_GAMES) {
        if (dataset_writer_count(work->writer) < work->datagen->samples) {
            is_good = write_block(work, g, err);
        }
    }
    return is_good;
}

static bool fill_dataset(struct work *work, bool *is_complete, struct error *err)
{
    const struct datagen *datagen = work->datagen;
    struct work_clock clock;
    bool is_good = true;
    int64_t done = dataset_writer_count(work->writer);
    work->next = (int64_t)dataset_writer_mark(work->writer);
    work_begin(&clock, &datagen->limits, done, datagen->samples);
    while (is_good && work_goes_on(&clock, done, work->next)) {
        is_good = play_blocks(work, err);
        done = dataset_writer_count(work->writer);
    }
    work_end(&clock, done, work->next);
    *is_complete = done >= datagen->samples;
    return is_good;
}

/* ---- the whole ------------------------------------------------------------------- */

static bool open_work(struct work *work, struct error *err)
{
    const struct datagen *datagen = work->datagen;
    const struct ranks_work units = {.context = work,
                                     .result_max = sizeof(struct game_result),
                                     .work = play_datagen_game,
                                     .take = take_played_game};
    work->games = DATAGEN_GAMES * ranks_count();
    work->scratch = calloc((size_t)datagen->limits.threads, sizeof *work->scratch);
    work->slot = malloc((size_t)work->games * sizeof *work->slot);
    work->block = malloc(DATASET_BLOCK_MAX * sizeof *work->block);
    if (work->scratch == NULL || work->slot == NULL || work->block == NULL) {
        return error_no_memory(err);
    }
    if (ranks_is_first()) {
        work->writer = dataset_append(datagen->path, datagen->note, err);
    }
    if (!ranks_is_first() || work->writer != NULL) {
        work->ranks = ranks_open(&units, datagen->limits.threads, err);
    }
    return work->ranks != NULL;
}

static bool close_work(struct work *work, struct error *err)
{
    ranks_close(work->ranks);
    for (int t = 0; work->scratch != NULL && t < work->datagen->limits.threads; t++) {
        pruned_play_free(work->scratch[t]);
    }
    free(work->scratch);
    free(work->slot);
    free(work->block);
    return work->writer == NULL || dataset_writer_close(work->writer, err);
}

bool datagen_run(const struct datagen *datagen, bool *is_complete, struct error *err)
{
    struct work work = {.datagen = datagen};
    bool is_good = open_work(&work, err);
    if (is_good && ranks_is_first()) {
        is_good = fill_dataset(&work, is_complete, err);
    } else if (is_good) {
        is_good = *is_complete = ranks_run(work.ranks, 0, 0, err);
    }
    return close_work(&work, is_good ? err : NULL) && is_good;
}
