/* `fibsbot lab race-train`: trains the race net, from the rules alone. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "arena/job/work.h"
#include "base/file.h"
#include "base/text.h"
#include "cmd/tool/long_run.h"
#include "cmd/tool/subcommand.h"
#include "engine/race/bearoff.h"
#include "lab/race/race_table.h"
#include "lab/race/race_train.h"

struct arguments {
    struct race_training training;
    const char *out;
    const char *folder;
    int points;
};

static bool table_progress(void *context, double done)
{
    (void)context;
    (void)done;
    return !long_run_is_stopped();
}

static bool print_progress(void *context, const struct race_training_report *r)
{
    const double *begun = context;
    const double seconds = work_now() - *begun;
    const double left =
        seconds * (double)(r->steps - r->step) / (double)(r->step > 0 ? r->step : 1);
    printf("step %" PRId64 " of %" PRId64 "  rate %.1e  labels %" PRId64
           "  divergence %.6f  %.0f s, %.0f s left\n",
           r->step, r->steps, r->rate, r->labels, r->loss, seconds, left);
    (void)fflush(stdout);
    return !long_run_is_stopped();
}

/* "A:B" */
static bool read_pair(const char *text, double pair[2])
{
    char *end;
    pair[0] = strtod(text, &end);
    if (end == text || *end != ':') {
        return false;
    }
    text = end + 1;
    pair[1] = strtod(text, &end);
    return end != text && *end == '\0';
}

static bool take_hidden(const struct cli_call *call)
{
    struct arguments *args = call->context;
    char *end;
    const long first = strtol(call->value, &end, 10);
    const long units[2] = {first, *end == '-' ? strtol(end + 1, &end, 10) : 0};
    bool is_good = *end == '\0';
    for (int l = 0; l < 2; l++) {
        is_good = is_good && units[l] >= NET_PANEL && units[l] <= RACE_HIDDEN_MAX &&
                  units[l] % NET_PANEL == 0;
        args->training.hidden[l] = (int)units[l];
    }
    return is_good ||
           error_set(call->err, "expected two of 16, 32, ... 256, as 128-64");
}

static bool take_rate(const struct cli_call *call)
{
    struct arguments *args = call->context;
    double *rate = args->training.rate;
    return (read_pair(call->value, rate) && rate[0] > 0.0 && rate[1] > 0.0 &&
            rate[0] <= 1.0 && rate[1] <= 1.0) ||
           error_set(call->err,
                     "expected two numbers above 0, at most 1, as 6e-3:2e-5");
}

static const struct cli_option options[] = {
    {"out", CLI_FILE(struct arguments, out), .is_needed = true,
     .help = "The weights, written at the end."},
    {"bearoff", CLI_FOLDER(struct arguments, folder), .otherwise = "the weights in use",
     .help = "Folder with the one-sided database."},
    {"hidden", CLI_CALL(take_hidden), .argument = "N-N", .initial = "128-64",
     .help = "Units of the two hidden layers."},
    {"points",
     CLI_INT(struct arguments, points, RACE_TABLE_POINTS_MIN, RACE_TABLE_POINTS_MAX),
     .initial = "9", .help = "Points of the exact table; 10 take 450 MB."},
    {"steps", CLI_WHOLE(struct arguments, training.steps, 1, 100000000),
     .initial = "60000", .help = "Training steps of 256 sides each."},
    {"games", CLI_INT(struct arguments, training.games, 1, 1000000), .initial = "8000",
     .help = "Games that sides are taken from."},
    {"far", CLI_INT(struct arguments, training.far_sides, 0, 1000000),
     .initial = "8000", .help = "Sides beyond the table, labelled four times."},
    {"rate", CLI_CALL(take_rate), .argument = "A:B", .initial = "6e-3:2e-5",
     .help = "Learning rate at the beginning and at the end."},
    LONG_RUN_SEED(struct arguments, training.seed),
    {0},
};

static struct race_basis *open_basis(const char *folder, struct error *err)
{
    char found[PATHS_MAX];
    char path[PATHS_MAX + sizeof BEAROFF_ONE_SIDED_NAME];
    if (!paths_find_weights(folder, found, err)) {
        return NULL;
    }
    FORMAT_TEXT(path, "%s/" BEAROFF_ONE_SIDED_NAME, found);
    struct bearoff *bo = bearoff_open(path, NULL, err);
    if (bo == NULL) {
        return NULL;
    }
    struct race_basis *basis = race_basis_new(bo);
    if (basis == NULL) {
        error_at_path(err, 0, path, "out of memory, or not all of 15 checkers");
    }
    bearoff_close(bo);
    return basis;
}

static bool train_and_save(struct arguments *args, const struct race_basis *basis,
                           struct error *err)
{
    const struct race_job job = {table_progress, NULL};
    if (!file_draft_check(args->out, FILE_OF_ALL, err)) { /* before minutes of work */
        return false;
    }
    struct race_table *table = race_table_make(args->points, &job, err);
    if (table == NULL) {
        return long_run_is_stopped(); /* nothing has been learnt */
    }
    double begun = work_now();
    args->training.context = &begun;
    struct race_weights *w = race_train(&args->training, table, basis, err);
    bool is_good = w != NULL && race_weights_save(w, args->out, err);
    if (is_good) {
        printf("%s: digest %016" PRIx64 "\n", args->out, w->digest);
    }
    race_weights_free(w);
    race_table_free(table);
    return is_good;
}

static int run(const struct cli_call *call)
{
    struct arguments *args = call->context;
    const int64_t reports = args->training.steps / 30;
    (void)long_run_catch_signals();
    args->training.report = print_progress;
    args->training.report_every = reports < 2000 ? (int)reports : 2000;
    struct race_basis *basis = open_basis(args->folder, call->err);
    bool is_good = basis != NULL && train_and_save(args, basis, call->err);
    race_basis_free(basis);
    return !is_good ? 1 : long_run_is_stopped() ? LONG_RUN_STOPPED : 0;
}

const struct cli_command cmd_lab_race_train = {
    .title = "fibsbot lab race-train",
    .summary = "train the race net on exact values",
    .about =
        "Trains the race net, which evaluates each side alone, on exact values within "
        "the points of a table and on its own values beyond. The same seed gives the "
        "same file. Ctrl-C writes what has been learnt so far (nothing while the table is "
        "made) and ends with exit status 3.",
    .options = options,
    .notes = LONG_RUN_EXIT_STATUS,
    .size = sizeof(struct arguments),
    .run = run,
};
