#include "cmd/analyse_matches.h"
#include "cmd/analyse_note.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "arena/job/line_file.h"
#include "arena/job/work.h"
#include "base/digest.h"
#include "base/file.h"
#include "bot/analyse/analysis.h"
#include "bot/history/history_level.h"
#include "cmd/tool/long_run.h"
#include "engine/board/position.h"
#include "engine/rollout/roller.h"
#include "match/batch/analysed_line.h"
#include "match/batch/match_duplicates.h"
#include "match/batch/match_folder.h"
#include "match/match_report.h"
#include "match/report/match_html.h"
#include "match/report/match_json.h"
#include "match/report/match_table.h"

enum {
    SAMPLED = 6,         /* turns that are timed for the estimate */
    SAMPLED_PLY = 2,     /* at most so deep; */
    DEEPER_FACTOR = 10,  /* a ply more takes so many times as long (docs/LEVELS.md) */
    DEEP_CUBE_FACTOR = 2 /* 4-ply cube actions: measured on matches of 7 points */
};

/* A match of a file, and how far its analysis is. */
struct one_match {
    const char *path;
    int number; /* in its file, from 1 */
    const struct match_turns *turns;
    struct strength reference[2]; /* by enum record_side */
};

struct run {
    const struct match_job *job;
    struct match_paths paths;
    bool has_folder; /* among the operands: a line for each match, and tables */
    struct match_turns **files; /* of all paths; NULL: could not be read */
    struct match_table *table;  /* NULL: a single match */
    struct one_match *matches;
    int match_count;
    struct match_duplicates duplicates;
    int turns; /* of all */
    int done;
    struct analysed_turn *saved; /* of an earlier run */
    int saved_count;
    FILE *save;
    struct file_draft page; /* its stream is NULL: none is wanted */
    double begun;
    int begun_at; /* turns that were done before this run */
    struct progress progress;
};

bool analyse_matches_is_file(const char *path)
{
    struct stat status;
    return strcmp(path, "-") != 0 && stat(path, &status) == 0;
}

/* ---- reading --------------------------------------------------------------------- */

/* With JSON the error stands in the file's place, and the run is good. */
static bool refuse_file(const struct run *run, const char *path, const char *why)
{
    size_t length = strlen(path);
    bool is_named = strncmp(why, path, length) == 0 && why[length] == ':';
    why += is_named ? length + strlen(": ") : 0;
    if (run->job->is_json) {
        return analysis_print_json_error(path, why, stdout);
    }
    fprintf(stderr, "fibsbot analyse: %s: %s\n", path, why);
    return false;
}

/* Asks the history for the level of player 1, where the file does not tell it. */
static void find_level(const struct run *run, const struct match_turns *turns,
                       char level[RECORD_NAME_MAX])
{
    const struct record_heading *heading = &turns->heading;
    const struct history_played played = {.account = heading->my_name,
                                          .opponent = heading->opponent,
                                          .date = heading->date,
                                          .length = heading->length,
                                          .my_score = turns->score[RECORD_ME],
                                          .their_score = turns->score[RECORD_OPPONENT]};
    char known[HISTORY_LEVEL_SIZE] = REFERENCE_LEVEL_UNKNOWN;
    (void)snprintf(level, RECORD_NAME_MAX, "%s", heading->level[RECORD_ME]);
    if (level[0] == '\0' && run->job->history != NULL) {
        (void)history_level_of(run->job->history, &played, known);
        (void)snprintf(level, RECORD_NAME_MAX, "%s", known);
    }
}

static void set_reference_levels(const struct run *run, struct one_match *match)
{
    char level[RECORD_NAME_MAX];
    find_level(run, match->turns, level);
    match->reference[RECORD_ME] = match->reference[RECORD_OPPONENT] =
        run->job->strength;
    reference_level_deepen(level, &match->reference[RECORD_ME]);
    reference_level_deepen(match->turns->heading.level[RECORD_OPPONENT],
                           &match->reference[RECORD_OPPONENT]);
}

/* Whether the match has come before, which is told. */
static bool is_duplicate(struct run *run, const char *path, int number,
                         const struct match_turns *turns)
{
    const char *first = match_duplicates_find(&run->duplicates, turns, path);
    if (first != NULL) {
        fprintf(stderr,
                "fibsbot analyse: %s: match %d is the same as in %s; counted once\n",
                path, number, first);
    }
    return first != NULL;
}

static bool add_matches(struct run *run, const char *path,
                        const struct match_turns *first)
{
    int number = 0;
    for (const struct match_turns *turns = first; turns != NULL; turns = turns->next) {
        number++;
        if (is_duplicate(run, path, number, turns)) {
            continue;
        }
        struct one_match *grown =
            realloc(run->matches, (size_t)(run->match_count + 1) * sizeof *grown);
        if (grown == NULL) {
            return false;
        }
        run->matches = grown;
        struct one_match *match = &run->matches[run->match_count++];
        *match = (struct one_match){.path = path, .number = number, .turns = turns};
        set_reference_levels(run, match);
        run->turns += turns->count;
    }
    return true;
}

/* All operands, with the files of folders; false if a folder could not be read. */
static bool list_paths(struct run *run, int count, char **operands)
{
    bool is_good = true;
    for (int i = 0; i < count; i++) {
        struct error err = {0};
        bool is_folder = match_folder_is(operands[i]);
        run->has_folder |= is_folder;
        if (is_folder && !match_folder_list(operands[i], &run->paths, &err)) {
            is_good = refuse_file(run, operands[i], err.text) && is_good;
        } else if (!is_folder && !match_paths_add(&run->paths, operands[i])) {
            is_good = refuse_file(run, operands[i], "out of memory");
        }
    }
    return is_good;
}

/* Reads all files; false if one could not be read. What is no match in a folder is told,
 * no more. */
static bool read_files(struct run *run)
{
    bool is_good = true;
    run->files = calloc((size_t)run->paths.count + 1, sizeof *run->files);
    if (run->files == NULL) {
        return refuse_file(run, "files", "out of memory");
    }
    for (int i = 0; i < run->paths.count; i++) {
        struct error err = {0};
        const char *path = run->paths.path[i];
        run->files[i] = match_turns_read(path, &err);
        if (run->files[i] == NULL) {
            is_good = refuse_file(run, path, err.text) && is_good;
        } else if (!add_matches(run, path, run->files[i])) {
            is_good = refuse_file(run, path, "out of memory");
        }
    }
    return is_good || run->has_folder;
}

static void close_analysis(struct run *run)
{
    for (int i = 0; run->files != NULL && i < run->paths.count; i++) {
        match_turns_free(run->files[i]);
    }
    match_paths_free(&run->paths);
    match_duplicates_free(&run->duplicates);
    match_table_free(run->table);
    if (run->save != NULL) {
        (void)fclose(run->save);
    }
    free(run->files);
    free(run->matches);
    free(run->saved);
}

/* ---- the file of results --------------------------------------------------------- */

static bool take_saved(void *context, const char *line)
{
    struct run *run = context;
    if (run->saved_count >= run->turns ||
        !analysed_line_read(line, &run->saved[run->saved_count])) {
        return false;
    }
    run->saved_count++;
    return true;
}

/* All positions, rolls and plays, and the reference levels. */
static uint64_t digest_of_matches(const struct run *run)
{
    uint64_t digest = digest_start();
    for (int m = 0; m < run->match_count; m++) {
        const struct match_turns *turns = run->matches[m].turns;
        digest = digest_u32(digest, (uint32_t)turns->count);
        for (int side = 0; side < 2; side++) {
            char reference[REFERENCE_LEVEL_SIZE] = "";
            reference_level_text(&run->matches[m].reference[side], reference);
            digest = digest_bytes(digest, reference, strlen(reference));
        }
        for (int i = 0; i < turns->count; i++) {
            const struct match_turn *turn = &turns->turns[i];
            uint64_t hash = position_hash(&turn->pos);
            digest = digest_bytes(digest, &hash, sizeof hash);
            digest = digest_bytes(digest, &turn->roll, sizeof turn->roll);
            digest = digest_u32(digest, (uint32_t)turn->type);
            for (int k = 0; k < turn->play.count; k++) {
                digest = digest_bytes(digest, &turn->play.moves[k], 2);
            }
        }
    }
    return digest;
}

static bool open_save(struct run *run, struct error *err)
{
    const struct strength *strength = &run->job->strength;
    char conditions[160];
    (void)snprintf(conditions, sizeof conditions, "%016" PRIx64 " ply %d cube %d %s",
                   digest_of_matches(run), strength->play_ply, strength->cube_ply,
                   strength->roller != NULL ? strength->roller->name : "search");
    const struct line_file lines = {.path = run->job->save,
                                    .magic = "fibsbot-match-analysis 1",
                                    .conditions = conditions,
                                    .expected = "the analysis of a turn",
                                    .is_resumed = run->job->is_resumed,
                                    .take = take_saved,
                                    .context = run};
    run->saved = calloc((size_t)run->turns + 1, sizeof *run->saved);
    if (run->saved == NULL) {
        return error_no_memory(err);
    }
    run->save = line_file_open(&lines, err);
    return run->save != NULL;
}

/* ---- time ------------------------------------------------------------------------ */

/* How much longer than a search at `ply` this takes. */
static double times_deeper(const struct strength *strength, int ply)
{
    double factor = 1.0;
    int trials = strength->roller != NULL ? strength->roller->trials : 0;
    int cube_ply = strength->cube_ply;
    for (; ply < strength->play_ply; ply++) {
        factor *= DEEPER_FACTOR;
    }
    if (trials > 0) {
        return factor * DEEPER_FACTOR * trials / 72.0;
    }
    return cube_ply > strength->play_ply ? factor * DEEP_CUBE_FACTOR : factor;
}

/* Some turns of all matches. */
static int take_sample(const struct run *run, struct match_turn sample[SAMPLED])
{
    int count = 0;
    for (int i = 0; i < SAMPLED; i++) {
        const struct match_turns *from =
            run->matches[i * run->match_count / SAMPLED].turns;
        if (from->count > 0) {
            sample[count++] = from->turns[i * from->count / SAMPLED];
        }
    }
    return count;
}

/* Seconds for a turn at a depth that takes no long. */
static double time_of_turn(const struct run *run, int ply)
{
    struct match_turn sample[SAMPLED];
    struct match_turns turns = {.turns = sample, .count = take_sample(run, sample)};
    struct strength strength = run->job->strength;
    struct match_analysis *analysis =
        match_analysis_new(run->job->engine, run->job->scratch, &turns);
    if (analysis == NULL || turns.count == 0) {
        match_analysis_free(analysis);
        return 0.0;
    }
    strength.roller = NULL;
    strength.play_ply = ply;
    strength.cube_ply = ply - ply % 2;
    match_analysis_set_strength(analysis, RECORD_ME, &strength);
    match_analysis_set_strength(analysis, RECORD_OPPONENT, &strength);
    double begun = work_now();
    while (match_analysis_step(analysis)) {
    }
    match_analysis_free(analysis);
    return (work_now() - begun) / turns.count;
}

/* All turns still to be done, those with slower references counted several times. */
static double work_left(const struct run *run, int ply)
{
    double work = 0.0;
    int at = 0;
    for (int m = 0; m < run->match_count; m++) {
        const struct one_match *match = &run->matches[m];
        for (int i = 0; i < match->turns->count; i++, at++) {
            enum record_side side = match->turns->turns[i].side;
            work +=
                at >= run->saved_count ? times_deeper(&match->reference[side], ply) : 0;
        }
    }
    return work;
}

/* "40 s", "3 h 20 min" */
static struct progress_count time_text(double seconds)
{
    struct progress_count out = progress_minutes(seconds / 60.0);
    if (seconds < 100.0) {
        (void)snprintf(out.text, sizeof out.text, "%.0f s", seconds + 0.5);
    }
    return out;
}

static void tell_estimate(const struct run *run)
{
    int left = run->turns - run->saved_count;
    int asked = run->job->strength.play_ply;
    int ply = asked < SAMPLED_PLY ? asked : SAMPLED_PLY;
    double seconds = left > 0 ? work_left(run, ply) * time_of_turn(run, ply) : 0.0;
    fprintf(stderr, "%d match%s, %d turns to analyse, about %s\n", run->match_count,
            run->match_count == 1 ? "" : "es", left, time_text(seconds).text);
}

static void tell_progress(struct run *run)
{
    int done = run->done - run->begun_at;
    if (done > 0 && progress_is_due(&run->progress)) {
        double each = (work_now() - run->begun) / done;
        progress_print(&run->progress, "turn %d of %d, %s left", run->done, run->turns,
                       time_text(each * (run->turns - run->done)).text);
    }
}

/* ---- one match ------------------------------------------------------------------- */

/* Takes the next turn from the earlier run, or analyses it; false when stopped. */
static bool next_turn(struct run *run, struct match_analysis *analysis)
{
    if (run->done < run->saved_count) {
        match_analysis_restore(analysis, &run->saved[run->done++]);
        run->begun_at = run->done;
        run->begun = work_now();
        return true;
    }
    if (long_run_is_stopped() || !match_analysis_step(analysis)) {
        return false;
    }
    run->done++;
    if (run->save != NULL) {
        analysed_line_write(
            match_analysis_turn(analysis, match_analysis_done(analysis) - 1),
            run->save);
    }
    tell_progress(run);
    return true;
}

/* Writes the objects of the turn just done and of the game that it ended. */
static bool print_turn_json(const struct match_json *match)
{
    const struct match_turns *turns = match->report->turns;
    int last = match_analysis_done(match->report->analysis) - 1;
    int game = turns->turns[last].game - 1;
    bool is_end = last + 1 == turns->game[game].first + turns->game[game].turns;
    return match_json_decision(match, last, stdout) &&
           (!is_end || match_json_game(match, game, stdout));
}

static bool analyse_turns(struct run *run, const struct one_match *match,
                          struct match_analysis *analysis)
{
    const struct match_job *job = run->job;
    const struct match_report report = {match->turns, analysis, job->program};
    const struct match_json json = {match->path, match->number, &report};
    bool is_good = true;
    while (is_good && match_analysis_done(analysis) < match->turns->count &&
           next_turn(run, analysis)) {
        is_good = !job->is_json || print_turn_json(&json);
    }
    progress_clear(&run->progress);
    if (run->page.stream != NULL) {
        match_html_match(&report, run->page.stream);
    }
    if (run->table != NULL && !match_table_add(run->table, &report)) {
        return false;
    }
    if (job->is_json) {
        return is_good && match_json_match(&json, stdout);
    }
    if (run->has_folder) {
        return match_table_print_match(&report, stdout);
    }
    return match_report_print(&report, stdout) && fflush(stdout) == 0;
}

static bool analyse_match(struct run *run, const struct one_match *match,
                          struct error *err)
{
    const struct match_job *job = run->job;
    struct match_analysis *analysis =
        match_analysis_new(job->engine, job->scratch, match->turns);
    if (analysis == NULL) {
        return error_no_memory(err);
    }
    match_analysis_set_strength(analysis, RECORD_ME, &match->reference[RECORD_ME]);
    match_analysis_set_strength(analysis, RECORD_OPPONENT,
                                &match->reference[RECORD_OPPONENT]);
    match_analysis_set_stop(analysis, long_run_catch_interrupt());
    bool is_good = analyse_turns(run, match, analysis) ||
                   error_set(err, "the report cannot be written");
    bool is_whole = match_analysis_done(analysis) == match->turns->count;
    if (is_good && is_whole && job->is_noted) {
        is_good = analyse_note(job->history, match->path, match->turns, analysis, err);
    }
    match_analysis_free(analysis);
    return is_good;
}

/* ---- all ------------------------------------------------------------------------- */

/* Several matches end with tables of the players. */
static bool open_table(struct run *run, struct error *err)
{
    if (run->match_count > 1 || run->has_folder) {
        run->table = match_table_new();
        return run->table != NULL || error_no_memory(err);
    }
    return true;
}

static bool print_match_table(const struct run *run, struct error *err)
{
    if (run->table == NULL || run->match_count == 0) {
        return true;
    }
    return (run->job->is_json ? match_table_json(run->table, stdout)
                              : match_table_print(run->table, stdout)) ||
           error_set(err, "the report cannot be written");
}

static int analyse_all(struct run *run, bool is_good, struct error *err)
{
    if ((run->job->save != NULL && !open_save(run, err)) || !open_table(run, err)) {
        return EXIT_FAILURE;
    }
    if (run->match_count > 0) {
        tell_estimate(run);
    }
    run->begun = work_now();
    for (int i = 0; i < run->match_count && !long_run_is_stopped(); i++) {
        if (i > 0 && !run->job->is_json && !run->has_folder) {
            (void)putchar('\n');
        }
        if (!analyse_match(run, &run->matches[i], err)) {
            return EXIT_FAILURE;
        }
    }
    if (!print_match_table(run, err)) {
        return EXIT_FAILURE;
    }
    return run->done < run->turns ? LONG_RUN_STOPPED
           : is_good              ? EXIT_SUCCESS
                                  : EXIT_FAILURE;
}

/* Begins the page; it gets its name when it is whole. False with `err`. */
static bool open_page(struct run *run, struct error *err)
{
    const char *path = run->job->page;
    if (path == NULL) {
        return true;
    }
    if (!file_draft_open(&run->page, path, FILE_OF_ALL, err)) {
        return false;
    }
    match_html_begin("Match analysis", run->page.stream);
    return true;
}

static bool close_page(struct run *run, struct error *err)
{
    if (run->page.stream == NULL) {
        return true;
    }
    match_html_end(run->page.stream);
    return file_draft_keep(&run->page, FILE_SAFE_FROM_KILLS, err);
}

int analyse_matches(const struct match_job *job, int count, char **paths,
                    struct error *err)
{
    struct run run = {.job = job};
    (void)long_run_catch_interrupt();
    bool is_good = list_paths(&run, count, paths);
    is_good = read_files(&run) && is_good;
    int status = EXIT_FAILURE;
    if (open_page(&run, err)) {
        status = analyse_all(&run, is_good, err);
        status = close_page(&run, err) ? status : EXIT_FAILURE;
    }
    close_analysis(&run);
    return status;
}
