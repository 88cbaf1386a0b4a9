#include "lab/selfplay/datagen.h"

#include <stddef.h>

#include "lab/data/dataset.h"
#include "lab/selfplay/round.h"

_Static_assert(DATAGEN_GAMES *GAME_SAMPLES_MAX <= DATASET_BLOCK_MAX,
               "the samples of so many games must fit into a block");

static bool play_block(const struct datagen *datagen, struct round *round,
                       struct dataset_writer *writer, struct error *err)
{
    const struct round_rules rules = {
        .play = *datagen->rules,
        .first = (int64_t)dataset_writer_mark(writer),
        .games = DATAGEN_GAMES,
        .seed = datagen->seed,
    };
    struct round_result result;
    if (!round_begin(round, datagen->nets, &rules, datagen->limits.threads - 1) ||
        !round_finish(round, &result)) {
        return error_set(err, "no memory");
    }
    return dataset_write(writer, result.samples, result.count,
                         (uint64_t)(rules.first + rules.games), err);
}

bool datagen_run(const struct datagen *datagen, bool *is_complete, struct error *err)
{
    struct work_clock clock;
    struct round *round = round_new(datagen->limits.threads);
    struct dataset_writer *writer = dataset_append(datagen->path, datagen->note, err);
    bool is_good = round != NULL && writer != NULL;
    if (round == NULL) {
        error_set(err, "no memory");
    }
    if (is_good) {
        int64_t done = dataset_writer_count(writer);
        work_begin(&clock, &datagen->limits, done, datagen->samples);
        while (is_good &&
               work_goes_on(&clock, done, (int64_t)dataset_writer_mark(writer))) {
            is_good = play_block(datagen, round, writer, err);
            done = dataset_writer_count(writer);
        }
        work_end(&clock, done, (int64_t)dataset_writer_mark(writer));
        *is_complete = done >= datagen->samples;
    }
    round_free(round);
    return (writer == NULL || dataset_writer_close(writer, is_good ? err : NULL)) &&
           is_good;
}
