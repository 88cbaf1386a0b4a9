/* `fibsbot lab rollout`: many decisions rolled out, into a file that can be judged by.
 */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "arena/job/work.h"
#include "base/argument.h"
#include "bot/analyse/decision_rollout.h"
#include "bot/analyse/decision_rollout_line.h"
#include "bot/base/paths.h"
#include "cmd/tool/lab_run.h"
#include "cmd/tool/subcommand.h"

static const char usage[] =
    "usage: fibsbot lab rollout FILE --out OUT.jsonl [OPTIONS]\n"
    "\n"
    "Rolls out the decisions of FILE, one a line: an XGID or a GNU Backgammon id\n"
    "(with dice: the best plays; without: the cube action), {\"id\": ID}, or\n"
    "{\"candidates\": [{\"xgid\": ID}, ...]}, positions after the plays to compare, the\n"
    "opponent being on roll. OUT.jsonl gets a line for each, in order:\n"
    "  {\"line\": N, \"id\": ID, \"settings\": TEXT, \"candidates\": [...]}\n"
    "with \"xgid\", \"play\", \"equity\" and \"se\" (cubeless, for money), \"probs\",\n"
    "\"probs_se\", \"cubeful\" and \"cubeful_se\" of each candidate, which `lab judge` can\n"
    "read. Cube actions have \"cube\" in place of \"candidates\", single plays neither.\n"
    "\n"
    "If OUT.jsonl is there, it goes on behind its last line; a decision that was\n"
    "under way is kept in OUT.jsonl.state, saved every few seconds, so that it goes\n"
    "on after Ctrl-C and kill -9 alike, to the same file as if it had not been\n"
    "stopped.\n"
    "\n"
    "  --out FILE\n"
    "  --ply N          of the search that chooses the plays (2)\n"
    "  --filter NAME    move filter\n"
    "  --threads N      games at a time (1); the results are the same\n"
    "  --time MS        for one decision at most\n"
    "  --minutes N      stop after so long\n"
    "  --weights DIR    folder of nets and tables\n"
    "  --quiet          no progress on standard error\n"
    "\n"
    "Exit status: 0 done, 1 failed or a line could not be read, 2 called wrongly, 3\n"
    "stopped before its end.\n";

static const char tool[] = "rollout";
static const char command[] = "fibsbot lab rollout";

enum { PATH_SIZE = 4096 };
enum { TIME_MOST = 1000000000 }; /* ms */

/* How far the file has come. */
struct pace {
    double end;     /* work_now(); 0: no bound */
    double begun;   /* work_now() */
    long decisions; /* of the input */
    long known;     /* of them, those that OUT had */
    long result;    /* by this run */
};

struct job {
    const char *input;
    const char *output;
    const char *weights;
    const char *filter;
    int ply;
    struct rollout_request request;
    char words[ROLLOUT_WORDS_SIZE];
    char state[PATH_SIZE]; /* the file of the decision under way */
    struct engine *engine;
    struct analyser analyser;
    FILE *out;
    struct pace pace;
    struct lab_progress progress;
    double minutes; /* 0: no bound */
    long done;      /* lines of the input that OUT has, or that came to nothing */
    bool is_clean;  /* every line could be read */
    bool was_stopped;
};

/* ---- options --------------------------------------------------------------------- */

static bool read_option(struct job *job, int option, const char *text,
                        struct error *err)
{
    switch (option) {
    case 'o':
        job->output = text;
        return true;
    case 'p':
        return argument_int("--ply", text, 0, PLY_MAX, &job->ply, err);
    case 'f':
        job->filter = text;
        return true;
    case 't':
        return argument_int("--threads", text, 1, ROLLOUT_THREADS_MAX,
                            &job->request.settings.threads, err);
    case 'm':
        return argument_int("--time", text, 1, TIME_MOST, &job->request.time_ms, err);
    case 'M':
        return argument_real("--minutes", text, 0, 1e9, &job->minutes, err);
    case 'q':
        job->progress.is_quiet = true;
        return true;
    case 'w':
        job->weights = text;
        return true;
    default:
        return rollout_request_take(&job->request, option, text, err);
    }
}

static bool settle(struct job *job)
{
    struct error err;
    struct strength *strength = &job->analyser.strength;
    *strength = strength_default();
    strength->play_ply = job->ply;
    strength->cube_ply = job->ply - job->ply % 2;
    if (job->filter != NULL && !filter_read(job->filter, &strength->filter, &err)) {
        fprintf(stderr, "%s: --filter: %s\n", command, err.text);
        return false;
    }
    job->request.settings.filter = strength->filter;
    rollout_request_settle(&job->request);
    int length = snprintf(job->words, sizeof job->words, "%d trials, ",
                          job->request.settings.trials);
    char words[ROLLOUT_WORDS_SIZE];
    rollout_request_words(&job->request.settings, words);
    (void)snprintf(job->words + length, sizeof job->words - (size_t)length, "%.200s",
                   words);
    (void)snprintf(job->state, sizeof job->state, "%s.state", job->output);
    if (job->request.state == NULL) {
        job->request.state = job->state;
    }
    return true;
}

static bool read_options(int argc, char **argv, struct job *job)
{
    static const struct option table[] = {
        {"out", required_argument, NULL, 'o'},
        {"ply", required_argument, NULL, 'p'},
        {"filter", required_argument, NULL, 'f'},
        {"threads", required_argument, NULL, 't'},
        {"time", required_argument, NULL, 'm'},
        {"minutes", required_argument, NULL, 'M'},
        {"quiet", no_argument, NULL, 'q'},
        {"weights", required_argument, NULL, 'w'},
        ROLLOUT_LONG_OPTIONS,
        {NULL, 0, NULL, 0},
    };
    *job = (struct job){.ply = 2, .is_clean = true};
    job->request = rollout_request_default();
    int option;
    optind = 1;
    while ((option = getopt_long(argc, argv, "", table, NULL)) != -1) {
        struct error err;
        if (option == '?') {
            fputs(usage, stderr);
            return false;
        }
        if (!read_option(job, option, optarg, &err)) {
            (void)lab_fail(tool, &err, 2);
            return false;
        }
    }
    if (argc - optind != 1 || job->output == NULL) {
        fputs(usage, stderr);
        return false;
    }
    job->input = argv[optind];
    return settle(job);
}

/* ---- going on -------------------------------------------------------------------- */

/* Takes a line that OUT has. False with `err`. */
static bool take_done(struct job *job, const char *line, struct error *err)
{
    json_error_t why;
    json_t *root = json_loads(line, 0, &why);
    const json_t *number = json_object_get(root, "line");
    const char *words = json_string_value(json_object_get(root, "settings"));
    bool is_good = json_is_integer(number) && words != NULL;
    if (!is_good) {
        error_set(err, "%s is no output of %s", job->output, command);
    } else if (strcmp(words, job->words) != 0) {
        error_set(err, "%s was made with other settings: %.150s", job->output, words);
        is_good = false;
    } else {
        job->done = (long)json_integer_value(number);
        job->pace.known++;
    }
    json_decref(root);
    return is_good;
}

/* Reads what OUT has, and cuts off a line that was not finished. */
static bool read_done(struct job *job, struct error *err)
{
    FILE *file = fopen(job->output, "r");
    if (file == NULL) {
        error_set(err, "%s: %s", job->output, strerror(errno));
        return errno == ENOENT; /* the first time */
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

static bool is_stopped(const struct job *job)
{
    return lab_is_stopped() || (job->pace.end > 0 && work_now() >= job->pace.end);
}

static void tell(void *context, const struct rollout *rollout)
{
    struct job *job = context;
    const struct pace *pace = &job->pace;
    const int trials = rollout_trials(rollout);
    if (trials == 0 || !lab_may_tell(&job->progress)) {
        return;
    }
    const int wanted = job->request.settings.trials;
    const struct rollout_result best = rollout_result(rollout, rollout_best(rollout));
    const double here = (double)pace->result + (double)trials / wanted;
    const double per_minute = 60.0 * here / (work_now() - pace->begun);
    const double left = (double)(pace->decisions - pace->known) - here;
    lab_tell(
        &job->progress,
        "%ld of %ld decisions, %d of %d trials, best %+.4f +- %.4f  %.3g a minute  "
        "%s left",
        pace->known + pace->result, pace->decisions, trials, wanted, best.equity,
        best.equity_error, per_minute, lab_minutes(left / per_minute).text);
}

/* Until the end of the decision's time or of the whole run's, what comes first. */
static struct rollout_request bounded_request(const struct job *job)
{
    struct rollout_request request = job->request;
    if (job->pace.end > 0) {
        const double left = 1000.0 * (job->pace.end - work_now());
        const int left_ms = left < 1 ? 1 : left < TIME_MOST ? (int)left : TIME_MOST;
        bool is_sooner = request.time_ms == 0 || left_ms < request.time_ms;
        request.time_ms = is_sooner ? left_ms : request.time_ms;
    }
    return request;
}

/* A state that is left from another decision is no harm. */
static bool make(struct job *job, const struct analysis *analysis,
                 const struct rollout_request *request, struct decision_rollout *result,
                 struct error *err)
{
    const struct decision_rollout_control control = {lab_catch_signals(), tell, job};
    return decision_rollout_make(&job->analyser, request, analysis, &control, result,
                                 err) ||
           (unlink(request->state) == 0 &&
            decision_rollout_make(&job->analyser, request, analysis, &control, result,
                                  err));
}

static bool write_line(const struct job *job, long number, const char *line,
                       const struct decision_rollout *result)
{
    const struct decision_rollout_line about = {number, line, job->words};
    bool is_good = decision_rollout_line_write(result, &about, job->out);
    if (!is_good) {
        fprintf(stderr, "%s: %s: cannot be written\n", command, job->output);
    }
    return is_good;
}

/* False when the job cannot go on. */
static bool roll_line(struct job *job, long number, const char *line)
{
    const struct rollout_request request = bounded_request(job);
    struct analysis analysis;
    struct decision_rollout result;
    struct error err;
    if (!decision_rollout_line_read(&job->analyser, line, &analysis, &err) ||
        !make(job, &analysis, &request, &result, &err)) {
        fprintf(stderr, "%s: %s:%ld: %s\n", command, job->input, number, err.text);
        job->is_clean = false;
        job->pace.result++;
        return true;
    }
    job->was_stopped = result.is_stopped && is_stopped(job);
    bool is_good = job->was_stopped || write_line(job, number, line, &result);
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

/* `*is_complete`: all lines have been seen. */
static bool roll_file(struct job *job, bool *is_complete)
{
    FILE *in = fopen(job->input, "r");
    if (in == NULL) {
        fprintf(stderr, "%s: %s: %s\n", command, job->input, strerror(errno));
        return false;
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
        job->was_stopped = is_stopped(job) && job->pace.result > 0;
        is_good = job->was_stopped || roll_line(job, n, line);
    }
    free(line);
    (void)fclose(in);
    return is_good;
}

static bool open_job(struct job *job)
{
    char folder[PATHS_MAX];
    struct error err = {"no memory"};
    if (!read_done(job, &err)) {
        fprintf(stderr, "%s: %s\n", command, err.text);
        return false;
    }
    if (paths_find_weights(job->weights, folder, &err)) {
        job->engine = engine_open(folder, &err);
    }
    job->out = job->engine != NULL ? fopen(job->output, "a") : NULL;
    if (job->out == NULL) {
        fprintf(stderr, "%s: %s\n", command,
                job->engine == NULL ? err.text : strerror(errno));
        return false;
    }
    job->analyser.engine = job->engine;
    job->analyser.scratch = engine_scratch_new(job->engine);
    job->analyser.ranked = aligned_alloc(alignof(struct ranked_play),
                                         MAX_PLAYS * sizeof *job->analyser.ranked);
    return job->analyser.scratch != NULL && job->analyser.ranked != NULL;
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
    lab_tell_no_more(&job->progress);
    if (!job->progress.is_quiet) {
        fprintf(stderr, "%s: %ld decisions rolled out in %s, %ld of %ld in all\n",
                command, pace->result,
                lab_minutes((work_now() - pace->begun) / 60.0).text,
                pace->known + pace->result, pace->decisions);
    }
    if (!is_complete) {
        fprintf(stderr, "%s: stopped; the same command goes on\n", command);
        return LAB_STOPPED;
    }
    return job->is_clean ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int run(int argc, char **argv)
{
    struct job job;
    bool is_complete = false;
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        fputs(usage, stdout);
        fputs(rollout_request_help, stdout);
        return EXIT_SUCCESS;
    }
    if (!read_options(argc, argv, &job)) {
        return 2;
    }
    (void)lab_catch_signals();
    job.pace.begun = work_now();
    job.pace.end = job.minutes > 0 ? job.pace.begun + 60.0 * job.minutes : 0;
    bool is_good = open_job(&job) && roll_file(&job, &is_complete);
    close_job(&job);
    return is_good ? tell_end(&job, is_complete) : EXIT_FAILURE;
}

const struct subcommand cmd_lab_rollout = {
    "rollout", "roll out many decisions, into a file to judge by", run};
