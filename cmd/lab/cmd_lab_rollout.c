/* `fibsbot lab rollout`: rolls out many decisions into a file, for `fibsbot lab evaluate`.
 */
#include <inttypes.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/job/ranks.h"
#include "arena/job/work.h"
#include "base/error_bar.h"
#include "base/text.h"
#include "bot/analyse/decision_rollout.h"
#include "cmd/tool/long_run.h"
#include "cmd/tool/named_player.h"
#include "cmd/tool/subcommand.h"
#include "lab/sets/rollout_files.h"

enum { PATH_SIZE = 4096, TEXT_SIZE = 1 << 17 };
enum { TIME_MOST = 1000000000 }; /* ms */
enum { FILTER_MOST = 40 }; /* letters for which the words of the settings have room */

/* What becomes of a decision, on whatever rank. `text` is the line of the result, or an
 * error; no more than there is of it travels. */
enum unit_end { UNIT_ROLLED, UNIT_STOPPED, UNIT_UNREADABLE, UNIT_EMPTY, UNIT_FAILED };
struct unit {
    enum unit_end end;
    enum error_kind kind; /* of UNIT_FAILED, which ends the run */
    char text[TEXT_SIZE];
};

struct job {
    const char *path; /* of the input */
    struct long_run run;
    const char *filter;
    int ply;
    struct rollout_request request;
    char words[ROLLOUT_WORDS_SIZE], search[ROLLOUT_WORDS_SIZE];
    char without_cube[ROLLOUT_WORDS_SIZE]; /* the words where nobody may double */
    char state[PATH_SIZE];                 /* the file of the decision in progress */
    struct rollout_input input;
    struct rollout_output output; /* on rank 0 */
    struct engine *engine;
    struct analysis_tools analyser;
    long known;       /* results that OUT had */
    atomic_long done; /* decisions by this run */
    bool has_given;   /* one of them to a rank */
    long bad;         /* lines that could not be read, or have no trial in their time */
    bool was_stopped, has_failed;
    struct error err;
};

/* ---- options --------------------------------------------------------------------- */

static void write_words(const struct job *job, bool has_no_cube,
                        char words[ROLLOUT_WORDS_SIZE])
{
    struct rollout_settings settings = job->request.settings;
    char text[ROLLOUT_WORDS_SIZE];
    settings.is_cubeful &= !has_no_cube;
    rollout_request_words(&settings, text);
    (void)snprintf(words, ROLLOUT_WORDS_SIZE, "%d trials%s, %.200s", settings.trials,
                   has_no_cube ? " of a game without a cube" : "", text);
}

static bool check_options(const struct cli_call *call)
{
    struct job *job = call->context;
    struct error why;
    struct strength *strength = &job->analyser.strength;
    job->path = call->words->word[0];
    *strength = strength_default();
    strength->play_ply = job->ply;
    strength->cube_ply = job->ply - job->ply % 2;
    if (job->filter != NULL && !filter_read(job->filter, &strength->filter, &why)) {
        return error_set_from(call->err, &why, "--filter: %s", why.text);
    }
    if (job->filter != NULL) {
        const int own = filter_own_ply(job->filter);
        if (strlen(job->filter) > FILTER_MOST) {
            return error_set(call->err, "--filter: has more than %d letters",
                             FILTER_MOST);
        }
        strength->filter.name = job->filter; /* tells rows and cutoffs apart */
        if (own != 0 && own != job->ply && own != job->request.settings.play_ply) {
            return error_set(call->err, "--filter: \"%.40s\" is for %d-ply decisions",
                             job->filter, own);
        }
    }
    job->request.settings.filter = strength->filter;
    rollout_request_complete(&job->request);
    write_words(job, false, job->words);
    write_words(job, true, job->without_cube);
    FORMAT_TEXT(job->state, "%s.state", job->output.path);
    job->output.settings = job->words;
    job->output.without_cube = job->without_cube;
    if (ranks_count() > 1) { /* each does another decision */
        return job->request.state == NULL ||
               error_set(call->err, "--state: decisions in progress are not saved on "
                                    "several ranks");
    }
    if (job->request.state == NULL) {
        job->request.state = job->state;
    }
    return true;
}

static const struct cli_option options[] = {
    {"out", CLI_FILE(struct job, output.path), .argument = "OUT.jsonl",
     .is_needed = true, .help = "The rollouts; continued if it exists."},
    {"ply", CLI_INT(struct job, ply, 0, SEARCH_PLY_MAX), .initial = "2",
     .help = "Look-ahead of the search that chooses the candidates."},
    {"filter", CLI_TEXT(struct job, filter), .argument = "NAME", .word_at = filter_name,
     .help = "Move filter of the search and of the games."},
    LONG_RUN_THREADS(struct job, request.settings.threads, ROLLOUT_THREADS_MAX),
    {"time", CLI_INT(struct job, request.time_ms, 1, TIME_MOST), .argument = "MS",
     .help = "Time limit for a decision."},
    LONG_RUN_WEIGHTS(struct job, run.weights),
    {CLI_ROWS(long_run_limit_options, offsetof(struct job, run))},
    {.kind = CLI_HEADING, .help = "The rollouts:"},
    {CLI_ROWS(rollout_request_options, offsetof(struct job, request))},
    {0},
};

/* ---- rolling --------------------------------------------------------------------- */

/* `trials` and `best` of the decision in progress, if it is known. */
static void tell_pace(struct job *job, double trials, const char *best)
{
    const long done = atomic_load(&job->done);
    const double here = (double)done + trials / job->request.settings.trials;
    const double per_minute = 60.0 * here / (work_now() - job->run.begun);
    const double left = (double)(job->input.decisions - job->known) - here;
    progress_print(&job->run.progress, "%ld of %ld decisions%s, %.3g a minute, %s left",
                   job->known + done, job->input.decisions, best, per_minute,
                   progress_minutes(left / per_minute).text);
}

static void tell_trials(void *context, const struct rollout *rollout)
{
    struct job *job = context;
    char text[96];
    const int trials = rollout_trials(rollout);
    if (ranks_count() > 1 || trials == 0 || !progress_is_due(&job->run.progress)) {
        return;
    }
    const struct rollout_result best = rollout_result(rollout, rollout_best(rollout));
    FORMAT_TEXT(text, ", %d of %d trials, best %+.4f%s", trials,
                job->request.settings.trials, best.equity,
                error_bar(best.trials, best.equity_error, 4, "").text);
    tell_pace(job, trials, text);
}

static void tell_ranks(void *context)
{
    struct job *job = context;
    if (ranks_count() > 1 && atomic_load(&job->done) > 0) {
        tell_pace(job, 0, "");
    }
}

/* With the time limit of the decision or of the run, whichever is first. On several ranks
 * decisions in progress are brought to their end. */
static struct rollout_request bounded_request(const struct job *job)
{
    struct rollout_request request = job->request;
    if (ranks_count() > 1) {
        return request;
    }
    const double most = request.time_ms > 0 ? request.time_ms : TIME_MOST;
    const double left = 1000.0 * long_run_seconds_left(&job->run);
    if (left < most) {
        request.time_ms = left < 1 ? 1 : (int)left;
    }
    return request;
}

/* Continues the state of a decision. One that is damaged, or of another decision, is
 * reported and removed: the decision begins again. */
static bool make_rollout(struct job *job, const struct analysis *analysis,
                         const struct rollout_request *request,
                         struct decision_rollout *result, struct error *err)
{
    const struct decision_rollout_control control = {
        ranks_count() > 1 ? NULL : long_run_catch_signals(), tell_trials, job};
    if (decision_rollout_make(&job->analyser, request, analysis, &control, result,
                              err)) {
        return true;
    }
    if (err->kind != ERROR_MALFORMED || unlink(request->state) != 0) {
        return false;
    }
    fprintf(stderr, "%s: %s; the decision begins again\n", cmd_lab_rollout.title,
            err->text);
    return decision_rollout_make(&job->analyser, request, analysis, &control, result,
                                 err);
}

static void tell_line(const struct job *job, long number, enum unit_end end,
                      const char *why, struct unit *unit)
{
    unit->end = end;
    unit->kind = ERROR_OTHER;
    FORMAT_TEXT(unit->text, "%s:%ld: %s", job->path, number, why);
}

static void write_unit(const struct job *job, long number,
                       const struct decision_rollout *result, struct unit *unit)
{
    const struct decision_rollout_line about = {
        number, rollout_input_line(&job->input, number),
        result->analysis->at.has_no_cube ? job->without_cube : job->words, job->search};
    FILE *out = fmemopen(unit->text, sizeof unit->text, "w");
    bool is_good = out != NULL && decision_rollout_line_write(result, &about, out);
    long length = is_good ? ftell(out) : 0;
    is_good = out != NULL && fclose(out) == 0 && is_good;
    unit->end = UNIT_ROLLED;
    if (!is_good || length < 1 || length >= (long)sizeof unit->text) {
        tell_line(job, number, UNIT_FAILED, "out of memory, or too long", unit);
    }
}

static void roll_line(struct job *job, long number, struct unit *unit)
{
    const struct rollout_request request = bounded_request(job);
    struct analysis analysis;
    struct decision_rollout result;
    struct error why;
    const char *line = rollout_input_line(&job->input, number);
    if (!decision_rollout_line_read(&job->analyser, line, &analysis, &why)) {
        tell_line(job, number, UNIT_UNREADABLE, why.text, unit);
        return;
    }
    if (!make_rollout(job, &analysis, &request, &result, &why)) {
        tell_line(job, number, UNIT_UNREADABLE, why.text, unit);
        if (why.kind != ERROR_OTHER) { /* not of this line: memory, or the state */
            unit->end = UNIT_FAILED;
            unit->kind = why.kind;
            COPY_TEXT(unit->text, why.text);
        }
        return;
    }
    if (result.is_stopped && ranks_count() == 1 && long_run_is_over(&job->run)) {
        unit->end = UNIT_STOPPED;
        unit->text[0] = '\0';
    } else if (rollout_trials(result.rollout) == 0) {
        tell_line(job, number, UNIT_EMPTY, "stopped before the first trial was done",
                  unit);
    } else {
        write_unit(job, number, &result, unit);
    }
    decision_rollout_free(&result);
}

/* ---- units: the lines of the input ----------------------------------------------- */

/* At least one, also when the time is up. */
static bool decision_is_wanted(void *context, int64_t number)
{
    struct job *job = context;
    if (job->output.is_known[number] || job->was_stopped || job->has_failed ||
        rollout_input_line(&job->input, (long)number) == NULL) {
        return false;
    }
    job->was_stopped = job->has_given && long_run_is_over(&job->run);
    job->has_given = true;
    return !job->was_stopped;
}

static size_t roll_unit(void *context, int64_t number, int thread, void *result)
{
    struct unit *unit = result;
    (void)thread;
    roll_line(context, (long)number, unit);
    return offsetof(struct unit, text) + strlen(unit->text) + 1;
}

static void take_rollout(void *context, int64_t number, const void *result, size_t size)
{
    struct job *job = context;
    const struct unit *unit = result;
    (void)size;
    if (unit->end == UNIT_STOPPED) {
        job->was_stopped = true;
        return;
    }
    if (unit->end == UNIT_FAILED) {
        job->has_failed =
            job->has_failed || !error_set_kind(&job->err, unit->kind, "%s", unit->text);
        return;
    }
    atomic_fetch_add(&job->done, 1);
    if (unit->end != UNIT_ROLLED) {
        fprintf(stderr, "%s: %s\n", cmd_lab_rollout.title, unit->text);
        job->bad++;
    } else if (!job->has_failed) {
        job->has_failed =
            !rollout_output_add(&job->output, (long)number, unit->text, &job->err);
    }
    /* that of a line that could not be read is the next one's */
    if (job->request.state != NULL && unit->end != UNIT_UNREADABLE &&
        !job->has_failed) {
        (void)unlink(job->request.state);
    }
}

static void tell_cost(struct job *job, struct ranks_cost cost)
{
    progress_clear(&job->run.progress);
    if (cost.units > 0 && !job->run.progress.is_quiet) {
        fprintf(
            stderr,
            "%s: rank 0: %.3f ms of processor time a decision of another rank (%" PRId64
            " decisions)\n",
            cmd_lab_rollout.title, 1e3 * cost.seconds / (double)cost.units, cost.units);
    }
}

/* Rank 0 gives out the decisions; a rank does one at a time, on all its threads. */
static bool roll_file(struct job *job, struct error *err)
{
    const struct ranks_work work = {.context = job,
                                    .result_max = sizeof(struct unit),
                                    .is_wanted = decision_is_wanted,
                                    .work = roll_unit,
                                    .take = take_rollout,
                                    .watch = tell_ranks};
    struct ranks *ranks = ranks_open(&work, 1, err);
    bool is_good = ranks != NULL && ranks_run(ranks, 1, job->input.lines, err);
    if (is_good) {
        tell_cost(job, ranks_cost(ranks));
    }
    ranks_close(ranks);
    return is_good &&
           (!job->has_failed || error_set_from(err, &job->err, "%s", job->err.text));
}

/* ---- the whole ------------------------------------------------------------------- */

/* What chooses the candidates. */
static void note_search(struct job *job, const char *folder)
{
    FORMAT_TEXT(job->search, "%d-ply %s, %d candidates within %g, weights %016" PRIx64,
                job->ply, job->request.settings.filter.name, job->request.candidates,
                job->request.within, named_player_digest(folder));
    job->output.search = job->search;
}

/* What all ranks must have alike. */
static bool check_ranks(const struct job *job, struct error *err)
{
    char text[1024];
    FORMAT_TEXT(text, "%s; input %016" PRIx64 ", %s", job->words, job->input.digest,
                job->search);
    return long_run_check_ranks(job->run.weights, text, err);
}

static bool open_job(struct job *job, struct error *err)
{
    char folder[PATHS_MAX];
    if (!rollout_input_read(&job->input, job->path, err)) {
        return false;
    }
    job->engine = long_run_open_engine(job->run.weights, folder, err);
    if (job->engine == NULL) {
        return false;
    }
    note_search(job, folder);
    if (!check_ranks(job, err) ||
        (ranks_is_first() && !rollout_output_open(&job->output, &job->input, err))) {
        return false;
    }
    job->known = job->output.known;
    return analysis_tools_open(&job->analyser, job->engine, err);
}

static bool close_job(struct job *job, bool is_good, struct error *err)
{
    is_good = rollout_output_close(&job->output, is_good && !job->was_stopped,
                                   is_good ? err : NULL) &&
              is_good;
    analysis_tools_close(&job->analyser);
    engine_close(job->engine);
    rollout_input_free(&job->input);
    return is_good;
}

/* One line, and the exit status. */
static int tell_end(struct job *job)
{
    const long done = atomic_load(&job->done) - job->bad;
    progress_clear(&job->run.progress);
    if (!job->run.progress.is_quiet) {
        fprintf(stderr, "%s: %ld decision%s rolled out in %s, %ld of %ld in all\n",
                cmd_lab_rollout.title, done, done == 1 ? "" : "s",
                progress_minutes((work_now() - job->run.begun) / 60.0).text,
                job->known + done, job->input.decisions);
    }
    if (job->was_stopped) {
        fprintf(stderr, "%s: stopped; the same command continues\n",
                cmd_lab_rollout.title);
        return LONG_RUN_STOPPED;
    }
    return job->bad > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

static int run(const struct cli_call *call)
{
    struct job *job = call->context;
    long_run_begin(&job->run);
    bool is_good = open_job(job, call->err) && roll_file(job, call->err);
    is_good = close_job(job, is_good, call->err);
    if (!is_good || !ranks_is_first()) {
        return is_good ? EXIT_SUCCESS : EXIT_FAILURE;
    }
    return tell_end(job);
}

const struct cli_command cmd_lab_rollout = {
    .title = "fibsbot lab rollout",
    .summary = "roll out many decisions into a file for `lab evaluate`",
    CLI_FILES("FILE", 1, 1),
    .about =
        "Rolls out the decisions of FILE, one per line: an XGID or a GNU Backgammon id "
        "(with dice: the best plays; without: the cube action), {\"id\": ID}, or "
        "{\"candidates\": [{\"xgid\": ID}, ...]}, the positions after the plays to compare, "
        "with the opponent on roll. Writes a line for each to OUT.jsonl, in order:\n\n"
        "  {\"line\": N, \"id\": ID, \"settings\": TEXT, \"search\": TEXT, \"candidates\": [...]}\n\n"
        "ID is that of the line, or a digest of it. Each candidate has \"xgid\", \"play\", \"equity\" and \"se\" (cubeless, for money), "
        "\"probs\", \"probs_se\", \"cubeful\" and \"cubeful_se\"; `lab evaluate` reads them. A cube "
        "action has \"cube\" in place of \"candidates\", a forced play neither.\n\n"
        "An existing OUT.jsonl is continued with the decisions that it lacks, if settings, "
        "search and weights are the same. The decision "
        "in progress is saved in OUT.jsonl.state every few seconds, so that an "
        "interrupted run continues, also after a kill, and writes the same file as one "
        "without interruption. On several ranks of Open MPI (docs/TOURNAMENTS.md) the "
        "decisions in progress begin again.",
    .options = options,
    .notes =
        "Exit status: 0 done, 1 failed or a line could not be read or rolled out, 2 usage "
        "error, 3 stopped before the end.",
    .check = check_options,
    .size = sizeof(struct job),
    .defaults = &(const struct job){.request = ROLLOUT_REQUEST_DEFAULT},
    .run = run,
};
