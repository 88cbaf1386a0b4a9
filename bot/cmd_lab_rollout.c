/* `fibsbot lab rollout`: many decisions rolled out, into a file that can be judged by.
 */
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "bot/paths.h"
#include "bot/rolled.h"
#include "bot/subcommand.h"
#include "engine/notation.h"
#include "engine/xgid.h"

static const char usage[] =
    "usage: fibsbot lab rollout FILE --out OUT.jsonl [OPTIONS]\n"
    "\n"
    "Rolls out the decisions of FILE, one a line: an XGID or a GNU Backgammon id "
    "(with\n"
    "dice: the best plays; without: the cube action), {\"id\": ID}, or\n"
    "{\"candidates\": [{\"xgid\": ID}, ...]}, positions after the plays to compare, "
    "the\n"
    "opponent being on roll. OUT.jsonl gets a line for each, in order:\n"
    "  {\"line\": N, \"id\": ID, \"settings\": TEXT, \"candidates\": [...]}\n"
    "with \"xgid\", \"play\", \"equity\" and \"se\" (cubeless, for money), \"probs\", "
    "\"probs_se\",\n"
    "\"cubeful\" and \"cubeful_se\" of each candidate, which `lab judge` can read. "
    "Cube\n"
    "actions have \"cube\" in place of \"candidates\", single plays neither.\n"
    "\n"
    "If OUT.jsonl is there, it goes on behind its last line; a decision that was\n"
    "under way is kept in OUT.jsonl.state. Ctrl-C ends it so.\n"
    "\n"
    "  --out FILE\n"
    "  --ply N          of the search that chooses the plays (2)\n"
    "  --filter NAME    move filter\n"
    "  --threads N      games at a time (1); the results are the same\n"
    "  --time MS        for one decision at most\n"
    "  --weights DIR    folder of nets and tables\n";

static const char command[] = "fibsbot lab rollout";

enum { PATH_SIZE = 4096, LINE_MOST = 1 << 16 };

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
    long done;     /* lines of the input that OUT has, or that came to nothing */
    bool is_clean; /* every line could be read */
};

static atomic_bool stop;

static void on_signal(int number)
{
    (void)number;
    atomic_store(&stop, true);
}

/* ---- options --------------------------------------------------------------------- */

static bool read_whole(const char *name, const char *text, int least, int most,
                       int *value)
{
    char *end;
    errno = 0;
    long number = strtol(text, &end, 10);
    if (errno != 0 || end == text || *end != '\0' || number < least || number > most) {
        fprintf(stderr, "%s: --%s: expected a number from %d to %d, found \"%.40s\"\n",
                command, name, least, most, text);
        return false;
    }
    *value = (int)number;
    return true;
}

static bool read_option(struct job *job, int option, const char *text)
{
    switch (option) {
    case 'o':
        job->output = text;
        return true;
    case 'p':
        return read_whole("ply", text, 0, PLY_MAX, &job->ply);
    case 'f':
        job->filter = text;
        return true;
    case 't':
        return read_whole("threads", text, 1, ROLLOUT_THREADS_MAX,
                          &job->request.settings.threads);
    case 'm':
        return read_whole("time", text, 1, 1000000000, &job->request.time_ms);
    case 'w':
        job->weights = text;
        return true;
    default:
        if (option >= ROLLOUT_OPTION_FIRST && option < ROLLOUT_OPTION_END) {
            return rollout_request_take(&job->request, command, option, text);
        }
        fputs(usage, stderr);
        return false;
    }
}

static bool settle(struct job *job)
{
    struct engine_error err;
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
        {"weights", required_argument, NULL, 'w'},
        ROLLOUT_LONG_OPTIONS,
        {NULL, 0, NULL, 0},
    };
    *job = (struct job){.ply = 2, .is_clean = true};
    job->request = rollout_request_default();
    int option;
    optind = 1;
    while ((option = getopt_long(argc, argv, "", table, NULL)) != -1) {
        if (!read_option(job, option, optarg)) {
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
static bool take_done(struct job *job, const char *line, struct engine_error *err)
{
    json_error_t why;
    json_t *root = json_loads(line, 0, &why);
    const json_t *number = json_object_get(root, "line");
    const char *words = json_string_value(json_object_get(root, "settings"));
    bool is_good = json_is_integer(number) && words != NULL;
    if (!is_good) {
        engine_error_set(err, "%s is no output of %s", job->output, command);
    } else if (strcmp(words, job->words) != 0) {
        engine_error_set(err, "%s was made with other settings: %.150s", job->output,
                         words);
        is_good = false;
    } else {
        job->done = (long)json_integer_value(number);
    }
    json_decref(root);
    return is_good;
}

/* Reads what OUT has, and cuts off a line that was not finished. */
static bool read_done(struct job *job, struct engine_error *err)
{
    FILE *file = fopen(job->output, "r");
    if (file == NULL) {
        engine_error_set(err, "%s: %s", job->output, strerror(errno));
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
        engine_error_set(err, "%s: %s", job->output, strerror(errno));
        is_good = false;
    }
    return is_good;
}

/* ---- reading decisions ----------------------------------------------------------- */

/* Positions after the plays to compare, as if they had been ranked. */
static bool read_candidates(struct job *job, const json_t *list,
                            struct analysis *analysis, struct engine_error *err)
{
    size_t count = json_array_size(list);
    if (count < 1 || count > ROLLOUT_CANDIDATES_MAX) {
        engine_error_set(err, "expected 1 to %d \"candidates\"",
                         ROLLOUT_CANDIDATES_MAX);
        return false;
    }
    *analysis = (struct analysis){.kind = ANALYSIS_PLAY, .plays = (int)count};
    for (size_t i = 0; i < count; i++) {
        const json_t *member = json_object_get(json_array_get(list, i), "xgid");
        struct situation at;
        if (!json_is_string(member)) {
            engine_error_set(err, "a candidate needs an \"xgid\"");
            return false;
        }
        if (!xgid_read(json_string_value(member), &at, err)) {
            return false;
        }
        job->analyser.ranked[i] = (struct ranked_play){.after = position_swap(&at.pos)};
        analysis->at.ms = match_state_swap(&at.ms);
    }
    return true;
}

static bool read_situation(struct job *job, const char *text, struct analysis *analysis,
                           struct engine_error *err)
{
    struct situation at;
    if (!analysis_read(text, &at, err)) {
        return false;
    }
    analysis_make(&job->analyser, &at, analysis);
    return true;
}

static bool read_decision(struct job *job, const char *line, struct analysis *analysis,
                          struct engine_error *err)
{
    json_error_t why;
    if (strlen(line) > LINE_MOST) {
        engine_error_set(err, "a line may have %d bytes", LINE_MOST);
        return false;
    }
    if (line[0] != '{') {
        return read_situation(job, line, analysis, err);
    }
    json_t *root = json_loads(line, 0, &why);
    const json_t *list = json_object_get(root, "candidates");
    const char *id = json_string_value(json_object_get(root, "id"));
    bool is_good = false;
    if (list != NULL) {
        is_good = read_candidates(job, list, analysis, err);
    } else if (id != NULL) {
        is_good = read_situation(job, id, analysis, err);
    } else {
        engine_error_set(err, "expected an object with \"candidates\" or \"id\"");
    }
    json_decref(root);
    return is_good;
}

/* ---- writing --------------------------------------------------------------------- */

static json_t *five(const double p[5])
{
    return json_pack("[f, f, f, f, f]", p[0], p[1], p[2], p[3], p[4]);
}

static json_t *candidate_object(const struct rolled *rolled, int c)
{
    const struct situation *at = &rolled->analysis->at;
    struct rollout_result r = rollout_result(rolled->rollout, c);
    const struct ranked_play *play = rolled->plays[c];
    struct situation after = {.pos = position_swap(&play->after),
                              .ms = match_state_swap(&at->ms)};
    char id[XGID_SIZE];
    char text[NOTATION_SIZE];
    xgid_write(&after, id);
    json_t *object =
        json_pack("{s:s, s:f, s:f, s:o, s:o, s:f, s:f, s:i}", "xgid", id, "equity",
                  r.cubeless, "se", r.cubeless_error, "probs", five(r.outputs),
                  "probs_se", five(r.outputs_error), "cubeful", r.equity, "cubeful_se",
                  r.equity_error, "trials", r.trials);
    if (at->roll.high != 0) {
        notation_write(&at->pos, &play->play, text);
        (void)json_object_set_new(object, "play", json_string(text));
    }
    return object;
}

static json_t *candidates_array(const struct rolled *rolled)
{
    json_t *array = json_array();
    for (int i = 0; i < rollout_candidates(rolled->rollout); i++) {
        (void)json_array_append_new(array, candidate_object(rolled, rolled->order[i]));
    }
    return array;
}

static json_t *cube_object(const struct rolled *rolled)
{
    struct cube_decision d = rollout_cube_decision(rolled->rollout);
    struct rollout_result none = rollout_result(rolled->rollout, 0);
    struct rollout_result take = rollout_result(rolled->rollout, 1);
    return json_pack("{s:f, s:f, s:f, s:f, s:f, s:s, s:o, s:f, s:f, s:i}", "no_double",
                     (double)d.no_double, "no_double_se", none.equity_error,
                     "double_take", (double)d.double_take, "double_take_se",
                     take.equity_error, "double_pass", (double)d.double_pass, "action",
                     cube_action_name(d.action), "probs", five(none.outputs),
                     "cubeless", none.cubeless, "cubeless_se", none.cubeless_error,
                     "trials", none.trials);
}

static bool write_line(struct job *job, long number, const char *line,
                       const struct rolled *rolled)
{
    enum { DIGITS = 6 };
    json_t *object =
        json_pack("{s:i, s:s}", "line", (int)number, "settings", job->words);
    if (line[0] != '{') {
        (void)json_object_set_new(object, "id", json_string(line));
    }
    if (rolled->analysis->kind != ANALYSIS_PLAY) {
        (void)json_object_set_new(object, "cube", cube_object(rolled));
    } else if (rollout_candidates(rolled->rollout) > 1) {
        (void)json_object_set_new(object, "candidates", candidates_array(rolled));
    } else {
        (void)json_object_set_new(object, "single", candidate_object(rolled, 0));
    }
    char *text = json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(DIGITS));
    json_decref(object);
    /* in one go, so that a kill leaves a whole line or an unfinished one */
    bool is_good =
        text != NULL && fprintf(job->out, "%s\n", text) > 0 && fflush(job->out) == 0;
    free(text);
    if (!is_good) {
        fprintf(stderr, "%s: %s: cannot be written\n", command, job->output);
    }
    return is_good;
}

/* ---- rolling --------------------------------------------------------------------- */

/* A state that is left from another decision is no harm. */
static bool make(struct job *job, const struct analysis *analysis,
                 struct rolled *rolled, struct engine_error *err)
{
    if (rolled_make(&job->analyser, &job->request, analysis, &stop, rolled, err)) {
        return true;
    }
    return unlink(job->request.state) == 0 &&
           rolled_make(&job->analyser, &job->request, analysis, &stop, rolled, err);
}

/* False when the job cannot go on. */
static bool roll_line(struct job *job, long number, const char *line)
{
    struct analysis analysis;
    struct rolled rolled;
    struct engine_error err;
    if (!read_decision(job, line, &analysis, &err) ||
        !make(job, &analysis, &rolled, &err)) {
        fprintf(stderr, "%s: %s:%ld: %s\n", command, job->input, number, err.text);
        job->is_clean = false;
        return true;
    }
    bool is_whole = !atomic_load(&stop);
    bool is_good = !is_whole || write_line(job, number, line, &rolled);
    rolled_free(&rolled);
    if (is_whole) {
        (void)unlink(job->request.state);
    }
    return is_good;
}

static bool roll_file(struct job *job)
{
    FILE *in = fopen(job->input, "r");
    if (in == NULL) {
        fprintf(stderr, "%s: %s: %s\n", command, job->input, strerror(errno));
        return false;
    }
    char *line = NULL;
    size_t size = 0;
    bool is_good = true;
    for (long n = 1; is_good && !atomic_load(&stop) && getline(&line, &size, in) > 0;
         n++) {
        line[strcspn(line, "\r\n")] = '\0';
        if (n > job->done && line[0] != '\0') {
            is_good = roll_line(job, n, line);
        }
    }
    free(line);
    (void)fclose(in);
    return is_good;
}

static bool open_job(struct job *job)
{
    char folder[PATHS_MAX];
    struct engine_error err = {"no memory"};
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
    job->analyser.scratch = scratch_new(job->engine);
    job->analyser.ranked = aligned_alloc(alignof(struct ranked_play),
                                         MAX_PLAYS * sizeof *job->analyser.ranked);
    return job->analyser.scratch != NULL && job->analyser.ranked != NULL;
}

static void close_job(struct job *job)
{
    free(job->analyser.ranked);
    scratch_free(job->analyser.scratch);
    engine_close(job->engine);
    if (job->out != NULL) {
        (void)fclose(job->out);
    }
}

static int run(int argc, char **argv)
{
    struct job job;
    struct sigaction action = {.sa_handler = on_signal};
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        fputs(usage, stdout);
        fputs(rollout_request_help, stdout);
        return EXIT_SUCCESS;
    }
    if (!read_options(argc, argv, &job)) {
        return 2;
    }
    action.sa_flags = (int)SA_RESETHAND; /* a second one ends the program */
    (void)sigaction(SIGINT, &action, NULL);
    (void)sigaction(SIGTERM, &action, NULL);
    bool is_good = open_job(&job) && roll_file(&job);
    close_job(&job);
    return is_good && job.is_clean ? EXIT_SUCCESS : EXIT_FAILURE;
}

const struct subcommand cmd_lab_rollout = {
    "rollout", "roll out many decisions, into a file to judge by", run};
