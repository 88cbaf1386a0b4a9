/* `fibsbot lab filter-study`: cost of each move filter in equity and time. */
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "arena/job/work.h"
#include "cmd/tool/long_run.h"
#include "cmd/tool/named_player.h"
#include "cmd/tool/subcommand.h"
#include "lab/study/filter_study.h"

static const double write_every_s = 120.0;

struct options {
    int64_t matches;
    struct study_settings settings;
    const char *specs[STUDY_FILTERS_MAX];
    int given;
    const char *given_spec[STUDY_FILTERS_MAX];
    int games_ply; /* < 0: the full one */
    bool is_given_alone;
    const char *tables;
    const char *plot;
    struct long_run run;
    struct study_figures figures;
    struct file_draft draft; /* of --save; no stream: there is none */
};

/* ---- options --------------------------------------------------------------------- */

static bool add_filter(struct options *o, const char *spec, struct error *err)
{
    struct study_settings *s = &o->settings;
    struct error why;
    if (s->filters == STUDY_FILTERS_MAX) {
        return error_set(err, "--filter: too many filters");
    }
    struct filter *filter = &s->filter[s->filters];
    bool is_good = filter_read(spec, filter, &why);
    if (is_good && filter_own_ply(spec) != 0) { /* levels, of the full ply */
        *filter = *filter_find(filter_default_name);
        is_good = filter_read_row(spec, s->ply, filter, &why);
    }
    if (!is_good) {
        return error_set_from(err, &why, "--filter: %.200s", why.text);
    }
    o->specs[s->filters++] = spec;
    return true;
}

/* The built-in filters, then the given ones. */
static bool check_options(const struct cli_call *call)
{
    struct options *o = call->context;
    struct study_settings *s = &o->settings;
    s->games_ply = o->games_ply < 0 ? s->ply : o->games_ply;
    if (s->games_ply > s->ply) {
        return error_set(call->err, "--games-ply: above the full ply");
    }
    if (o->is_given_alone && o->given == 0) {
        return error_set(call->err, "--given-alone: no --filter given");
    }
    if (!long_run_check(&o->run, call->err)) {
        return false;
    }
    bool is_good = true;
    for (int i = 0; is_good && !o->is_given_alone && filter_name(i) != NULL; i++) {
        is_good = add_filter(o, filter_name(i), call->err);
    }
    for (int i = 0; is_good && i < o->given; i++) {
        is_good = add_filter(o, o->given_spec[i], call->err);
    }
    return is_good;
}

static const struct cli_option options[] = {
    {"matches", CLI_WHOLE(struct options, matches, 1, 1000000), .initial = "200",
     .help = "Money games and matches to play."},
    {"ply", CLI_INT(struct options, settings.ply, 0, SEARCH_PLY_MAX), .initial = "2",
     .help = "The full ply; 0 measures what the pruning net leaves to the main net."},
    {"games-ply", CLI_INT(struct options, games_ply, 0, SEARCH_PLY_MAX),
     .otherwise = "the full ply",
     .help =
         "Look-ahead that plays the games. Below the full ply only decisions in which "
         "a filter can lose are measured, and no cube actions: for the widest "
         "filters, which lose rarely."},
    {"filter", CLI_TEXTS(struct options, given_spec, given), .argument = "FILTER",
     .word_at = filter_name,
     .help =
         "A filter beside the built-in ones: base-filter:N:CUTOFF, or the levels of a "
         "decision at --ply, as 12/.24,6/.12. May be given several times."},
    {"given-alone", CLI_FLAG(struct options, is_given_alone),
     .help = "Leave out the built-in filters."},
    {"timed-every", CLI_INT(struct options, settings.timed_every, 0, 1000000),
     .initial = "40", .help = "Time the filters at one decision in N; 0: never."},
    LONG_RUN_SEED(struct options, settings.seed),
    {"tables", CLI_FILE(struct options, tables), .otherwise = "standard output",
     .help = "Write the tables in Markdown."},
    {"plot", CLI_FILE(struct options, plot),
     .help = "Write the plot of loss against time as SVG."},
    {"save", CLI_FILE(struct options, run.save),
     .help = "Keep the figures in a new FILE."},
    {CLI_ROWS(long_run_options, offsetof(struct options, run))},
    {0},
};

/* ---- the file of figures --------------------------------------------------------- */

/* What has to be the same for a study to be resumed. False with `err`: it is too long. */
static bool write_conditions(const struct options *o, const char *folder, char *text,
                             size_t size, struct error *err)
{
    const struct study_settings *s = &o->settings;
    int length = snprintf(text, size,
                          "ply %d, games at %d, seed %" PRIu64 ", weights %016" PRIx64,
                          s->ply, s->games_ply, s->seed, named_player_digest(folder));
    for (int f = 0; f < s->filters && length >= 0 && (size_t)length < size; f++) {
        char row[FILTER_ROW_SIZE];
        filter_write_row(&s->filter[f], s->ply, row);
        length += snprintf(text + length, size - (size_t)length, "; %s: %s",
                           o->specs[f], row);
    }
    named_player_keep_form(o->run.save, (const char *[]){folder, NULL}, text);
    return o->run.save == NULL || (length >= 0 && (size_t)length < size) ||
           error_set(err, "--save: there are too many filters to be kept with it");
}

/* Begins the draft and reads the figures of the run to resume, if any. */
static bool open_figures(struct options *o, const char *conditions,
                         struct study_figures *figures, struct error *err)
{
    if (o->run.save == NULL) {
        return true;
    }
    if (!file_draft_open(&o->draft, o->run.save, FILE_OF_ALL, err)) {
        return false;
    }
    if (access(o->run.save, F_OK) != 0) {
        return true;
    }
    if (!o->run.is_resumed) {
        return error_set(err, "%s exists; --resume continues it", o->run.save);
    }
    return study_state_read(o->run.save, conditions, &o->settings, figures, err);
}

/* ---- reports --------------------------------------------------------------------- */

typedef void report_writer(const struct study_settings *settings,
                           const struct study_figures *figures,
                           const char *const *specs, FILE *out);

static bool write_report(const struct options *o, const struct study_figures *figures,
                         const char *path, report_writer *report, struct error *err)
{
    FILE *file = path != NULL ? fopen(path, "w") : NULL;
    bool is_good = file != NULL;
    if (path == NULL) {
        return true;
    }
    if (is_good) {
        report(&o->settings, figures, o->specs, file);
        is_good = fclose(file) == 0;
    }
    if (!is_good) {
        error_of_path(err, path);
    }
    return is_good;
}

static bool write_files(struct options *o, const char *conditions,
                        const struct study_figures *figures, struct error *err)
{
    return (o->run.save == NULL ||
            study_state_write(&o->draft, conditions, &o->settings, figures, err)) &&
           write_report(o, figures, o->tables, filter_report_tables, err) &&
           write_report(o, figures, o->plot, filter_report_plot, err);
}

/* `before`: matches of earlier runs. */
static void tell_matches(struct options *o, const struct study_figures *figures,
                         int64_t before)
{
    double each = (work_now() - o->run.begun) / (double)(figures->matches - before);
    progress_print(
        &o->run.progress,
        "%" PRId64 " of %" PRId64 " matches, %" PRId64 " plays  %s left",
        figures->matches, o->matches, figures->plays,
        progress_minutes(each * (double)(o->matches - figures->matches) / 60.0).text);
}

/* ---- the subcommand -------------------------------------------------------------- */

static bool run_study(struct options *o, struct filter_study *study,
                      const char *conditions, struct study_figures *figures,
                      struct error *err)
{
    const int64_t before = figures->matches;
    long_run_begin(&o->run);
    double written = o->run.begun;
    bool is_good = true;
    while (is_good && figures->matches < o->matches && !long_run_is_over(&o->run)) {
        study_one_match(study, figures->matches, figures);
        tell_matches(o, figures, before);
        if (work_now() >= written + write_every_s) {
            written = work_now();
            is_good = write_files(o, conditions, figures, err);
        }
    }
    progress_clear(&o->run.progress);
    return is_good && write_files(o, conditions, figures, err);
}

/* Returns the exit status. */
static int print_figures(const struct options *o, const struct study_figures *figures)
{
    if (o->tables == NULL) {
        filter_report_tables(&o->settings, figures, o->specs, stdout);
    }
    if (fflush(stdout) != 0) {
        return 1;
    }
    return figures->matches < o->matches ? LONG_RUN_STOPPED : 0;
}

static int run(const struct cli_call *call)
{
    struct options *o = call->context;
    char folder[PATHS_MAX];
    char conditions[STUDY_CONDITIONS_SIZE];
    struct filter_study *study = paths_find_weights(o->run.weights, folder, call->err)
                                     ? study_open(folder, &o->settings, call->err)
                                     : NULL;
    if (study == NULL) {
        return 1;
    }
    (void)long_run_catch_signals();
    bool is_good =
        write_conditions(o, folder, conditions, sizeof conditions, call->err) &&
        open_figures(o, conditions, &o->figures, call->err) &&
        run_study(o, study, conditions, &o->figures, call->err);
    if (o->draft.stream != NULL) {
        file_draft_drop(&o->draft);
    }
    study_close(study);
    return is_good ? print_figures(o, &o->figures) : 1;
}

const struct cli_command cmd_lab_filter_study = {
    .title = "fibsbot lab filter-study",
    .summary = "cost of move filters in equity and time",
    .about =
        "The engine plays money games and matches of 1 to 11 points against itself, "
        "with every play searched to the full ply, and shows what each move filter "
        "would have lost and how long it takes.",
    .options = options,
    .notes =
        "The files are rewritten every few minutes. Ctrl-C ends after the match in "
        "progress and prints the tables. " LONG_RUN_EXIT_STATUS,
    .check = check_options,
    .size = sizeof(struct options),
    .defaults = &(const struct options){.games_ply = -1,
                                        .settings = {.seconds = work_thread_seconds}},
    .run = run,
};
