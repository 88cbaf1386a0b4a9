/* `fibsbot lab rollout`: rolls out many decisions into a file, for `fibsbot lab evaluate`.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "arena/job/work.h"
#include "bot/analyse/decision_rollout.h"
#include "bot/analyse/decision_rollout_line.h"
#include "cmd/tool/lab_run.h"
#include "cmd/tool/subcommand.h"

enum { PATH_SIZE = 4096 };
enum { TIME_MOST = 1000000000 }; /* ms */

/* How far the file has come. */
struct pace {
    long decisions; /* of the input */
    long known;     /* of them, those that OUT had */
    long result;    /* by this run */
};

struct job {
    const char *input;
    const char *output;
    struct lab_run run;
    const char *filter;
    int ply;
    struct rollout_request request;
    char words[ROLLOUT_WORDS_SIZE];
    char state[PATH_SIZE]; /* the file of the decision under way */
    struct engine *engine;
    struct analyser analyser;
    FILE *out;
    struct pace pace;
    long done;     /* lines of the input that OUT has, or that failed */
    bool is_clean; /* every line could be read */
    bool was_stopped;
};

/* ---- options --------------------------------------------------------------------- */

static bool check_options(const struct cli_call *call)
{
    struct job *job = call->context;
    struct error why;
    struct strength *strength = &job->analyser.strength;
    job->input = call->words->word[0];
    *strength = strength_default();
    strength->play_ply = job->ply;
    strength->cube_ply = job->ply - job->ply % 2;
    if (job->filter != NULL && !filter_read(job->filter, &strength->filter, &why)) {
        return error_set(call->err, "--filter: %s", why.text);
    }
    job->request.settings.filter = strength->filter;
    rollout_request_complete(&job->request);
    int length = snprintf(job->words, sizeof job->words, "%d trials, ",
                          job->request.settings.trials);
    char text[ROLLOUT_WORDS_SIZE];
    rollout_request_words(&job->request.settings, text);
    (void)snprintf(job->words + length, sizeof job->words - (size_t)length, "%.200s",
                   text);
    (void)snprintf(job->state, sizeof job->state, "%s.state", job->output);
    if (job->request.state == NULL) {
        job->request.state = job->state;
    }
    return true;
}

static const struct cli_option options[] = {
    {"out", CLI_FILE(struct job, output), .argument = "OUT.jsonl", .is_needed = true,
     .help = "The rollouts; continued if it exists."},
    {"ply", CLI_INT(struct job, ply, 0, PLY_MAX), .initial = "2",
     .help = "Look-ahead of the search that chooses the candidates."},
    {"filter", CLI_TEXT(struct job, filter), .argument = "NAME", .word_at = filter_name,
     .help = "Move filter of the search and of the games."},
    LAB_THREADS(struct job, request.settings.threads, ROLLOUT_THREADS_MAX),
    {"time", CLI_INT(struct job, request.time_ms, 1, TIME_MOST), .argument = "MS",
     .help = "Time limit for a decision."},
    LAB_WEIGHTS(struct job, run.weights),
    {CLI_ROWS(lab_limit_options, offsetof(struct job, run))},
    {.kind = CLI_HEADING, .help = "The rollouts:"},
    {CLI_ROWS(rollout_request_options, offsetof(struct job, request))},
    {0},
};

/* ---- going on -------------------------------------------------------------------- */

/* Takes a line that OUT has. False with `err`. */
static bool take_done(struct job *job, const char *line, struct error *err)
{
    json_t *root = json_loads(line, 0, NULL);
    const json_t *number = json_object_get(root, "line");
    const char *words = json_string_value(json_object_get(root, "settings"));
    bool is_good = false;
    if (!json_is_integer(number) || words == NULL) {
        error_set(err, "%s is not an output of %s", job->output, cmd_lab_rollout.title);
    } else if (strcmp(words, job->words) != 0) {
        error_set(err, "%s was made with other settings: %.150s", job->output, words);
    } else {
        job->done = (long)json_integer_value(number);
        job->pace.known++;
        is_good = true;
    }
    json_decref(root);
    return is_good;
}

/* Reads OUT, and cuts off an unfinished last line. */
static bool read_done(struct job *job, struct error *err)
{
    FILE *file = fopen(job->output, "r");
    if (file == NULL) { /* the first time */
        return errno == ENOENT ||
               error_set(err, "%s: %s", job->output, strerror(errno));
    }
    char *line = NULL;
    size_t size = 0;
    off_t whole = 0;
    bool is_good = true;
    ssize_t length = 0;
    while (is_good && (length = getline(&line, &size, file)) > 0 &&
           line[length - 1] == '\n') {
        whole += length;
        is_good = take_done(job, line, err);
    }
    free(line);
    (void)fclose(file);
    if (is_good && truncate(job->output, whole) != 0) {
        error_set(err, "%s: %s", job->output, strerror(errno));
        is_good = false;
    }
    return is_good;
}

/* ---- rolling --------------------------------------------------------------------- */

static void tell_trials(void *context, const struct rollout *rollout)
{
    struct job *job = context;
    const struct pace *pace = &job->pace;
    const int trials = rollout_trials(rollout);
    if (trials == 0 || !lab_may_tell(&job->run.progress)) {
        return;
    }
    const int wanted = job->request.settings.trials;
    const struct rollout_result best = rollout_result(rollout, rollout_best(rollout));
    const double here = (double)pace->result + (double)trials / wanted;
    const double per_minute = 60.0 * here / (work_now() - job->run.begun);
    const double left = (double)(pace->decisions - pace->known) - here;
    lab_tell(
        &job->run.progress,
        "%ld of %ld decisions, %d of %d trials, best %+.4f +- %.4f  %.3g a minute  "
        "%s left",
        pace->known + pace->result, pace->decisions, trials, wanted, best.equity,
        best.equity_error, per_minute, lab_minutes(left / per_minute).text);
}

/* With the time limit of the decision or of the run, whichever is first. */
static struct rollout_request bounded_request(const struct job *job)
{
    struct rollout_request request = job->request;
    const double most = request.time_ms > 0 ? request.time_ms : TIME_MOST;
    const double left = 1000.0 * lab_run_seconds_left(&job->run);
    if (left < most) {
        request.time_ms = left < 1 ? 1 : (int)left;
    }
    return request;
}

/* Continues the state of a decision. One that cannot be read, or that is of another
 * decision, is reported and removed: the decision begins again. */
static bool make_rollout(struct job *job, const struct analysis *analysis,
                         const struct rollout_request *request,
                         struct decision_rollout *result, struct error *err)
{
    const struct decision_rollout_control control = {lab_catch_signals(), tell_trials,
                                                     job};
    if (decision_rollout_make(&job->analyser, request, analysis, &control, result,
                              err)) {
        return true;
    }
    if (unlink(request->state) != 0) {
        return false;
    }
    fprintf(stderr, "%s: %s; the decision begins again\n", cmd_lab_rollout.title,
            err->text);
    return decision_rollout_make(&job->analyser, request, analysis, &control, result,
                                 err);
}

static bool write_rollout(const struct job *job, long number, const char *line,
                          const struct decision_rollout *result, struct error *err)
{
    const struct decision_rollout_line about = {number, line, job->words};
    return decision_rollout_line_write(result, &about, job->out) ||
           error_set(err, "%s: cannot be written", job->output);
}

/* False with `err` when the job cannot continue. */
static bool roll_line(struct job *job, long number, const char *line, struct error *err)
{
    const struct rollout_request request = bounded_request(job);
    struct analysis analysis;
    struct decision_rollout result;
    struct error why;
    if (!decision_rollout_line_read(&job->analyser, line, &analysis, &why) ||
        !make_rollout(job, &analysis, &request, &result, &why)) {
        fprintf(stderr, "%s: %s:%ld: %s\n", cmd_lab_rollout.title, job->input, number,
                why.text);
        job->is_clean = false;
        job->pace.result++;
        return true;
    }
    job->was_stopped = result.is_stopped && lab_run_is_over(&job->run);
    bool is_good = job->was_stopped || write_rollout(job, number, line, &result, err);
    decision_rollout_free(&result);
    if (!job->was_stopped) {
        (void)unlink(job->request.state);
        job->pace.result++;
    }
    return is_good;
}

static void cut_line_end(char *line)
{
    line[strcspn(line, "\r\n")] = '\0';
}

static void count_decisions(struct job *job, FILE *in)
{
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, in) > 0) {
        cut_line_end(line);
        job->pace.decisions += line[0] != '\0';
    }
    free(line);
    rewind(in);
}

/* `*is_complete`: all lines have been processed. */
static bool roll_file(struct job *job, bool *is_complete, struct error *err)
{
    FILE *in = fopen(job->input, "r");
    if (in == NULL) {
        return error_set(err, "%s: %s", job->input, strerror(errno));
    }
    char *line = NULL;
    size_t size = 0;
    bool is_good = true;
    count_decisions(job, in);
    for (long n = 1; is_good && !job->was_stopped; n++) {
        if (getline(&line, &size, in) <= 0) {
            *is_complete = true;
            break;
        }
        cut_line_end(line);
        if (n <= job->done || line[0] == '\0') {
            continue;
        }
        job->was_stopped = lab_run_is_over(&job->run) && job->pace.result > 0;
        is_good = job->was_stopped || roll_line(job, n, line, err);
    }
    free(line);
    (void)fclose(in);
    return is_good;
}

static bool open_job(struct job *job, struct error *err)
{
    char folder[PATHS_MAX];
    if (!read_done(job, err)) {
        return false;
    }
    job->engine = lab_open_engine(job->run.weights, folder, err);
    job->out = job->engine != NULL ? fopen(job->output, "a") : NULL;
    if (job->out == NULL) {
        return job->engine != NULL &&
               error_set(err, "%s: %s", job->output, strerror(errno));
    }
    job->analyser.engine = job->engine;
    job->analyser.scratch = engine_scratch_new(job->engine);
    job->analyser.ranked = aligned_alloc(alignof(struct ranked_play),
                                         MAX_PLAYS * sizeof *job->analyser.ranked);
    return (job->analyser.scratch != NULL && job->analyser.ranked != NULL) ||
           error_set(err, "no memory");
}

static void close_job(struct job *job)
{
    free(job->analyser.ranked);
    engine_scratch_free(job->analyser.scratch);
    engine_close(job->engine);
    if (job->out != NULL) {
        (void)fclose(job->out);
    }
}

/* One line, and the exit status. */
static int tell_end(struct job *job, bool is_complete)
{
    const struct pace *pace = &job->pace;
    lab_tell_no_more(&job->run.progress);
    if (!job->run.progress.is_quiet) {
        fprintf(stderr, "%s: %ld decisions rolled out in %s, %ld of %ld in all\n",
                cmd_lab_rollout.title, pace->result,
                lab_minutes((work_now() - job->run.begun) / 60.0).text,
                pace->known + pace->result, pace->decisions);
    }
    if (!is_complete) {
        fprintf(stderr, "%s: stopped; the same command continues\n",
                cmd_lab_rollout.title);
        return LAB_STOPPED;
    }
    return job->is_clean ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int run(const struct cli_call *call)
{
    struct job *job = call->context;
    bool is_complete = false;
    lab_run_begin(&job->run);
    bool is_good = open_job(job, call->err) && roll_file(job, &is_complete, call->err);
    close_job(job);
    return is_good ? tell_end(job, is_complete) : EXIT_FAILURE;
}

const struct cli_command cmd_lab_rollout = {
    .title = "fibsbot lab rollout",
    .summary = "roll out many decisions into a file for `lab evaluate`",
    .operands = "FILE",
    .least = 1,
    .most = 1,
    .completion = CLI_COMPLETES_FILES,
    .about =
        "Rolls out the decisions of FILE, one per line: an XGID or a GNU Backgammon id "
        "(with dice: the best plays; without: the cube action), {\"id\": ID}, or "
        "{\"candidates\": [{\"xgid\": ID}, ...]}, the positions after the plays to compare, "
        "with the opponent on roll. Writes a line for each to OUT.jsonl, in order:\n\n"
        "  {\"line\": N, \"id\": ID, \"settings\": TEXT, \"candidates\": [...]}\n\n"
        "Each candidate has \"xgid\", \"play\", \"equity\" and \"se\" (cubeless, for money), "
        "\"probs\", \"probs_se\", \"cubeful\" and \"cubeful_se\"; `lab evaluate` reads them. A cube "
        "action has \"cube\" in place of \"candidates\", a forced play neither.\n\n"
        "An existing OUT.jsonl is continued behind its last line. The decision in progress "
        "is saved in OUT.jsonl.state every few seconds, so that an interrupted run "
        "continues, also after a kill, and writes the same file as one without "
        "interruption.",
    .options = options,
    .notes =
        "Exit status: 0 done, 1 failed or a line could not be read, 2 usage error, 3 "
        "stopped before the end.",
    .check = check_options,
    .size = sizeof(struct job),
    .defaults =
        &(const struct job){.is_clean = true, .request = ROLLOUT_REQUEST_DEFAULT},
    .run = run,
};
