/* `fibsbot lab evaluate`: evaluators against rolled-out decisions. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/arena_player.h"
#include "arena/job/line_file.h"
#include "arena/job/work.h"
#include "base/digest.h"
#include "base/error_bar.h"
#include "base/text.h"
#include "cmd/tool/long_run.h"
#include "cmd/tool/named_player.h"
#include "cmd/tool/subcommand.h"
#include "lab/sets/cube_set.h"
#include "lab/study/evaluation.h"

enum { EVALUATORS_MAX = 64, CONDITIONS_SIZE = 64 };

/* An evaluator at work. */
struct evaluator_run {
    char spec[NAMED_PLAYER_SPEC_SIZE];
    uint64_t digest, former_digest; /* in its records, as versions until 0.2.0 had it */
    struct evaluation_record *records; /* by decision */
};

struct settings {
    int threads;
    bool is_json;
    bool is_former;      /* the file has former digests, and goes on with them */
    struct long_run run; /* --save: the file of records */
    const char *file;
    struct rollout_set set;
    struct benchmark_sums perfect; /* the floor of the set */
    int count;
    struct evaluator_run runs[EVALUATORS_MAX];
    struct evaluation_verdict verdicts[EVALUATORS_MAX];
    int running; /* for progress */
};

/* ---- evaluating ---------------------------------------------------------------- */

/* Compares with the first evaluator's values in place of the rollouts'. */
static void compare(struct settings *settings, int n, int i)
{
    const struct evaluation_record *first = &settings->runs[0].records[n];
    const struct evaluation_record *record = &settings->runs[i].records[n];
    struct rollout_candidate candidates[ROLLOUT_CANDIDATES_MAX];
    int count = evaluation_candidates(&settings->set, n, record, candidates);
    for (int c = 0; c < count; c++) {
        candidates[c].truth = first->value[c];
        candidates[c].truth_equity = (double)equity_cubeless(first->value[c]);
        candidates[c].truth_error = 0.0;
    }
    (void)benchmark_decision(&settings->verdicts[i].by_first, candidates, count,
                             record->chosen);
}

/* In the order of the file, so that threads do not change the sums. */
static void sum_up_plays(struct settings *settings, int i)
{
    struct evaluation_verdict *verdict = &settings->verdicts[i];
    double seconds = 0;
    for (int n = 0; n < settings->set.count; n++) {
        const struct evaluation_record *record = &settings->runs[i].records[n];
        struct rollout_candidate candidates[ROLLOUT_CANDIDATES_MAX];
        int count = evaluation_candidates(&settings->set, n, record, candidates);
        int best = benchmark_best(candidates, count);
        verdict->losses[n] =
            benchmark_decision(&verdict->all, candidates, count, record->chosen);
        for (int c = 0; c < BENCHMARK_CLASSES; c++) {
            if (benchmark_class_is((enum benchmark_class)c,
                                   &settings->set.decisions[n].after[best])) {
                (void)benchmark_decision(&verdict->by_class[c], candidates, count,
                                         record->chosen);
            }
        }
        compare(settings, n, i);
        seconds += record->seconds;
    }
    verdict->ms = 1000.0 * seconds / (double)settings->set.count;
}

static bool is_complete(const struct settings *settings, int i)
{
    for (int n = 0; n < settings->set.count; n++) {
        if (settings->runs[i].records[n].count == 0) {
            return false;
        }
    }
    return true;
}

static void show_evaluation(void *context, const struct evaluation_state *state)
{
    struct settings *settings = context;
    const int left = settings->set.count - state->done;
    if (!progress_is_due(&settings->run.progress)) {
        return;
    }
    const struct benchmark_sums sum = evaluation_record(&settings->set, state->records);
    const struct benchmark_figures f = benchmark_figures(&sum);
    progress_print(
        &settings->run.progress, "%s: %d of %d  PR %.2f%s  RMSE %.4f  %.1f/s  %s left",
        settings->verdicts[settings->running].name, state->done, settings->set.count,
        f.rating, error_bar(sum.decisions, f.rating_error, 2, "").text, f.rmse,
        state->per_second,
        progress_minutes((double)left / state->per_second / 60.0).text);
}

/* Runs one evaluator; false with `err`. */
static bool run_evaluator(struct settings *settings, int i, FILE *file,
                          struct error *err)
{
    const struct evaluation evaluation = {
        .name = settings->verdicts[i].name,
        .spec = settings->runs[i].spec,
        .digest = settings->runs[i].digest,
        .set = &settings->set,
        .threads = settings->threads,
        .file = file,
        .stop = long_run_catch_signals(),
        .ends = work_now() + long_run_seconds_left(&settings->run),
        .report = show_evaluation,
        .context = settings,
    };
    settings->running = i;
    bool is_good = evaluation_run(&evaluation, settings->runs[i].records, err);
    progress_clear(&settings->run.progress);
    return is_good;
}

/* Runs one evaluator after the other; `*done` counts those that have finished. */
static bool run_evaluators(struct settings *settings, FILE *file, int *done,
                           struct error *err)
{
    long_run_begin(&settings->run);
    for (*done = 0; *done < settings->count; (*done)++) {
        if (!is_complete(settings, *done) &&
            !run_evaluator(settings, *done, file, err)) {
            return false;
        }
        if (!is_complete(settings, *done)) {
            return true;
        }
        sum_up_plays(settings, *done);
    }
    return true;
}

/* ---- the file of records --------------------------------------------------------- */

/* Takes a line of the file, which may be of an evaluator that this run leaves out. */
static bool take_record(void *context, const char *line)
{
    struct settings *settings = context;
    struct evaluation_record record;
    if (!evaluation_record_read(line, &record) ||
        record.number >= settings->set.count ||
        record.count != settings->set.decisions[record.number].count) {
        return false;
    }
    for (int i = 0; i < settings->count; i++) {
        struct evaluator_run *run = &settings->runs[i];
        if (run->digest == record.evaluator || run->former_digest == record.evaluator) {
            run->records[record.number] = record;
            settings->is_former |= run->digest != record.evaluator;
        }
    }
    return true;
}

static bool open_records(struct settings *settings, FILE **file, struct error *err)
{
    char conditions[CONDITIONS_SIZE];
    const struct line_file lines = {.path = settings->run.save,
                                    .magic = "fibsbot-judge 1",
                                    .conditions = conditions,
                                    .expected = "an evaluator's answer to a decision",
                                    .is_resumed = settings->run.is_resumed,
                                    .take = take_record,
                                    .context = settings};
    FORMAT_TEXT(conditions, "%d decisions, %016" PRIx64, settings->set.count,
                named_player_file_digest(settings->file));
    *file = settings->run.save != NULL ? line_file_open(&lines, err) : NULL;
    for (int i = 0; settings->is_former && i < settings->count; i++) {
        settings->runs[i].digest = settings->runs[i].former_digest;
    }
    return settings->run.save == NULL || *file != NULL;
}

static bool make_records(struct settings *settings, struct error *err)
{
    const size_t count = (size_t)settings->set.count;
    for (int i = 0; i < settings->count; i++) {
        struct evaluator_run *run = &settings->runs[i];
        double **losses = &settings->verdicts[i].losses;
        run->records = calloc(count, sizeof *run->records);
        *losses = calloc(count, sizeof **losses);
        if (run->records == NULL || *losses == NULL) {
            return error_no_memory(err);
        }
    }
    return true;
}

/* The figures that a perfect player would get. */
static void find_floor(struct settings *settings)
{
    for (int n = 0; n < settings->set.count; n++) {
        const struct rollout_decision *decision = &settings->set.decisions[n];
        benchmark_perfect(&settings->perfect, decision->candidates, decision->count, n);
    }
}

/* Whether the rollouts have standard errors. */
static bool has_floor(const struct settings *settings)
{
    return settings->perfect.noise_squares > 0.0;
}

/* ---- reports --------------------------------------------------------------------- */

static void print_report(const struct settings *settings)
{
    const struct evaluation_report report = {
        settings->file, settings->set.count, settings->count, settings->verdicts,
        has_floor(settings) ? &settings->perfect : NULL};
    (settings->is_json ? evaluation_report_json : evaluation_report_print)(&report,
                                                                           stdout);
}

/* ---- the command line ------------------------------------------------------------ */

static bool add_evaluator(struct settings *settings, const char *name,
                          struct error *err)
{
    if (settings->count == EVALUATORS_MAX) {
        return error_set(err, "more than %d evaluators", EVALUATORS_MAX);
    }
    char weights[PATHS_MAX] = "";
    if (named_player_is_fibsbot(name) &&
        !paths_find_weights(settings->run.weights, weights, err)) {
        return false;
    }
    struct evaluator_run *run = &settings->runs[settings->count];
    struct evaluation_verdict *verdict = &settings->verdicts[settings->count];
    char kept[PLAYER_NAME_SIZE];
    struct player_spec spec;
    if (!player_spec_as_kept(name, kept, err) || !player_spec_read(name, &spec, err)) {
        return false;
    }
    if (spec.noise > 0 || spec.time_ms > 0) {
        return error_set(err,
                         "%.100s: nothing is evaluated with noise= or time=", name);
    }
    player_spec_shown(name, verdict->name);
    named_player_spec(name, weights, run->spec);
    const unsigned char *bytes = (const unsigned char *)kept;
    run->digest = digest_bytes(named_player_digest(run->spec), bytes, strlen(kept));
    run->former_digest =
        digest_bytes(named_player_former_digest(run->spec), bytes, strlen(kept));
    if (!arena_player_is_installed(run->spec)) {
        fprintf(stderr, "fibsbot lab evaluate: skipped: %s is not installed\n", name);
        return true;
    }
    verdict->shows_ms = strncmp(run->spec, "gnubg", strlen("gnubg")) != 0;
    settings->count++;
    return true;
}

/* The last word is the file. */
static bool check_options(const struct cli_call *call)
{
    struct settings *settings = call->context;
    int last = call->words->count - 1;
    settings->file = call->words->word[last];
    const char *const *players = (const char *const *)call->words->word;
    bool is_good = named_player_check(players, last, call->err) &&
                   (last > 0 || add_evaluator(settings, "fibsbot", call->err));
    for (int i = 0; is_good && i < last; i++) {
        is_good = add_evaluator(settings, players[i], call->err);
    }
    return is_good && long_run_check(&settings->run, call->err);
}

static const struct cli_option options[] = {
    LONG_RUN_THREADS(struct settings, threads, EVALUATION_THREADS_MAX),
    {"save", CLI_FILE(struct settings, run.save),
     .help = "Write each evaluator's answer to each decision to a new FILE; of plays "
             "only, as --resume and --minutes."},
    {CLI_ROWS(long_run_options, offsetof(struct settings, run))},
    {"json", CLI_FLAG(struct settings, is_json),
     .help = "Print one object on standard output."},
    {0},
};

/* ---- the subcommand -------------------------------------------------------------- */

/* Prints the results of the first `done`, and of the next one so far. */
static int print_results(struct settings *settings, int done)
{
    const int asked = settings->count;
    settings->count = done;
    find_floor(settings);
    if (settings->is_json || done > 0) {
        print_report(settings);
    }
    if (done == asked) {
        return 0;
    }
    const struct benchmark_sums sum =
        evaluation_record(&settings->set, settings->runs[done].records);
    const struct benchmark_figures f = benchmark_figures(&sum);
    fprintf(stderr,
            "fibsbot lab evaluate: stopped: %s after %d of %d: PR %.2f%s; the same "
            "command with --save and --resume %s\n",
            settings->verdicts[done].name, sum.decisions, settings->set.count, f.rating,
            error_bar(sum.decisions, f.rating_error, 2, "").text,
            settings->run.save != NULL ? "continues" : "could continue");
    return LONG_RUN_STOPPED;
}

static void show_evaluator(void *context, const char *name)
{
    progress_print(context, "%s", name);
}

/* A set of cube actions. */
static int evaluate_cube_set(struct settings *settings, struct error *err)
{
    const char *names[EVALUATORS_MAX];
    const char *specs[EVALUATORS_MAX];
    for (int i = 0; i < settings->count; i++) {
        names[i] = settings->verdicts[i].name;
        specs[i] = settings->runs[i].spec;
    }
    const struct evaluation_cubes job = {
        .file = settings->file,
        .names = names,
        .specs = specs,
        .count = settings->count,
        .threads = settings->threads,
        .is_json = settings->is_json,
        .stop = long_run_catch_signals(),
        .begin = show_evaluator,
        .context = &settings->run.progress,
    };
    if (settings->run.save != NULL || settings->run.minutes > 0) {
        error_set(err, "--save, --resume and --minutes are for plays only");
        return 2;
    }
    const int done = evaluation_cubes(&job, stdout, err);
    progress_clear(&settings->run.progress);
    if (done < 0 || done == job.count) {
        return done < 0 ? 1 : 0;
    }
    fprintf(stderr, "fibsbot lab evaluate: stopped: %s has not finished\n",
            names[done]);
    return LONG_RUN_STOPPED;
}

static int evaluate_plays(struct settings *settings, struct error *err)
{
    FILE *file = NULL;
    int done = 0;
    const int asked = settings->count;
    bool is_good = rollout_set_load(settings->file, &settings->set, err) &&
                   make_records(settings, err) && open_records(settings, &file, err) &&
                   run_evaluators(settings, file, &done, err);
    int status = is_good ? print_results(settings, done) : 1;
    if (file != NULL) {
        (void)fclose(file);
    }
    for (int i = 0; i < asked; i++) {
        free(settings->runs[i].records);
        free(settings->verdicts[i].losses);
    }
    rollout_set_free(&settings->set);
    return status;
}

static int run(const struct cli_call *call)
{
    struct settings *settings = call->context;
    return settings->count == 0             ? LONG_RUN_SKIPPED
           : cube_set_reads(settings->file) ? evaluate_cube_set(settings, call->err)
                                            : evaluate_plays(settings, call->err);
}

const struct cli_command cmd_lab_evaluate = {
    .title = "fibsbot lab evaluate",
    .summary = "measure evaluators on rolled-out decisions or cube actions",
    CLI_FILES("[PLAYER...] FILE", 1, -1),
    .about =
        "Measures evaluators on rolled-out decisions, one per line:\n\n"
        "  {\"candidates\": [{\"xgid\": ID, \"equity\": E, \"se\": E,\n"
        "                   \"probs\": [5 numbers]}, ...]}\n\n"
        "The ids are the positions after the plays, with the opponent on roll. Equity and "
        "probabilities (win, gammon, backgammon, lost gammon, lost backgammon) belong to "
        "the player who made the play, cubeless, for money; \"se\" is the standard error "
        "of equity, if known. PLAYER is one of these (default fibsbot):\n\n"
        "  FILE.net          the net alone, at 0-ply\n"
        "  FOLDER            our engine with the weights in it; fibsbot: with its own\n"
        "      ,ply=N            look-ahead, 0 to 4 (default 0)\n"
        "      ,filter=NAME      move filter; without it, full ply for all candidates\n"
        "      ,candidates=KEPT/WINDOW ,leaf-candidates=KEPT/WINDOW\n"
        "                        pruning inside the tree\n"
        "      ,net=small        the pruning net alone\n"
        "      ,level=LEVEL      as a level plays, rollers too, with a dead cube\n"
        "  gnubg             GNU Backgammon, if installed; ,ply=N ,prune=no ,program=PATH\n\n"
        "Each may have ,name=TEXT, by which the tables show it: two of one name are "
        "refused. The tables show for each of them:\n\n"
        "  PR        500 x the mean equity lost by its choices, with the standard error\n"
        "  v. first  its PR less that of the first one, paired by decisions\n"
        "  RMSE      of the candidates' equities; siblings: of differences between them\n"
        "  noise out deviation of a candidate's error from the mean of its siblings',\n"
        "            without the rollouts' own errors: the sharpest figure\n"
        "  by first  PR and siblings with the first one's values as the truth: the\n"
        "            distance of a quicker search from a better one, with small errors\n"
        "  bias      mean error of the equities, for the player who has just moved; then\n"
        "            the RMSE of each probability\n"
        "  ms        processor time per decision; none for gnubg, a process of its own\n\n"
        "The row of the perfect player is the floor of the set: the PR that it would "
        "get, since rollouts have errors. A second table has PR, RMSE, siblings and noise out "
        "by class of the position: race, bearing off against contact, back games, by the "
        "number of checkers back, other; then, of any of these, of holding games, mutual ones, "
        "containment and prime against prime. A file of single positions, as `lab rollout` "
        "writes them, has RMSE and bias only.\n\n"
        "FILE may have cube actions instead, as `lab rollout` writes them, or as lines of "
        "words between tabs, the first one naming the columns xgid, nd, dt and dp: the "
        "position before the roll and the equities of no double, double/take and "
        "double/pass, of the player on roll, cubeful, normalised to the cube before the "
        "double. PLAYER is then FOLDER or "
        "fibsbot, with ,ply=0, 2 or 4 (or ,cube=N; an odd N is the next even one). The tables show RMSE (without "
        "the rollouts' own errors, if they are known) and bias of no double and "
        "double/take, the PR of doubles (500 x the mean equity lost by "
        "doubling or not) and of takes (by the answer, whether or not there should be a "
        "double), then the same by the cube's owner and by class. In a free redouble the "
        "taker has nothing to lose by turning the cube back.",
    .options = options,
    .notes =
        "Ctrl-C ends after the decisions in progress and prints the tables of the "
        "finished evaluators. Leaves out an evaluator that is not installed.\n\n" LONG_RUN_EXIT_STATUS
        " 77 if no evaluator is installed.",
    .check = check_options,
    .size = sizeof(struct settings),
    .run = run,
};
