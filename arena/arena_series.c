#include "arena/arena_series.h"

#include <stdlib.h>
#include <string.h>

#include "arena/arena_results.h"
#include "arena/job/line_file.h"
#include "arena/job/ranks.h"

bool arena_series_make(struct arena_series *series,
                       const struct arena_runner_options *options, struct error *err)
{
    const size_t room = (size_t)options->pairs;
    series->options = options;
    series->pairs = calloc(room, sizeof *series->pairs);
    series->place = calloc(room, sizeof *series->place);
    return (series->pairs != NULL && series->place != NULL) || error_no_memory(err);
}

/* ---- the file -------------------------------------------------------------------- */

static void keep_pair(struct arena_series *series, const struct arena_pair *pair)
{
    series->pairs[series->count++] = *pair;
    series->place[pair->number] = (int32_t)series->count;
}

/* Tells wants_more() of the pairs whose turn has come. */
static void tell_in_order(struct arena_series *series)
{
    const struct arena_runner_options *options = series->options;
    while (options->wants_more != NULL && !series->is_enough &&
           series->ordered < options->pairs && series->place[series->ordered] != 0) {
        const struct arena_pair *pair =
            &series->pairs[series->place[series->ordered] - 1];
        series->ordered++;
        series->is_enough = !options->wants_more(options->context, pair);
    }
}

static bool take_result_line(void *context, const char *line)
{
    struct arena_series *series = context;
    struct arena_pair pair;
    if (!arena_results_read_line(line, series->options->rules.length > 0, &pair)) {
        return false;
    }
    if (pair.number >= series->options->first && pair.number < series->options->pairs &&
        series->place[pair.number] == 0) {
        keep_pair(series, &pair);
    }
    return true;
}

/* A file of other conditions is refused later, as it is. */
static bool drop_forfeits(const struct arena_runner_options *options, struct error *err)
{
    char found[ARENA_RESULTS_CONDITIONS_MAX];
    bool is_ours = options->replays_forfeits && options->is_resumed &&
                   options->file != NULL &&
                   arena_results_read_conditions(options->file, found) &&
                   strcmp(found, options->conditions) == 0;
    return !is_ours || arena_results_drop_forfeits(options->file, err);
}

bool arena_series_open(struct arena_series *series, struct error *err)
{
    const struct arena_runner_options *options = series->options;
    const struct line_file lines = {.path = options->file,
                                    .magic = arena_results_magic,
                                    .conditions = options->conditions,
                                    .expected = "the results of a pair",
                                    .is_resumed = options->is_resumed,
                                    .take = take_result_line,
                                    .context = series};
    if (!ranks_is_first()) {
        return true;
    }
    if (!drop_forfeits(options, err)) {
        return false;
    }
    if (options->file != NULL) {
        series->file = line_file_open(&lines, err);
        series->read = series->count;
        tell_in_order(series);
    }
    return (options->file == NULL || series->file != NULL) &&
           (options->begin == NULL ||
            options->begin(options->context, series->pairs, series->count, err));
}

bool arena_series_close(struct arena_series *series, struct error *err)
{
    bool is_good = series->file == NULL || fclose(series->file) == 0;
    series->file = NULL;
    return is_good || error_of_path(err, series->options->file);
}

/* ---- pairs ----------------------------------------------------------------------- */

bool arena_series_wants(const struct arena_series *series, int64_t number)
{
    return number < series->options->pairs && series->place[number] == 0 &&
           !series->is_enough;
}

void arena_series_take(struct arena_series *series, const struct arena_pair *pair)
{
    keep_pair(series, pair);
    tell_in_order(series);
}

/* Whether the run may go on: a player that forfeits pair after pair needs its owner. */
static bool count_forfeits(struct arena_series *series, const struct arena_pair *pair,
                           struct error *err)
{
    const struct arena_runner_options *options = series->options;
    for (int p = 0; p < 2; p++) {
        series->forfeits[p] = pair->forfeited[p] ? series->forfeits[p] + 1 : 0;
        if (options->forfeits_max > 0 && series->forfeits[p] >= options->forfeits_max) {
            return error_set(err, "%.100s has forfeited %d pairs in a row",
                             options->player[p], series->forfeits[p]);
        }
    }
    return true;
}

bool arena_series_write(struct arena_series *series, const struct arena_pair *pair,
                        const struct arena_games *games, struct error *err)
{
    const struct arena_runner_options *options = series->options;
    if (series->is_broken) {
        return error_set(err, "an earlier pair was not written");
    }
    bool is_good =
        options->keep == NULL || options->keep(options->context, pair, games, err);
    if (is_good && series->file != NULL && !arena_results_write(series->file, pair)) {
        is_good = error_of_path(err, options->file);
    }
    series->is_broken = !is_good;
    return is_good && count_forfeits(series, pair, err);
}

void arena_series_finish(struct arena_series *series,
                         struct arena_runner_result *result)
{
    arena_pairs_sort(series->pairs, series->count);
    *result = (struct arena_runner_result){
        .pairs = series->pairs,
        .count = series->is_enough ? series->ordered : series->count,
        .pairs_of_run = series->count - series->read,
    };
    memcpy(result->effort, series->effort, sizeof result->effort);
    memcpy(result->faults, series->faults, sizeof result->faults);
    free(series->place);
}
