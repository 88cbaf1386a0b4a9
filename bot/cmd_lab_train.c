/* `fibsbot lab train`: new nets from nothing. */
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bot/subcommand.h"
#include "engine/lab/train.h"

static const char usage[] =
    "usage: fibsbot lab train --out FOLDER [OPTIONS]\n"
    "\n"
    "Trains a small and a big net by self-play, from random weights, and writes\n"
    "FOLDER/small.net, FOLDER/big.net and FOLDER/state. Ctrl-C saves and ends.\n"
    "\n"
    "  --out FOLDER      made if it is not there\n"
    "  --resume          go on from FOLDER/state\n"
    "  --small SHAPE     INPUTS:relu|sigmoid:UNITS-UNITS (default checkers:relu:64)\n"
    "  --big SHAPE       (default checkers:sigmoid:256-64)\n"
    "  --teacher FOLDER  another run's nets, for the phase refit\n"
    "  --bearoff FOLDER  the databases in it give exact endings\n"
    "  --phases LIST     "
    "small|td|exact|refit|race:MINUTES[:RATE:RATE:LAMBDA:KEEP],...\n"
    "                    (default small:0.5,td:4,exact:20)\n"
    "  --minutes N       stretch or squeeze the phases to N minutes in all\n"
    "  --seed N          (default 1)\n"
    "  --threads N       that play games (default 1)\n"
    "  --odd SHARE       of games that begin in odd positions (default .15)\n"
    "  --checkpoint N    minutes between checkpoints (default 3)\n";

static volatile sig_atomic_t stop;

static void on_signal(int number)
{
    (void)number;
    stop = 1;
}

static void print_report(void *context, const struct train_report *r)
{
    (void)context;
    printf("%6.1f of %.1f min  %-5s  rate %.1e  games %lld  labels %.2f M (%.1f k/s)  "
           "trained %.1f M  loss %.4f\n",
           r->minutes, r->minutes_all, r->phase, r->rate, (long long)r->games,
           (double)r->labels * 1e-6, r->labels_per_second * 1e-3,
           (double)r->trained * 1e-6, r->loss);
    (void)fflush(stdout);
}

static const struct option long_options[] = {
    {"out", required_argument, NULL, 'o'},
    {"resume", no_argument, NULL, 'r'},
    {"small", required_argument, NULL, 's'},
    {"big", required_argument, NULL, 'b'},
    {"phases", required_argument, NULL, 'p'},
    {"minutes", required_argument, NULL, 'm'},
    {"seed", required_argument, NULL, 'S'},
    {"threads", required_argument, NULL, 't'},
    {"teacher", required_argument, NULL, 'T'},
    {"bearoff", required_argument, NULL, 'B'},
    {"odd", required_argument, NULL, 'd'},
    {"checkpoint", required_argument, NULL, 'c'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

/* What the command line said, as text where it needs reading. */
struct arguments {
    struct train_options train;
    const char *small;
    const char *big;
    const char *phases;
    const char *bearoff;
    double minutes;
};

/* 0 to go on, else the exit status + 1. */
static int read_arguments(int argc, char **argv, struct arguments *args)
{
    int option;
    optind = 1;
    while ((option = getopt_long(argc, argv, "", long_options, NULL)) != -1) {
        switch (option) {
        case 'o':
            args->train.out = optarg;
            break;
        case 'r':
            args->train.resume = true;
            break;
        case 's':
            args->small = optarg;
            break;
        case 'b':
            args->big = optarg;
            break;
        case 'p':
            args->phases = optarg;
            break;
        case 'm':
            args->minutes = strtod(optarg, NULL);
            break;
        case 'S':
            args->train.seed = strtoull(optarg, NULL, 10);
            break;
        case 't':
            args->train.threads = (int)strtol(optarg, NULL, 10);
            break;
        case 'T':
            args->train.teacher = optarg;
            break;
        case 'B':
            args->bearoff = optarg;
            break;
        case 'd':
            args->train.odd = strtod(optarg, NULL);
            break;
        case 'c':
            args->train.checkpoint_minutes = strtod(optarg, NULL);
            break;
        case 'h':
            fputs(usage, stdout);
            return 1;
        default:
            fputs(usage, stderr);
            return 3;
        }
    }
    return 0;
}

static void stretch(struct train_options *train, double minutes)
{
    double sum = 0;
    for (int p = 0; p < train->phases; p++) {
        sum += train->phase[p].minutes;
    }
    for (int p = 0; p < train->phases && minutes > 0 && sum > 0; p++) {
        train->phase[p].minutes *= minutes / sum;
    }
}

static bool understand(struct arguments *args, struct engine_error *err)
{
    struct train_options *train = &args->train;
    if (train->out == NULL) {
        engine_error_set(err, "--out FOLDER is needed");
        return false;
    }
    if (train->threads < 1 || train->threads > 64) {
        engine_error_set(err, "--threads: expected 1 to 64");
        return false;
    }
    train->phases = train_phases_read(args->phases, train->phase, err);
    stretch(train, args->minutes);
    return train->phases > 0 && net_shape_read(args->small, &train->small, err) &&
           net_shape_read(args->big, &train->big, err);
}

static struct bearoff *open_bearoff(const char *folder, struct engine_error *err)
{
    char one[4096];
    char two[4096];
    (void)snprintf(one, sizeof one, "%s/" BEAROFF_ONE_SIDED_NAME, folder);
    (void)snprintf(two, sizeof two, "%s/" BEAROFF_TWO_SIDED_NAME, folder);
    return bearoff_open(one, two, err);
}

static int run(int argc, char **argv)
{
    struct arguments args = {
        .train = {.seed = 1,
                  .threads = 1,
                  .odd = 0.15,
                  .checkpoint_minutes = 3,
                  .stop = &stop,
                  .report = print_report},
        .small = "checkers:relu:64",
        .big = "checkers:sigmoid:256-64",
        .phases = "small:0.5,td:4,exact:20",
    };
    struct engine_error err;
    int status = read_arguments(argc, argv, &args);
    if (status != 0) {
        return status - 1;
    }
    if (!understand(&args, &err)) {
        fprintf(stderr, "fibsbot lab train: %s\n", err.text);
        return 2;
    }
    if (mkdir(args.train.out, 0777) != 0 && errno != EEXIST) {
        fprintf(stderr, "fibsbot lab train: %s: %s\n", args.train.out, strerror(errno));
        return 1;
    }
    struct sigaction action = {.sa_handler = on_signal};
    (void)sigaction(SIGINT, &action, NULL);
    (void)sigaction(SIGTERM, &action, NULL);
    struct bearoff *bearoff = NULL;
    if (args.bearoff != NULL && (bearoff = open_bearoff(args.bearoff, &err)) == NULL) {
        fprintf(stderr, "fibsbot lab train: %s\n", err.text);
        return 1;
    }
    args.train.bearoff = bearoff;
    bool is_good = train(&args.train, &err);
    if (!is_good) {
        fprintf(stderr, "fibsbot lab train: %s\n", err.text);
    }
    bearoff_close(bearoff);
    return is_good ? 0 : 1;
}

const struct subcommand cmd_lab_train = {
    "train", "train nets by self-play from random weights", run};
