/* `fibsbot lab race-train`: the net of races, from nothing but the rules. */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/argument.h"
#include "bot/base/paths.h"
#include "cmd/tool/lab_run.h"
#include "cmd/tool/subcommand.h"
#include "engine/race/bearoff.h"
#include "lab/race/race_table.h"
#include "lab/race/race_train.h"

static const char usage[] =
    "usage: fibsbot lab race-train --out FILE [OPTIONS]\n"
    "\n"
    "Trains the net of races, which judges each side alone, on exact values within\n"
    "some points and on its own ones beyond. One seed gives the same file again.\n"
    "Ctrl-C writes what has been learnt so far and ends, with exit status 3.\n"
    "\n"
    "  --out FILE       the weights, written at the end\n"
    "  --bearoff FOLDER with the one-sided database (default: the weights in use)\n"
    "  --hidden N-N     units of the two hidden layers (default 128-64)\n"
    "  --points N       of the exact table, 6 to 11 (default 9; 10 takes 450 MB)\n"
    "  --steps N        of 256 sides each (default 60000)\n"
    "  --games N        that sides are taken from (default 8000)\n"
    "  --far N          sides beyond the table, labelled four times (default 8000)\n"
    "  --rate A:B       learning rate at the beginning and the end (default\n"
    "                   6e-3:2e-5)\n"
    "  --seed N         (default 1)\n";

static const struct option long_options[] = {
    {"out", required_argument, NULL, 'o'},
    {"bearoff", required_argument, NULL, 'b'},
    {"hidden", required_argument, NULL, 'H'},
    {"points", required_argument, NULL, 'p'},
    {"steps", required_argument, NULL, 's'},
    {"games", required_argument, NULL, 'g'},
    {"far", required_argument, NULL, 'f'},
    {"rate", required_argument, NULL, 'r'},
    {"seed", required_argument, NULL, 'S'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

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
    return !lab_is_stopped();
}

static bool show_progress(void *context, const struct race_training_report *r)
{
    const struct timespec *start = context;
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    const double seconds = (double)(now.tv_sec - start->tv_sec) +
                           1e-9 * (double)(now.tv_nsec - start->tv_nsec);
    const double left =
        seconds * (double)(r->steps - r->step) / (double)(r->step > 0 ? r->step : 1);
    printf("step %" PRId64 " of %" PRId64 "  rate %.1e  labels %" PRId64
           "  divergence %.6f  %.0f s, %.0f s to go\n",
           r->step, r->steps, r->rate, r->labels, r->loss, seconds, left);
    (void)fflush(stdout);
    return !lab_is_stopped();
}

static bool read_pair(const char *text, char between, double pair[2])
{
    char *end;
    pair[0] = strtod(text, &end);
    if (end == text || *end != between) {
        return false;
    }
    text = end + 1;
    pair[1] = strtod(text, &end);
    return end != text && *end == '\0';
}

static bool read_hidden(const char *text, int hidden[2])
{
    char *end;
    hidden[0] = (int)strtol(text, &end, 10);
    hidden[1] = *end == '-' ? (int)strtol(end + 1, &end, 10) : 0;
    return *end == '\0';
}

static bool take_hidden(struct race_training *t, struct error *err)
{
    bool is_good = read_hidden(optarg, t->hidden);
    for (int l = 0; l < 2; l++) {
        is_good = is_good && t->hidden[l] >= PANEL && t->hidden[l] <= RACE_HIDDEN_MAX &&
                  t->hidden[l] % PANEL == 0;
    }
    if (!is_good) {
        error_set(err, "--hidden: expected two of 16, 32, ... 256, as 128-64");
    }
    return is_good;
}

static bool take_rate(struct race_training *t, struct error *err)
{
    bool is_good = read_pair(optarg, ':', t->rate) && t->rate[0] > 0.0 &&
                   t->rate[1] > 0.0 && t->rate[0] <= 1.0 && t->rate[1] <= 1.0;
    if (!is_good) {
        error_set(err, "--rate: expected two numbers above 0, at most 1, as 6e-3:2e-5");
    }
    return is_good;
}

static bool take_steps(struct race_training *t, struct error *err)
{
    int steps;
    bool is_good = argument_int("--steps", optarg, 1, 100000000, &steps, err);
    if (is_good) {
        t->steps = steps;
    }
    return is_good;
}

static bool read_option(int option, void *context, struct error *err)
{
    struct arguments *args = context;
    struct race_training *t = &args->training;
    switch (option) {
    case 'o':
        args->out = optarg;
        return true;
    case 'b':
        args->folder = optarg;
        return true;
    case 'H':
        return take_hidden(t, err);
    case 'p':
        return argument_int("--points", optarg, RACE_TABLE_POINTS_MIN,
                            RACE_TABLE_POINTS_MAX, &args->points, err);
    case 's':
        return take_steps(t, err);
    case 'g':
        return argument_int("--games", optarg, 1, 1000000, &t->games, err);
    case 'f':
        return argument_int("--far", optarg, 0, 1000000, &t->far_sides, err);
    case 'r':
        return take_rate(t, err);
    default:
        return argument_seed(optarg, &t->seed, err);
    }
}

static bool settle(void *context, struct error *err)
{
    const struct arguments *args = context;
    if (args->out == NULL) {
        error_set(err, "--out FILE is needed");
    }
    return args->out != NULL;
}

static const struct lab_options lab_options = {
    .tool = "race-train",
    .usage = usage,
    .table = long_options,
    .take = read_option,
    .settle = settle,
};

static struct race_basis *open_basis(const char *folder, struct error *err)
{
    char found[PATHS_MAX];
    char path[PATHS_MAX + sizeof BEAROFF_ONE_SIDED_NAME];
    if (!paths_find_weights(folder, found, err)) {
        return NULL;
    }
    (void)snprintf(path, sizeof path, "%s/" BEAROFF_ONE_SIDED_NAME, found);
    struct bearoff *bo = bearoff_open(path, NULL, err);
    if (bo == NULL) {
        return NULL;
    }
    struct race_basis *basis = race_basis_new(bo);
    if (basis == NULL) {
        error_set(err, "%s: no memory, or not all of 15 checkers", path);
    }
    bearoff_close(bo);
    return basis;
}

static bool train_and_save(const struct arguments *args, const struct race_basis *basis,
                           struct error *err)
{
    const struct race_table_job job = {table_progress, NULL};
    struct race_table *table = race_table_make(args->points, &job, err);
    if (table == NULL) {
        return false;
    }
    struct race_weights *w = race_train(&args->training, table, basis, err);
    bool is_good = w != NULL && race_weights_save(w, args->out, err);
    if (is_good) {
        printf("%s: digest %016" PRIx64 "\n", args->out, w->digest);
    }
    race_weights_free(w);
    race_table_free(table);
    return is_good;
}

static int run(int argc, char **argv)
{
    struct timespec start;
    struct error err;
    struct arguments args = {.training = race_training_default(), .points = 9};
    int status = lab_read_options(&lab_options, argc, argv, &args);
    if (status != 0) {
        return status - 1;
    }
    (void)lab_catch_signals();
    (void)clock_gettime(CLOCK_MONOTONIC, &start);
    args.training.report = show_progress;
    args.training.context = &start;
    struct race_basis *basis = open_basis(args.folder, &err);
    bool is_good = basis != NULL && train_and_save(&args, basis, &err);
    race_basis_free(basis);
    if (!is_good) {
        return lab_fail(lab_options.tool, &err, 1);
    }
    return lab_is_stopped() ? LAB_STOPPED : 0;
}

const struct subcommand cmd_lab_race_train = {
    "race-train", "train the net of races on exact values", run};
