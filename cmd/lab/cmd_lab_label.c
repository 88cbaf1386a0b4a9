/* `fibsbot lab label`: new targets for the positions of a dataset. */
#include <stdio.h>
#include <string.h>

#include "base/argument.h"
#include "cmd/lab/lab_fill.h"
#include "cmd/tool/subcommand.h"
#include "lab/data/dataset.h"
#include "lab/selfplay/retarget.h"
#include "lab/selfplay/selfplay.h"

static const char usage[] =
    "usage: fibsbot lab label --from FILE --out FILE --nets FOLDER [OPTIONS]\n"
    "\n"
    "Gives positions of a dataset new targets by given nets, and keeps them in\n"
    "another dataset. The shares of positions that are labelled each way may be less\n"
    "than 1 in all: the others are left out.\n"
    "\n" LAB_FILL_HELP "  --from FILE       the positions\n"
    "  --exact SHARE     over the 21 rolls, the big net's value of the best reply\n"
    "                    (default 1 when no share is given)\n"
    "  --deep SHARE      over the 21 rolls, the best reply by its exact target: two\n"
    "                    plies further, for some 22 times the work of --exact\n"
    "  --choices N       replies that --deep looks at (default 1: the best by value)\n"
    "  --rollout SHARE   games cut short, the luck of their rolls taken off\n"
    "  --trials N        of a rollout (default 36)\n"
    "  --plies N         of a trial (default 7); the work of --exact for each ply\n";

static const struct option long_options[] = {
    LAB_FILL_OPTIONS,
    {"from", required_argument, NULL, 'f'},
    {"exact", required_argument, NULL, 'e'},
    {"deep", required_argument, NULL, 'd'},
    {"rollout", required_argument, NULL, 'r'},
    {"choices", required_argument, NULL, 'c'},
    {"trials", required_argument, NULL, 'T'},
    {"plies", required_argument, NULL, 'p'},
    {NULL, 0, NULL, 0},
};

struct arguments {
    struct lab_fill fill;
    const char *from;
    double share[LABEL_KINDS];
    int choices;
    int trials;
    int plies;
};

static bool read_option(int option, void *context, struct error *err)
{
    struct arguments *args = context;
    switch (option) {
    case 'f':
        args->from = optarg;
        return true;
    case 'e':
        return argument_real("--exact", optarg, 0, 1, &args->share[LABEL_EXACT], err);
    case 'd':
        return argument_real("--deep", optarg, 0, 1, &args->share[LABEL_DEEP], err);
    case 'r':
        return argument_real("--rollout", optarg, 0, 1, &args->share[LABEL_ROLLOUT],
                             err);
    case 'c':
        return argument_int("--choices", optarg, 1, KEEP_MAX, &args->choices, err);
    case 'T':
        return argument_int("--trials", optarg, 1, 1000000, &args->trials, err);
    case 'p':
        return argument_int("--plies", optarg, 1, GAME_PLIES_MAX, &args->plies, err);
    default:
        return lab_fill_option(&args->fill, option, optarg, err);
    }
}

static bool settle(void *context, struct error *err)
{
    struct arguments *args = context;
    double sum = 0;
    for (int k = 0; k < LABEL_KINDS; k++) {
        sum += args->share[k];
    }
    if (sum == 0) {
        args->share[LABEL_EXACT] = 1.0;
    }
    if (args->from == NULL) {
        error_set(err, "--from FILE is needed");
        return false;
    }
    if (args->fill.out != NULL && strcmp(args->from, args->fill.out) == 0) {
        error_set(err, "--out: another file than --from is needed");
        return false;
    }
    if (sum > 1.0 + 1e-9) {
        error_set(err, "the shares are %g in all: expected 1 at most", sum);
        return false;
    }
    return true;
}

static const struct lab_options lab_options = {
    .tool = "label",
    .usage = usage,
    .table = long_options,
    .take = read_option,
    .settle = settle,
};

static void write_note(const struct arguments *args, char note[DATASET_NOTE_SIZE])
{
    char fill[112];
    char text[512];
    const char *name = strrchr(args->from, '/');
    lab_fill_note(&args->fill, fill, sizeof fill);
    (void)snprintf(text, sizeof text,
                   "label %.32s %s exact %.3g deep %.3g/%d rollout %.3g/%dx%d",
                   name != NULL ? name + 1 : args->from, fill, args->share[LABEL_EXACT],
                   args->share[LABEL_DEEP], args->choices, args->share[LABEL_ROLLOUT],
                   args->trials, args->plies);
    (void)snprintf(note, DATASET_NOTE_SIZE, "%.*s", DATASET_NOTE_SIZE - 1, text);
}

static int run(int argc, char **argv)
{
    struct arguments args = {
        .fill = lab_fill_default("label"), .choices = 1, .trials = 36, .plies = 7};
    struct error err;
    char note[DATASET_NOTE_SIZE];
    int status = lab_read_options(&lab_options, argc, argv, &args);
    if (status != 0) {
        return status - 1;
    }
    bool is_complete = false;
    bool is_good = lab_fill_open(&args.fill, &err);
    if (is_good) {
        write_note(&args, note);
        struct retarget retarget = {.pair = &args.fill.pair,
                                    .choices = args.choices,
                                    .trials = args.trials,
                                    .plies = args.plies,
                                    .seed = args.fill.seed,
                                    .from = args.from,
                                    .to = args.fill.out,
                                    .note = note,
                                    .limits = args.fill.limits};
        memcpy(retarget.share, args.share, sizeof retarget.share);
        is_good = retarget_run(&retarget, &is_complete, &err);
    }
    status = is_good ? lab_fill_summary(&args.fill, is_complete, argc, argv)
                     : lab_fail("label", &err, 1);
    lab_fill_close(&args.fill);
    return status;
}

const struct subcommand cmd_lab_label = {
    "label", "new targets for the positions of a dataset", run};
