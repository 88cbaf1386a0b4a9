/* `fibsbot lab train`: new nets from nothing, or from datasets. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/argument.h"
#include "cmd/tool/lab_run.h"
#include "cmd/tool/subcommand.h"
#include "lab/train/train.h"

static const char usage[] =
    "usage: fibsbot lab train --out FOLDER [OPTIONS]\n"
    "\n"
    "Trains a small and a big net, by self-play from random weights or from datasets,\n"
    "and writes FOLDER/small.net, FOLDER/big.net, FOLDER/state and FOLDER/summary.md.\n"
    "Ctrl-C saves and ends (exit status 3); --resume goes on, also after a kill.\n"
    "Phases that end by counts give the same nets again, however often the run was\n"
    "stopped and whatever the number of threads.\n"
    "\n"
    "  --out FOLDER      made if it is not there\n"
    "  --resume          go on from FOLDER/state\n"
    "  --small SHAPE     INPUTS:ACTIVATION:UNITS-UNITS[:CLASSES]: inputs checkers or\n"
    "                    checkers+hand, activation relu or sigmoid; with men-back\n"
    "                    each class of positions has layers of its own behind the\n"
    "                    first\n"
    "                    (default checkers:relu:64)\n"
    "  --big SHAPE       (default checkers:sigmoid:256-64)\n"
    "  --from-small FILE a net that the small one begins with, in place of random\n"
    "  --from-big FILE   weights. Its inputs, activation and number of layers are those\n"
    "                    of SHAPE, its layers at most as wide: new units begin random\n"
    "                    and unheard, so that the outputs are those of FILE. Begin the\n"
    "                    rate low, as in fit:2M:1e-5:1e-3,...; not needed to resume\n"
    "  --phases LIST     KIND:AMOUNT[:RATE:RATE:LAMBDA:KEEP][:NAME=SHARE...],...\n"
    "                    (default small:500k,td:10M,exact:5M)\n"
    "      KIND          small, td, exact, refit, fit (lab/train/phase.h)\n"
    "      AMOUNT        labels (200k, 4M); fit: passes (3x) too; a plain number:\n"
    "                    minutes, whose nets cannot be made again bit for bit\n"
    "      RATE:RATE     of learning, falling geometrically; the same twice: held\n"
    "      NAME          sibling, or a kind of start as in --starts\n"
    "  --starts LIST     KIND:SHARE,... of games: odd, stray, back-game, men-back,\n"
    "                    containment, bearing-off, long-race, race (default odd:.15)\n"
    "  --odd SHARE       the same as --starts odd:SHARE\n"
    "  --teacher FOLDER  another run's nets, for refit\n"
    "  --data FILE       a dataset for fit; may be given 32 times\n" LAB_ENDINGS_HELP
    "  --seed N          (default 1)\n"
    "  --threads N       1 to 64 (default 1)\n"
    "  --minutes N       stop and save after so long\n"
    "  --checkpoint N    minutes between checkpoints (default 3)\n"
    "  --quiet           the summary alone\n";

static const struct option long_options[] = {
    {"out", required_argument, NULL, 'o'},
    {"resume", no_argument, NULL, 'r'},
    {"small", required_argument, NULL, 's'},
    {"big", required_argument, NULL, 'b'},
    {"from-small", required_argument, NULL, 'f'},
    {"from-big", required_argument, NULL, 'F'},
    {"phases", required_argument, NULL, 'p'},
    {"minutes", required_argument, NULL, 'm'},
    {"seed", required_argument, NULL, 'S'},
    {"threads", required_argument, NULL, 't'},
    {"teacher", required_argument, NULL, 'T'},
    {"data", required_argument, NULL, 'D'},
    {"bearoff", required_argument, NULL, 'B'},
    {"race", required_argument, NULL, 'R'},
    {"starts", required_argument, NULL, 'x'},
    {"odd", required_argument, NULL, 'd'},
    {"checkpoint", required_argument, NULL, 'c'},
    {"quiet", no_argument, NULL, 'q'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

/* What the command line said, as text where it needs reading. */
struct arguments {
    struct train_options train;
    const char *small;
    const char *big;
    const char *phases;
    const char *start_positions;
    const char *bearoff;
    const char *race;
    double odd;
    bool is_quiet;
    FILE *summary; /* FOLDER/summary.md */
};

/* ---- reports ---- */

/* A row of the summary, as weights/RECIPE.md has them. */
static void write_row(FILE *out, const struct train_report *r)
{
    fprintf(out, "| %.*f | %s | %s | %s | %s | %.4f |\n", r->minutes < 10, r->minutes,
            r->phase, lab_count((double)r->games).text,
            lab_count((double)r->labels).text, lab_count((double)r->trained).text,
            r->loss);
    (void)fflush(out);
}

static void print_report(void *context, const struct train_report *r)
{
    const struct arguments *args = context;
    if (r->is_phase_end) {
        write_row(args->summary, r);
    }
    if (!args->is_quiet) {
        printf("%s, %s left  %d/%d %s %3.0f %%  rate %.1e  games %s  labels %s"
               " (%.1f k/s)  trained %s  loss %.4f\n",
               lab_minutes(r->minutes).text, lab_minutes(r->minutes_left).text,
               r->phase_number, r->phases, r->phase, 100.0 * r->share, r->rate,
               lab_count((double)r->games).text, lab_count((double)r->labels).text,
               r->labels_per_second * 1e-3, lab_count((double)r->trained).text,
               r->loss);
        (void)fflush(stdout);
    }
}

static bool open_summary(struct arguments *args, int argc, char **argv,
                         struct error *err)
{
    char path[4096];
    (void)snprintf(path, sizeof path, "%s/summary.md", args->train.out);
    args->summary = fopen(path, args->train.resume ? "a+" : "w+");
    if (args->summary == NULL) {
        error_set(err, "%s: %s", path, strerror(errno));
        return false;
    }
    (void)fseek(args->summary, 0, SEEK_END);
    if (ftell(args->summary) == 0) {
        lab_print_command(args->summary, argc, argv);
        fputs("\n| min | phase | games | labels | trained | loss |\n"
              "| --- | --- | --- | --- | --- | --- |\n",
              args->summary);
    }
    return true;
}

static void print_summary(struct arguments *args)
{
    char line[512];
    rewind(args->summary);
    while (fgets(line, sizeof line, args->summary) != NULL) {
        fputs(line, stdout);
    }
}

/* ---- the command line ---- */

static bool add_data(struct train_options *train, const char *path, struct error *err)
{
    if (train->datasets == TRAIN_DATA_MAX) {
        error_set(err, "--data: at most %d files", TRAIN_DATA_MAX);
        return false;
    }
    train->data[train->datasets++] = path;
    return true;
}

static bool read_option(int option, void *context, struct error *err)
{
    struct arguments *args = context;
    struct train_options *train = &args->train;
    switch (option) {
    case 'o':
        train->out = optarg;
        return true;
    case 'r':
        train->resume = true;
        return true;
    case 's':
        args->small = optarg;
        return true;
    case 'b':
        args->big = optarg;
        return true;
    case 'f':
        train->from[0] = optarg;
        return true;
    case 'F':
        train->from[1] = optarg;
        return true;
    case 'p':
        args->phases = optarg;
        return true;
    case 'm':
        return argument_real("--minutes", optarg, 0, 1e9, &train->minutes, err);
    case 'S':
        return argument_seed(optarg, &train->seed, err);
    case 't':
        return argument_int("--threads", optarg, 1, 64, &train->threads, err);
    case 'T':
        train->teacher = optarg;
        return true;
    case 'D':
        return add_data(train, optarg, err);
    case 'B':
        args->bearoff = optarg;
        return true;
    case 'R':
        args->race = optarg;
        return true;
    case 'x':
        args->start_positions = optarg;
        return true;
    case 'd':
        return argument_real("--odd", optarg, 0, 1, &args->odd, err);
    case 'c':
        return argument_real("--checkpoint", optarg, 0, 1e6, &train->checkpoint_minutes,
                             err);
    default:
        args->is_quiet = true;
        return true;
    }
}

/* Days of work are not to be lost by a forgotten option. */
static bool is_there(const char *out)
{
    char path[4096];
    (void)snprintf(path, sizeof path, "%s/state", out);
    return access(path, F_OK) == 0;
}

static bool settle(void *context, struct error *err)
{
    struct arguments *args = context;
    struct train_options *train = &args->train;
    struct start_positions_shares start_positions = {.share[START_ODD] = args->odd};
    if (train->out == NULL) {
        error_set(err, "--out FOLDER is needed");
        return false;
    }
    if (!train->resume && is_there(train->out)) {
        error_set(err, "%s/state is there: --resume goes on with that run", train->out);
        return false;
    }
    if (args->start_positions != NULL &&
        !start_positions_shares_read(args->start_positions, &start_positions, err)) {
        return false;
    }
    train->phases =
        train_phases_read(args->phases, &start_positions, train->phase, err);
    return train->phases > 0 && learner_shape_read(args->small, &train->small, err) &&
           learner_shape_read(args->big, &train->big, err);
}

static const struct lab_options lab_options = {
    .tool = "train",
    .usage = usage,
    .table = long_options,
    .take = read_option,
    .settle = settle,
};

static int train_and_tell(struct arguments *args)
{
    struct error err;
    struct lab_endings endings;
    bool is_complete = false;
    bool is_good = lab_open_endings(&endings, args->bearoff, args->race, &err);
    args->train.bearoff = endings.bearoff;
    args->train.race = endings.race;
    args->train.stop = lab_catch_signals();
    is_good = is_good && train(&args->train, &is_complete, &err);
    lab_close_endings(&endings);
    if (!is_good) {
        return lab_fail("train", &err, 1);
    }
    print_summary(args);
    if (!is_complete) {
        printf("stopped; the same command with --resume goes on\n");
    }
    return is_complete ? 0 : LAB_STOPPED;
}

static int run(int argc, char **argv)
{
    struct arguments args = {
        .train = {.seed = 1,
                  .threads = 1,
                  .checkpoint_minutes = 3,
                  .report = print_report},
        .small = "checkers:relu:64",
        .big = "checkers:sigmoid:256-64",
        .phases = "small:500k,td:10M,exact:5M",
        .odd = 0.15,
    };
    struct error err;
    int status = lab_read_options(&lab_options, argc, argv, &args);
    if (status != 0) {
        return status - 1;
    }
    args.train.context = &args;
    if (!lab_make_folder(args.train.out, &err) ||
        !open_summary(&args, argc, argv, &err)) {
        return lab_fail("train", &err, 1);
    }
    status = train_and_tell(&args);
    (void)fclose(args.summary);
    return status;
}

const struct subcommand cmd_lab_train = {
    "train", "train nets by self-play or from datasets", run};
