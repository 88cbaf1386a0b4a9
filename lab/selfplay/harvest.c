#include "lab/selfplay/harvest.h"

#include <stddef.h>

#include "lab/data/dataset.h"
#include "lab/selfplay/round.h"

_Static_assert(HARVEST_GAMES *GAME_SAMPLES_MAX <= DATASET_BLOCK_MAX,
               "the samples of so many games must fit into a block");

static bool play_block(const struct harvest *harvest, struct round *round,
                       struct dataset_writer *writer, struct error *err)
{
    const struct round_rules rules = {
        .play = *harvest->rules,
        .first = (int64_t)dataset_writer_mark(writer),
        .games = HARVEST_GAMES,
        .seed = harvest->seed,
    };
    struct round_result result;
    if (!round_play(round, harvest->pair, &rules, &result)) {
        error_set(err, "no memory");
        return false;
    }
    return dataset_write(writer, result.samples, result.count,
                         (uint64_t)(rules.first + rules.games), err);
}

bool harvest_run(const struct harvest *harvest, bool *is_complete, struct error *err)
{
    struct work_clock clock;
    struct round *round = round_new(harvest->limits.threads);
    struct dataset_writer *writer = dataset_append(harvest->path, harvest->note, err);
    bool is_good = round != NULL && writer != NULL;
    if (round == NULL) {
        error_set(err, "no memory");
    }
    if (is_good) {
        int64_t done = dataset_writer_count(writer);
        work_begin(&clock, done);
        while (is_good && done < harvest->samples &&
               work_goes_on(&clock, &harvest->limits, done, harvest->samples,
                            (int64_t)dataset_writer_mark(writer))) {
            is_good = play_block(harvest, round, writer, err);
            done = dataset_writer_count(writer);
        }
        work_end(&clock, &harvest->limits, done, harvest->samples,
                 (int64_t)dataset_writer_mark(writer));
        *is_complete = done >= harvest->samples;
    }
    round_free(round);
    return (writer == NULL || dataset_writer_close(writer, is_good ? err : NULL)) &&
           is_good;
}
