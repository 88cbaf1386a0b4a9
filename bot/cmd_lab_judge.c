/* `fibsbot lab judge`: evaluators against rolled-out decisions. */
#include <getopt.h>
#include <jansson.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bot/paths.h"
#include "bot/rollout_set.h"
#include "bot/subcommand.h"
#include "engine/lab/contestant.h"

static const char usage[] =
    "usage: fibsbot lab judge [WHO...] FILE.jsonl [OPTIONS]\n"
    "\n"
    "Measures evaluators on rolled-out decisions, one a line:\n"
    "  {\"candidates\": [{\"xgid\": ID, \"equity\": E, \"probs\": [5 numbers]}, ...]}\n"
    "The ids show the board after the play, the opponent being on roll; equity and\n"
    "probabilities (win, gammon, backgammon, lost gammon, lost backgammon) are those\n"
    "of the player who made it, cubeless, for money. WHO is each\n"
    "  FILE.net          the net alone, at 0-ply\n"
    "  FOLDER            our engine with the weights in it; fibsbot: with its own\n"
    "      ,ply=N            look-ahead, 0 to 4 (0 if not told)\n"
    "      ,filter=NAME      else all candidates are judged at full ply\n"
    "      ,replies=KEPT/WINDOW ,leaf-replies=KEPT/WINDOW   pruning inside the tree\n"
    "      ,net=small        by the small net\n"
    "  gnubg             GNU Backgammon, where it is installed; ,ply=N ,program=PATH\n"
    "and fibsbot if nobody is named. The tables have, for each of them,\n"
    "  PR        500 x the mean equity lost by its choices, with the standard error\n"
    "  v. first  how much its PR is above the first one's, paired by decisions\n"
    "  RMSE      of the candidates' equities; siblings: of differences between them\n"
    "  by first  PR and siblings if the first one's values were the truth: how far\n"
    "            a quicker way of thinking is from a better one, with small errors\n"
    "  bias      mean error of their equities; and the RMSE of each probability\n"
    "  ms        processor time a decision; nothing for gnubg, which thinks elsewhere\n"
    "and PR, RMSE and siblings again by the class of the position: race, bearing off\n"
    "against contact, back games, by the men back of the side that has most, other.\n"
    "\n"
    "  --threads N   (default 1)\n"
    "  --json        one object on standard output\n"
    "  --weights F   folder of fibsbot's own, where it is not found\n"
    "  --quiet       no progress on standard error\n"
    "\n"
    "Exit status: 0 done, 1 failed, 2 called wrongly; one who is not installed is "
    "left\n"
    "out with a word, 77 if nobody remains.\n";

enum {
    WHO_MAX = 64,
    THREADS_MAX = 64,
    STATUS_SKIPPED = 77,
    SPEC_SIZE = PATHS_MAX + 256
};

/* One evaluator's results. */
struct verdict {
    const char *name;
    char spec[SPEC_SIZE];
    double *losses;            /* by decision */
    double ms;                 /* a decision */
    float *equities;           /* its values, by decision: JUDGE_CANDIDATES_MAX each */
    struct judgement by_first; /* the first one's values being the truth */
    struct judgement all;
    struct judgement by_class[JUDGE_CLASSES];
};

struct settings {
    int threads;
    bool is_json;
    bool is_quiet;
    char weights[PATHS_MAX];
    const char *file;
    struct rollout_set set;
    int count;
    struct verdict verdicts[WHO_MAX];
};

/* ---- judging --------------------------------------------------------------------- */

/* The decisions of one verdict, shared out among threads. */
struct hearing {
    struct settings *settings;
    struct judge_source *sources[THREADS_MAX];
    int *chosen; /* by decision */
    atomic_int next;
    atomic_int done;
    atomic_bool has_failed;
    pthread_mutex_t lock; /* of `err` */
    struct engine_error err;
};

struct hearing_worker {
    pthread_t thread;
    struct hearing *hearing;
    struct judge_source *source;
    bool is_running;
};

static void value_decision(struct hearing_worker *worker, int number)
{
    struct hearing *hearing = worker->hearing;
    struct rollout_decision *decision = &hearing->settings->set.decisions[number];
    struct outputs out[JUDGE_CANDIDATES_MAX];
    struct engine_error err;
    int chosen =
        judge_source_value(worker->source, decision->after, decision->count, out, &err);
    if (chosen < 0) {
        (void)pthread_mutex_lock(&hearing->lock);
        hearing->err = err;
        (void)pthread_mutex_unlock(&hearing->lock);
        atomic_store(&hearing->has_failed, true);
        return;
    }
    for (int i = 0; i < decision->count; i++) {
        decision->candidates[i].value = out[i];
    }
    hearing->chosen[number] = chosen;
    atomic_fetch_add(&hearing->done, 1);
}

static void *work(void *argument)
{
    struct hearing_worker *worker = argument;
    struct hearing *hearing = worker->hearing;
    int number;
    while (!atomic_load(&hearing->has_failed) &&
           (number = atomic_fetch_add(&hearing->next, 1)) <
               hearing->settings->set.count) {
        value_decision(worker, number);
    }
    return NULL;
}

static void show_progress(struct hearing *hearing, const char *name)
{
    const int count = hearing->settings->set.count;
    int done = 0;
    bool is_wanted = !hearing->settings->is_quiet && isatty(STDERR_FILENO) == 1;
    for (int i = 0; is_wanted && done < count && !atomic_load(&hearing->has_failed);
         i++) {
        (void)usleep(100000);
        done = atomic_load(&hearing->done);
        if (i % 10 == 9) {
            fprintf(stderr, "\r%s: %d of %d  %.0f s left  ", name, done, count,
                    done > 0 ? 0.1 * (i + 1) * (count - done) / done : 0.0);
        }
    }
    if (is_wanted) {
        fputs("\r\033[K", stderr);
    }
}

static bool run_hearing(struct hearing *hearing, const char *name)
{
    struct hearing_worker workers[THREADS_MAX];
    const int threads = hearing->settings->threads;
    for (int t = 0; t < threads; t++) {
        struct hearing_worker *worker = &workers[t];
        *worker =
            (struct hearing_worker){.hearing = hearing, .source = hearing->sources[t]};
        worker->is_running = pthread_create(&worker->thread, NULL, work, worker) == 0;
        if (!worker->is_running) {
            atomic_store(&hearing->has_failed, true);
            engine_error_set(&hearing->err, "a thread cannot be started");
        }
    }
    show_progress(hearing, name);
    for (int t = 0; t < threads; t++) {
        if (workers[t].is_running) {
            (void)pthread_join(workers[t].thread, NULL);
        }
    }
    return !atomic_load(&hearing->has_failed);
}

/* The first one's values in place of the truth. */
static void compare(const struct settings *settings, int n, int chosen,
                    struct verdict *verdict)
{
    const struct rollout_decision *d = &settings->set.decisions[n];
    const float *first = &settings->verdicts[0].equities[n * JUDGE_CANDIDATES_MAX];
    float *own = &verdict->equities[n * JUDGE_CANDIDATES_MAX];
    struct candidate candidates[JUDGE_CANDIDATES_MAX];
    for (int i = 0; i < d->count; i++) {
        candidates[i] = d->candidates[i];
        own[i] = equity_cubeless(candidates[i].value);
        candidates[i].truth_equity = (double)first[i];
    }
    (void)judge_decision(&verdict->by_first, candidates, d->count, chosen);
}

/* In the order of the file, so that threads do not change the sums. */
static void sum_up(const struct settings *settings, const int *chosen,
                   struct verdict *verdict)
{
    for (int n = 0; n < settings->set.count; n++) {
        const struct rollout_decision *d = &settings->set.decisions[n];
        int best = judge_best(d->candidates, d->count);
        verdict->losses[n] =
            judge_decision(&verdict->all, d->candidates, d->count, chosen[n]);
        (void)judge_decision(&verdict->by_class[judge_class_of(&d->after[best])],
                             d->candidates, d->count, chosen[n]);
        compare(settings, n, chosen[n], verdict);
    }
}

/* Processor time of all threads of this program. */
static double seconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static bool judge(struct settings *settings, struct verdict *verdict,
                  struct engine_error *err)
{
    struct hearing hearing = {.settings = settings};
    bool is_good = true;
    size_t count = (size_t)settings->set.count;
    hearing.chosen = calloc(count, sizeof *hearing.chosen);
    verdict->losses = calloc(count, sizeof *verdict->losses);
    verdict->equities = calloc(count * JUDGE_CANDIDATES_MAX, sizeof *verdict->equities);
    if (hearing.chosen == NULL || verdict->losses == NULL ||
        verdict->equities == NULL) {
        engine_error_set(err, "no memory");
        is_good = false;
    }
    for (int t = 0; is_good && t < settings->threads; t++) {
        hearing.sources[t] = judge_source_open(verdict->spec, err);
        is_good = hearing.sources[t] != NULL;
    }
    if (is_good) {
        (void)pthread_mutex_init(&hearing.lock, NULL);
        double start = seconds();
        is_good = run_hearing(&hearing, verdict->name);
        verdict->ms = 1000.0 * (seconds() - start) / (double)count;
        (void)pthread_mutex_destroy(&hearing.lock);
        if (is_good) {
            sum_up(settings, hearing.chosen, verdict);
        } else {
            *err = hearing.err;
        }
    }
    for (int t = 0; t < settings->threads; t++) {
        judge_source_close(hearing.sources[t]);
    }
    free(hearing.chosen);
    return is_good;
}

/* ---- telling --------------------------------------------------------------------- */

static void print_ms(const struct verdict *v)
{
    if (strncmp(v->name, "gnubg", strlen("gnubg")) == 0) {
        printf(" |");
    } else {
        printf(" %.3g |", v->ms);
    }
}

static void print_totals(const struct settings *settings)
{
    printf("| %d decisions | PR | v. first | by first | RMSE | siblings | bias | win | "
           "gammon | backgammon | lost g. | lost bg. | ms |\n"
           "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | "
           "--- |\n",
           settings->set.count);
    for (int i = 0; i < settings->count; i++) {
        const struct verdict *v = &settings->verdicts[i];
        struct judge_figures f = judge_figures(&v->all);
        struct judge_difference d = judge_difference(
            v->losses, settings->verdicts[0].losses, settings->set.count);
        printf("| %s | %.2f +- %.2f | ", v->name, f.rating, f.rating_error);
        if (i > 0) {
            struct judge_figures b = judge_figures(&v->by_first);
            printf("%+.2f +- %.2f | %.3f +- %.3f, %.4f", d.rating, d.error, b.rating,
                   b.rating_error, b.sibling_rmse);
        } else {
            printf(" | ");
        }
        printf(" | %.4f | %.4f | %+.4f |", f.rmse, f.sibling_rmse, f.bias);
        for (int o = 0; o < 5; o++) {
            printf(" %.4f |", f.output_rmse[o]);
        }
        print_ms(v);
        putchar('\n');
    }
}

static void print_class(const struct judgement *j)
{
    struct judge_figures f = judge_figures(j);
    if (j->decisions > 0) {
        printf(" %.2f +- %.2f, %.4f, %.4f |", f.rating, f.rating_error, f.rmse,
               f.sibling_rmse);
    } else {
        printf(" |");
    }
}

static void print_classes(const struct settings *settings)
{
    printf("\n| PR, RMSE, siblings |");
    for (int c = 0; c < JUDGE_CLASSES; c++) {
        printf(" %s (%d) |", judge_class_name((enum judge_class)c),
               settings->verdicts[0].by_class[c].decisions);
    }
    printf("\n| --- |");
    for (int c = 0; c < JUDGE_CLASSES; c++) {
        printf(" --- |");
    }
    putchar('\n');
    for (int i = 0; i < settings->count; i++) {
        printf("| %s |", settings->verdicts[i].name);
        for (int c = 0; c < JUDGE_CLASSES; c++) {
            print_class(&settings->verdicts[i].by_class[c]);
        }
        putchar('\n');
    }
}

static json_t *figures_json(const struct judgement *j)
{
    struct judge_figures f = judge_figures(j);
    return json_pack("{s:i, s:i, s:f, s:f, s:f, s:f, s:f, s:[f, f, f, f, f]}",
                     "decisions", j->decisions, "candidates", j->candidates, "pr",
                     f.rating, "pr_error", f.rating_error, "rmse", f.rmse,
                     "sibling_rmse", f.sibling_rmse, "bias", f.bias, "output_rmse",
                     f.output_rmse[0], f.output_rmse[1], f.output_rmse[2],
                     f.output_rmse[3], f.output_rmse[4]);
}

static json_t *verdict_json(const struct settings *settings, const struct verdict *v)
{
    struct judge_difference d =
        judge_difference(v->losses, settings->verdicts[0].losses, settings->set.count);
    json_t *classes = json_object();
    for (int c = 0; c < JUDGE_CLASSES; c++) {
        (void)json_object_set_new(classes, judge_class_name((enum judge_class)c),
                                  figures_json(&v->by_class[c]));
    }
    return json_pack("{s:s, s:o, s:f, s:f, s:o, s:f, s:o}", "name", v->name, "all",
                     figures_json(&v->all), "pr_above_first", d.rating,
                     "pr_above_first_error", d.error, "by_first",
                     figures_json(&v->by_first), "ms", v->ms, "classes", classes);
}

static void print_json(const struct settings *settings)
{
    json_t *list = json_array();
    for (int i = 0; i < settings->count; i++) {
        (void)json_array_append_new(list,
                                    verdict_json(settings, &settings->verdicts[i]));
    }
    json_t *root = json_pack("{s:s, s:o}", "file", settings->file, "evaluators", list);
    if (root != NULL) {
        (void)json_dumpf(root, stdout, JSON_COMPACT | JSON_REAL_PRECISION(6));
        putchar('\n');
    }
    json_decref(root);
}

/* ---- the command line ------------------------------------------------------------ */

static const struct option long_options[] = {
    {"threads", required_argument, NULL, 't'}, {"json", no_argument, NULL, 'j'},
    {"weights", required_argument, NULL, 'w'}, {"quiet", no_argument, NULL, 'q'},
    {"help", no_argument, NULL, 'h'},          {NULL, 0, NULL, 0},
};

static bool take_who(struct settings *settings, const char *name,
                     struct engine_error *err)
{
    static const char ours[] = "fibsbot";
    size_t length = strcspn(name, ",");
    bool is_ours = length == strlen(ours) && strncmp(name, ours, length) == 0;
    if (settings->count == WHO_MAX) {
        engine_error_set(err, "more than %d to judge", WHO_MAX);
        return false;
    }
    char option[PATHS_MAX];
    memcpy(option, settings->weights, sizeof option);
    if (is_ours && !paths_find_weights(option, settings->weights, err)) {
        return false;
    }
    struct verdict *verdict = &settings->verdicts[settings->count];
    verdict->name = name;
    (void)snprintf(verdict->spec, sizeof verdict->spec, "%s%s",
                   is_ours ? settings->weights : "", is_ours ? name + length : name);
    if (!contestant_is_installed(verdict->spec)) {
        fprintf(stderr, "fibsbot lab judge: skipped: %s is not installed\n", name);
        return true;
    }
    settings->count++;
    return true;
}

/* -1: go on; else the exit status. */
static int read_arguments(int argc, char **argv, struct settings *settings)
{
    struct engine_error err;
    int option;
    optind = 1;
    while ((option = getopt_long(argc, argv, "", long_options, NULL)) != -1) {
        switch (option) {
        case 't':
            settings->threads = (int)strtol(optarg, NULL, 10);
            break;
        case 'j':
            settings->is_json = true;
            break;
        case 'w':
            (void)snprintf(settings->weights, sizeof settings->weights, "%s", optarg);
            break;
        case 'q':
            settings->is_quiet = true;
            break;
        case 'h':
            fputs(usage, stdout);
            return 0;
        default:
            fputs(usage, stderr);
            return 2;
        }
    }
    if (optind >= argc || settings->threads < 1 || settings->threads > THREADS_MAX) {
        fputs(usage, stderr);
        return 2;
    }
    settings->file = argv[argc - 1];
    bool is_good = optind < argc - 1 || take_who(settings, "fibsbot", &err);
    for (int i = optind; is_good && i < argc - 1; i++) {
        is_good = take_who(settings, argv[i], &err);
    }
    if (!is_good) {
        fprintf(stderr, "fibsbot lab judge: %s\n", err.text);
        return 2;
    }
    return settings->count > 0 ? -1 : STATUS_SKIPPED;
}

static bool judge_all(struct settings *settings)
{
    struct engine_error err;
    bool is_good = rollout_set_load(settings->file, &settings->set, &err);
    for (int i = 0; is_good && i < settings->count; i++) {
        is_good = judge(settings, &settings->verdicts[i], &err);
    }
    if (!is_good) {
        fprintf(stderr, "fibsbot lab judge: %s\n", err.text);
    } else if (settings->is_json) {
        print_json(settings);
    } else {
        print_totals(settings);
        print_classes(settings);
    }
    for (int i = 0; i < settings->count; i++) {
        free(settings->verdicts[i].losses);
        free(settings->verdicts[i].equities);
    }
    rollout_set_free(&settings->set);
    return is_good;
}

static int run(int argc, char **argv)
{
    struct settings *settings = calloc(1, sizeof *settings);
    if (settings == NULL) {
        return 1;
    }
    settings->threads = 1;
    int status = read_arguments(argc, argv, settings);
    if (status < 0) {
        status = judge_all(settings) ? 0 : 1;
    }
    free(settings);
    return status;
}

const struct subcommand cmd_lab_judge = {
    "judge", "measure evaluators on rolled-out decisions", run};
