/* `fibsbot lab race-train`: the net of races, from nothing but the rules. */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bot/lab_run.h"
#include "bot/paths.h"
#include "bot/subcommand.h"
#include "engine/bearoff.h"
#include "engine/lab/race_table.h"
#include "engine/lab/race_train.h"

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
    "  --rate A:B       learning rate at the beginning and the end (default "
    "6e-3:2e-5)\n"
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

/* What is wrong with the arguments, or NULL. */
static const char *fault_of(const struct arguments *args)
{
    const struct race_training *t = &args->training;
    for (int l = 0; l < 2; l++) {
        if (t->hidden[l] < PANEL || t->hidden[l] > RACE_HIDDEN_MAX ||
            t->hidden[l] % PANEL != 0) {
            return "--hidden: expected two of 16, 32, ... 256, as 128-64";
        }
    }
    if (args->points < RACE_TABLE_POINTS_MIN || args->points > RACE_TABLE_POINTS_MAX) {
        return "--points: expected 6 to 11";
    }
    if (t->steps < 1 || t->steps > 100000000) {
        return "--steps: expected 1 to 100000000";
    }
    if (t->games < 1 || t->games > 1000000) {
        return "--games: expected 1 to 1000000";
    }
    if (t->far_sides < 0 || t->far_sides > 1000000) {
        return "--far: expected 0 to 1000000";
    }
    if (!(t->rate[0] > 0.0 && t->rate[1] > 0.0 && t->rate[0] <= 1.0 &&
          t->rate[1] <= 1.0)) {
        return "--rate: expected two numbers above 0, at most 1, as 6e-3:2e-5";
    }
    return args->out == NULL ? "--out FILE is needed" : NULL;
}

/* -1 to go on, else the exit status. */
static int read_arguments(int argc, char **argv, struct arguments *args)
{
    int option;
    struct race_training *t = &args->training;
    optind = 1;
    while ((option = getopt_long(argc, argv, "", long_options, NULL)) != -1) {
        switch (option) {
        case 'o':
            args->out = optarg;
            break;
        case 'b':
            args->folder = optarg;
            break;
        case 'H':
            t->hidden[0] = read_hidden(optarg, t->hidden) ? t->hidden[0] : 0;
            break;
        case 'p':
            args->points = (int)strtol(optarg, NULL, 10);
            break;
        case 's':
            t->steps = strtoll(optarg, NULL, 10);
            break;
        case 'g':
            t->games = (int)strtol(optarg, NULL, 10);
            break;
        case 'f':
            t->far_sides = (int)strtol(optarg, NULL, 10);
            break;
        case 'r':
            t->rate[0] = read_pair(optarg, ':', t->rate) ? t->rate[0] : 0.0;
            break;
        case 'S':
            t->seed = strtoull(optarg, NULL, 10);
            break;
        case 'h':
            (void)fputs(usage, stdout);
            return 0;
        default:
            return 2;
        }
    }
    const char *fault = optind < argc ? "expected only options" : fault_of(args);
    if (fault != NULL) {
        (void)fprintf(stderr, "fibsbot lab race-train: %s\n", fault);
        return 2;
    }
    return -1;
}

static struct race_basis *open_basis(const char *folder, struct engine_error *err)
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
        engine_error_set(err, "%s: no memory, or not all of 15 checkers", path);
    }
    bearoff_close(bo);
    return basis;
}

static bool train_and_save(const struct arguments *args, const struct race_basis *basis,
                           struct engine_error *err)
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
    struct engine_error err;
    struct arguments args = {.training = race_training_default(), .points = 9};
    int status = read_arguments(argc, argv, &args);
    if (status >= 0) {
        return status;
    }
    (void)lab_catch_signals();
    (void)clock_gettime(CLOCK_MONOTONIC, &start);
    args.training.report = show_progress;
    args.training.context = &start;
    struct race_basis *basis = open_basis(args.folder, &err);
    bool is_good = basis != NULL && train_and_save(&args, basis, &err);
    if (!is_good) {
        (void)fprintf(stderr, "fibsbot lab race-train: %s\n", err.text);
    }
    race_basis_free(basis);
    return !is_good ? 1 : lab_is_stopped() ? LAB_STOPPED : 0;
}

const struct subcommand cmd_lab_race_train = {
    "race-train", "train the net of races on exact values", run};
