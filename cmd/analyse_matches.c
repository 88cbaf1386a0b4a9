#include "cmd/analyse_matches.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "bot/analyse/analysis.h"
#include "bot/history/history.h"
#include "bot/history/history_analysis.h"
#include "cmd/analyse_pages.h"
#include "cmd/tool/long_run.h"
#include "cmd/tool/named_player.h"
#include "match/batch/match_batch.h"
#include "match/match_report.h"
#include "match/record.h"
#include "match/reference_level.h"
#include "match/report/match_json.h"
#include "match/report/match_table.h"

struct run {
    const struct analyse_job *job;
    struct match_batch batch;
    struct match_table *table; /* NULL: a single match */
    struct analyse_pages pages;
    struct progress progress;
};

/* ---- what the batch asks and reports --------------------------------------------- */

static void show_reading(void *context, const char *path, int number, int count)
{
    struct run *run = context;
    progress_reading(&run->progress, path, number, count);
}

/* With JSON the error stands in the file's place, and the run is good. */
static bool refuse_file(void *context, const char *path, const char *why)
{
    struct run *run = context;
    progress_clear(&run->progress);
    if (run->job->is_json) {
        return analysis_print_json_error(path, why, stdout);
    }
    fprintf(stderr, "fibsbot analyse: %s: %s\n", path, why);
    return false;
}

static void show_repeat(void *context, const char *text)
{
    struct run *run = context;
    progress_clear(&run->progress);
    fprintf(stderr, "fibsbot analyse: %s\n", text);
}

/* Asks the history. */
static void find_level(void *context, const struct match_turns *turns,
                       char level[RECORD_NAME_MAX])
{
    const struct run *run = context;
    const struct record_heading *heading = &turns->heading;
    const struct history_played played = {.account = heading->my_name,
                                          .opponent = heading->opponent,
                                          .date = heading->date,
                                          .length = heading->length,
                                          .my_score = turns->score[RECORD_ME],
                                          .their_score = turns->score[RECORD_OPPONENT]};
    char known[HISTORY_LEVEL_SIZE] = REFERENCE_LEVEL_UNKNOWN;
    if (run->job->history != NULL) {
        (void)history_level_of(run->job->history, &played, known);
        (void)snprintf(level, RECORD_NAME_MAX, "%s", known);
    }
}

/* ---- time ------------------------------------------------------------------------ */

/* "40 s", "3 h 20 min" */
static struct progress_count time_text(double seconds)
{
    struct progress_count out = progress_minutes(seconds / 60.0);
    if (seconds < 100.0) {
        FORMAT_TEXT(out.text, "%.0f s", seconds + 0.5);
    }
    return out;
}

static void show_estimate(const struct run *run)
{
    const struct match_batch *batch = &run->batch;
    int turns = batch->turns - batch->saved_count;
    fprintf(stderr, "%d match%s, %d turn%s to analyse, about %s\n", batch->count,
            batch->count == 1 ? "" : "es", turns, turns == 1 ? "" : "s",
            time_text(match_batch_estimate(batch)).text);
}

static void show_turns_left(struct run *run)
{
    const struct match_batch *batch = &run->batch;
    if (batch->done > batch->saved_count && progress_is_due(&run->progress)) {
        progress_print(&run->progress, "turn %d of %d, %s left", batch->done,
                       batch->turns, time_text(match_batch_seconds_left(batch)).text);
    }
}

/* ---- one match ------------------------------------------------------------------- */

/* Writes the objects of the games that are done by now, also of those without a turn. */
static bool print_games_json(const struct match_json *match, int *told)
{
    const struct match_turns *turns = match->report->turns;
    int done = match_analysis_done(match->report->analysis);
    bool is_good = true;
    for (const struct match_game *game = &turns->game[*told];
         is_good && *told < turns->games && game->first + game->turns <= done; game++) {
        is_good = match_json_game(match, (*told)++, stdout);
    }
    return is_good;
}

/* Likewise behind the object of the turn just done. */
static bool print_turn_json(const struct match_json *match, int *told)
{
    int last = match_analysis_done(match->report->analysis) - 1;
    return match_json_decision(match, last, stdout) && print_games_json(match, told);
}

static bool analyse_turns(struct run *run, const struct match_batch_match *match,
                          struct match_analysis *analysis)
{
    const struct analyse_job *job = run->job;
    const struct match_report report = {match->turns, analysis,
                                        .program = job->program};
    const struct match_json json = {match->path, match->number, &report};
    bool is_good = true;
    int told = 0;
    while (is_good && match_analysis_done(analysis) < match->turns->count &&
           match_batch_next(&run->batch, analysis)) {
        show_turns_left(run);
        is_good = !job->is_json || print_turn_json(&json, &told);
    }
    progress_clear(&run->progress);
    if (run->batch.unsaved != 0) {
        return false;
    }
    if (run->table != NULL && !match_table_add(run->table, &report)) {
        return false;
    }
    if (job->is_json) {
        return is_good && print_games_json(&json, &told) &&
               match_json_match(&json, stdout);
    }
    if (run->batch.has_folder) {
        return match_table_print_match(&report, stdout);
    }
    return match_report_print(&report, stdout) && fflush(stdout) == 0;
}

/* Notes the analysis of one of the bot's own match files in its history. Says on standard
 * error if the history does not have it, or if the file is not one of a bot. False with
 * `err` if it cannot be written. */
static bool note_analysis(const char *history, const char *path,
                          const struct match_turns *turns,
                          const struct match_analysis *analysis, struct error *err)
{
    const struct record_heading *heading = &turns->heading;
    struct history_analysed analysed = {.account = heading->my_name,
                                        .opponent = heading->opponent,
                                        .length = heading->length};
    time_t started = 0;
    bool is_known = record_start_of(path, &started);
    for (int i = 0; i < 2; i++) {
        const struct match_analysed_side *side =
            match_analysis_side(analysis, i == 0 ? RECORD_ME : RECORD_OPPONENT);
        analysed.sums.decisions[i] = side->decisions;
        analysed.sums.loss[i] = side->loss;
        analysed.sums.luck[i] = side->luck;
    }
    analysed.started_s = started;
    if (is_known && !history_note_analysis(history, &analysed, &is_known, err)) {
        return false;
    }
    if (!is_known) {
        fprintf(stderr, "fibsbot analyse: %s: not a match of %s; not noted\n", path,
                history);
    }
    return true;
}

static bool analyse_match(struct run *run, const struct match_batch_match *match,
                          struct error *err)
{
    const struct analyse_job *job = run->job;
    struct match_analysis *analysis = match_batch_analysis(&run->batch, match);
    if (analysis == NULL) {
        return error_no_memory(err);
    }
    bool is_good =
        analyse_turns(run, match, analysis) ||
        (run->batch.unsaved != 0 ? error_at_path(err, run->batch.unsaved, job->save,
                                                 strerror(run->batch.unsaved))
                                 : error_set(err, "the report cannot be written"));
    bool is_whole = match_analysis_done(analysis) == match->turns->count;
    const struct match_report report = {match->turns, analysis, .program = job->program,
                                        .has_only_errors = job->is_short};
    is_good = is_good && analyse_pages_add(&run->pages, &report, err);
    if (is_good && is_whole && job->is_noted) {
        is_good = note_analysis(job->history, match->path, match->turns, analysis, err);
    }
    match_analysis_free(analysis);
    return is_good;
}

/* ---- all ------------------------------------------------------------------------- */

/* Several matches end with tables of the players. */
static bool open_table(struct run *run, struct error *err)
{
    if (run->batch.count > 1 || run->batch.has_folder) {
        run->table = match_table_new();
        return run->table != NULL || error_no_memory(err);
    }
    return true;
}

static bool print_match_table(const struct run *run, struct error *err)
{
    if (run->table == NULL || run->batch.count == 0) {
        return true;
    }
    return (run->job->is_json ? match_table_json(run->table, stdout)
                              : match_table_print(run->table, stdout)) ||
           error_set(err, "the report cannot be written");
}

static int analyse_all(struct run *run, bool is_good, struct error *err)
{
    if (!match_batch_begin(&run->batch, err) || !open_table(run, err)) {
        return EXIT_FAILURE;
    }
    if (run->batch.count > 0) {
        show_estimate(run);
    }
    for (int i = 0; i < run->batch.count && !long_run_is_stopped(); i++) {
        if (i > 0 && !run->job->is_json && !run->batch.has_folder) {
            (void)putchar('\n');
        }
        if (!analyse_match(run, &run->batch.matches[i], err)) {
            return EXIT_FAILURE;
        }
    }
    if (!print_match_table(run, err)) {
        return EXIT_FAILURE;
    }
    bool is_stopped = run->batch.done < run->batch.turns;
    if (is_stopped && run->job->save != NULL) {
        fputs("fibsbot analyse: stopped; the same command with --resume goes on\n",
              stderr);
    }
    return is_stopped ? LONG_RUN_STOPPED : is_good ? EXIT_SUCCESS : EXIT_FAILURE;
}

int analyse_matches(const struct analyse_job *job, int count, char **paths,
                    struct error *err)
{
    struct run run = {.job = job};
    if (job->history != NULL && !history_check(job->history, err)) {
        return EXIT_FAILURE;
    }
    const struct match_batch_job batch = {.engine = job->engine,
                                          .scratch = job->scratch,
                                          .weights = named_player_digest(job->weights),
                                          .strength = job->strength,
                                          .is_exact = job->is_exact,
                                          .roller = job->roller,
                                          .roller_share = job->roller_share,
                                          .save = job->save,
                                          .is_resumed = job->is_resumed,
                                          .stop = long_run_catch_interrupt(),
                                          .context = &run,
                                          .reading = show_reading,
                                          .refuse = refuse_file,
                                          .repeat = show_repeat,
                                          .find_level = find_level};
    bool is_good = match_batch_read(&run.batch, &batch, count, paths);
    bool has_report = run.batch.count > 0 || job->is_json;
    progress_clear(&run.progress);
    int status = EXIT_FAILURE;
    bool is_many = run.batch.count > 1 || run.batch.has_folder;
    if (has_report && analyse_pages_open(&run.pages, job->page, is_many, err)) {
        status = analyse_all(&run, is_good, err);
        status =
            analyse_pages_close(&run.pages, run.table, err) ? status : EXIT_FAILURE;
    }
    match_table_free(run.table);
    match_batch_close(&run.batch);
    return status;
}
