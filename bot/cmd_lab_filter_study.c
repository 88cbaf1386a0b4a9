/* `fibsbot lab filter-study`: what each move filter loses, and how long it takes. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bot/filter_report.h"
#include "bot/lab_run.h"
#include "bot/paths.h"
#include "bot/subcommand.h"
#include "engine/lab/study_state.h"

static const char usage[] = "usage: fibsbot lab filter-study [OPTIONS]\n";
static const char help[] =
    "\n"
    "The engine plays money games and matches of 1 to 11 points against itself, every\n"
    "play searched to the full ply, and tells what each move filter would have lost "
    "and\n"
    "how long it takes. Ctrl-C ends the study early, with its tables.\n"
    "\n"
    "  --contests N     money games and matches to play (default 200)\n"
    "  --ply N          the full ply, 0 to 4 (default 2); 0 is about the level "
    "between\n"
    "                   the small net and the big one\n"
    "  --games-ply N    what the games are played by (default: the full ply). Below "
    "it\n"
    "                   only decisions in which a filter can lose are judged, and no\n"
    "                   cube actions: for the widest filters, which lose rarely\n"
    "  --filter FILTER  a filter beside the built-in ones (12/.24,6/.12 or\n"
    "                   base-filter:N:CUTOFF); may be given several times\n"
    "  --given-alone    the filters of --filter without the built-in ones\n"
    "  --timed-every N  time the filters at one decision in N (default 40; 0: never)\n"
    "  --seed N         of the dice (default 1)\n"
    "  --tables FILE    the tables in Markdown (default: standard output)\n"
    "  --plot FILE      the plot of loss against time, as SVG\n"
    "  --save FILE      keep the figures there; the file must not be there yet\n"
    "  --resume         ... or go on with it\n"
    "  --weights DIR    folder of nets and tables\n"
    "\n"
    "The files are written anew every few minutes while the study goes on.\n";

enum { WRITE_EVERY_S = 120 };

struct options {
    int64_t contests;
    struct study_settings settings;
    const char *specs[STUDY_FILTERS_MAX];
    long games_ply; /* < 0: the full one */
    bool is_given_alone;
    const char *tables;
    const char *plot;
    const char *save;
    bool is_resumed;
    const char *weights;
};

static double thread_seconds(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- options --------------------------------------------------------------------- */

static bool add_filter(struct options *o, const char *spec)
{
    struct engine_error err;
    struct study_settings *s = &o->settings;
    if (s->filters == STUDY_FILTERS_MAX) {
        fputs("fibsbot lab filter-study: --filter: too many filters\n", stderr);
        return false;
    }
    if (!filter_read(spec, &s->filter[s->filters], &err)) {
        fprintf(stderr, "fibsbot lab filter-study: --filter: %s\n", err.text);
        return false;
    }
    o->specs[s->filters++] = spec;
    return true;
}

static bool read_option(struct options *o, int option, const char *text)
{
    long number = 0;
    bool is_good = true;
    switch (option) {
    case 'c':
        is_good = lab_read_whole("filter-study", "contests", text, 1, 1000000, &number);
        o->contests = number;
        return is_good;
    case 'p':
        is_good = lab_read_whole("filter-study", "ply", text, 0, PLY_MAX, &number);
        o->settings.ply = (int)number;
        return is_good;
    case 'g':
        return lab_read_whole("filter-study", "games-ply", text, 0, PLY_MAX,
                              &o->games_ply);
    case 'a':
        o->is_given_alone = true;
        return true;
    case 't':
        is_good =
            lab_read_whole("filter-study", "timed-every", text, 0, 1000000, &number);
        o->settings.timed_every = (int)number;
        return is_good;
    case 's':
        is_good = lab_read_whole("filter-study", "seed", text, 0, 1000000000, &number);
        o->settings.seed = (uint64_t)number;
        return is_good;
    case 'f':
        return add_filter(o, text);
    case 'T':
        o->tables = text;
        return true;
    case 'P':
        o->plot = text;
        return true;
    case 'S':
        o->save = text;
        return true;
    case 'r':
        o->is_resumed = true;
        return true;
    case 'w':
        o->weights = text;
        return true;
    default: /* getopt has said what is wrong */
        fputs(usage, stderr);
        return false;
    }
}

/* Drops the built-in filters where the given ones are wanted alone. */
static void drop_presets(struct options *o)
{
    struct study_settings *s = &o->settings;
    int presets = 0;
    while (filter_name(presets) != NULL) {
        presets++;
    }
    s->filters -= presets;
    memmove(s->filter, s->filter + presets, (size_t)s->filters * sizeof s->filter[0]);
    memmove(o->specs, o->specs + presets, (size_t)s->filters * sizeof o->specs[0]);
}

static bool has_sense(struct options *o)
{
    struct study_settings *s = &o->settings;
    s->games_ply = o->games_ply < 0 ? s->ply : (int)o->games_ply;
    if (s->games_ply > s->ply) {
        fputs("fibsbot lab filter-study: --games-ply: above the full ply\n", stderr);
        return false;
    }
    if (o->is_given_alone) {
        drop_presets(o);
    }
    if (s->filters == 0) {
        fputs("fibsbot lab filter-study: --given-alone: no --filter given\n", stderr);
        return false;
    }
    return true;
}

static bool read_options(int argc, char **argv, struct options *o)
{
    static const struct option table[] = {
        {"contests", required_argument, NULL, 'c'},
        {"ply", required_argument, NULL, 'p'},
        {"filter", required_argument, NULL, 'f'},
        {"games-ply", required_argument, NULL, 'g'},
        {"given-alone", no_argument, NULL, 'a'},
        {"timed-every", required_argument, NULL, 't'},
        {"seed", required_argument, NULL, 's'},
        {"tables", required_argument, NULL, 'T'},
        {"plot", required_argument, NULL, 'P'},
        {"save", required_argument, NULL, 'S'},
        {"resume", no_argument, NULL, 'r'},
        {"weights", required_argument, NULL, 'w'},
        {NULL, 0, NULL, 0},
    };
    *o = (struct options){
        .contests = 200,
        .games_ply = -1,
        .settings = {
            .ply = 2, .seed = 1, .timed_every = 40, .seconds = thread_seconds}};
    for (int i = 0; filter_name(i) != NULL; i++) {
        if (!add_filter(o, filter_name(i))) {
            return false;
        }
    }
    int option;
    optind = 1;
    while ((option = getopt_long(argc, argv, "", table, NULL)) != -1) {
        if (!read_option(o, option, optarg)) {
            return false;
        }
    }
    return optind == argc && has_sense(o);
}

/* What has to be the same for a study to go on. */
static void write_conditions(const struct options *o, char *text, size_t size)
{
    const struct study_settings *s = &o->settings;
    int length = snprintf(text, size, "ply %d, games at %d, seed %llu", s->ply,
                          s->games_ply, (unsigned long long)s->seed);
    for (int f = 0; f < s->filters && length >= 0 && (size_t)length < size; f++) {
        char row[FILTER_ROW_SIZE];
        filter_write_row(&s->filter[f], s->ply, row);
        length += snprintf(text + length, size - (size_t)length, "; %s: %s",
                           o->specs[f], row);
    }
}

/* Figures to go on with, if any. */
static bool read_state(const struct options *o, const char *conditions,
                       struct study_figures *figures)
{
    struct engine_error err;
    bool is_there = o->save != NULL && access(o->save, F_OK) == 0;
    if (!is_there) {
        return true;
    }
    if (!o->is_resumed) {
        engine_error_set(&err, "%s is there already (--resume goes on with it)",
                         o->save);
    } else if (study_state_read(o->save, conditions, &o->settings, figures, &err)) {
        return true;
    }
    fprintf(stderr, "fibsbot lab filter-study: %s\n", err.text);
    return false;
}

/* ---- reports --------------------------------------------------------------------- */

typedef void report_writer(const struct study_settings *settings,
                           const struct study_figures *figures,
                           const char *const *specs, FILE *out);

static bool write_file(const struct options *o, const struct study_figures *figures,
                       const char *path, report_writer *report)
{
    FILE *file = fopen(path, "w");
    bool is_good = file != NULL;
    if (is_good) {
        report(&o->settings, figures, o->specs, file);
        is_good = fclose(file) == 0;
    }
    if (!is_good) {
        fprintf(stderr, "fibsbot lab filter-study: %s: %s\n", path, strerror(errno));
    }
    return is_good;
}

static bool save_state(const struct options *o, const char *conditions,
                       const struct study_figures *figures)
{
    struct engine_error err;
    bool is_good = o->save == NULL ||
                   study_state_write(o->save, conditions, &o->settings, figures, &err);
    if (!is_good) {
        fprintf(stderr, "fibsbot lab filter-study: %s\n", err.text);
    }
    return is_good;
}

static bool write_files(const struct options *o, const char *conditions,
                        const struct study_figures *figures)
{
    return save_state(o, conditions, figures) &&
           (o->tables == NULL ||
            write_file(o, figures, o->tables, filter_report_tables)) &&
           (o->plot == NULL || write_file(o, figures, o->plot, filter_report_plot));
}

/* `before`: contests of earlier runs. */
static void print_progress(const struct options *o, const struct study_figures *figures,
                           int64_t before, time_t started)
{
    double gone = difftime(time(NULL), started);
    fprintf(stderr,
            "%lld of %lld contests, %lld plays, %.0f s gone, about %.0f s left\n",
            (long long)figures->contests, (long long)o->contests,
            (long long)figures->plays, gone,
            gone * (double)(o->contests - figures->contests) /
                (double)(figures->contests - before));
}

/* ---- the subcommand -------------------------------------------------------------- */

static bool run_study(const struct options *o, struct filter_study *study,
                      const char *conditions, struct study_figures *figures)
{
    const int64_t before = figures->contests;
    time_t started = time(NULL);
    time_t written = started;
    for (int64_t n = before; n < o->contests && !lab_is_stopped(); n++) {
        study_contest(study, n, figures);
        if (difftime(time(NULL), written) >= WRITE_EVERY_S) {
            written = time(NULL);
            print_progress(o, figures, before, started);
            if (!write_files(o, conditions, figures)) {
                return false;
            }
        }
    }
    if (o->tables == NULL) {
        filter_report_tables(&o->settings, figures, o->specs, stdout);
    }
    return write_files(o, conditions, figures) && fflush(stdout) == 0;
}

static int run(int argc, char **argv)
{
    struct options o;
    char folder[PATHS_MAX];
    char conditions[STUDY_CONDITIONS_SIZE];
    struct engine_error err;
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        printf("%s%s", usage, help);
        return 0;
    }
    if (!read_options(argc, argv, &o)) {
        return 2;
    }
    struct filter_study *study = NULL;
    struct study_figures *figures = calloc(1, sizeof *figures);
    if (figures != NULL && paths_find_weights(o.weights, folder, &err)) {
        study = study_open(folder, &o.settings, &err);
    }
    if (study == NULL) {
        fprintf(stderr, "fibsbot lab filter-study: %s\n",
                figures == NULL ? "no memory" : err.text);
        free(figures);
        return 1;
    }
    (void)lab_catch_signals();
    write_conditions(&o, conditions, sizeof conditions);
    bool is_good = read_state(&o, conditions, figures) &&
                   run_study(&o, study, conditions, figures);
    study_close(study);
    free(figures);
    return is_good ? 0 : 1;
}

const struct subcommand cmd_lab_filter_study = {
    "filter-study", "what move filters lose, and how long they take", run};
