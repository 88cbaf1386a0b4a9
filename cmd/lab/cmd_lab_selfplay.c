/* `fibsbot lab selfplay`: games of given nets into a dataset. */
#include <stdio.h>
#include <string.h>

#include "base/argument.h"
#include "cmd/lab/lab_fill.h"
#include "cmd/tool/subcommand.h"
#include "lab/data/dataset.h"
#include "lab/selfplay/datagen.h"
#include "lab/train/phase.h"

static const char usage[] =
    "usage: fibsbot lab selfplay --out FILE --nets FOLDER [OPTIONS]\n"
    "\n"
    "Has nets play against themselves and keeps the labelled positions in a dataset,\n"
    "20 bytes each, for `fibsbot lab train --phases fit:...` or `fibsbot lab label`.\n"
    "\n" LAB_FILL_HELP
    "  --labels N        positions in the dataset when it is whole (default 1M)\n"
    "  --targets KIND    exact: over the 21 rolls; td: returns of games (default\n"
    "                    exact)\n"
    "  --lambda L        weight of what came later in the game (default .85)\n"
    "  --sibling SHARE   of plies that label a play not made, too (default .25)\n"
    "  --starts LIST     KIND:SHARE,... of games: odd, stray, back-game, men-back,\n"
    "                    containment, bearing-off, long-race, race (default odd:.15)\n";

static const struct option long_options[] = {
    LAB_FILL_OPTIONS,
    {"labels", required_argument, NULL, 'l'},
    {"targets", required_argument, NULL, 'T'},
    {"lambda", required_argument, NULL, 'L'},
    {"sibling", required_argument, NULL, 's'},
    {"starts", required_argument, NULL, 'x'},
    {NULL, 0, NULL, 0},
};

struct arguments {
    struct lab_fill fill;
    struct selfplay_rules rules;
    double labels;
};

static bool read_targets(const char *text, struct selfplay_rules *rules,
                         struct error *err)
{
    rules->is_exact = strcmp(text, "exact") == 0;
    if (!rules->is_exact && strcmp(text, "td") != 0) {
        error_set(err, "--targets \"%s\": expected exact or td", text);
        return false;
    }
    return true;
}

static bool read_option(int option, void *context, struct error *err)
{
    struct arguments *args = context;
    switch (option) {
    case 'l':
        if (!phase_count_read(optarg, &args->labels) || args->labels < 1) {
            error_set(err, "--labels \"%s\": expected a count such as 2M", optarg);
            return false;
        }
        return true;
    case 'T':
        return read_targets(optarg, &args->rules, err);
    case 'L':
        return argument_real("--lambda", optarg, 0, 1, &args->rules.lambda, err);
    case 's':
        return argument_real("--sibling", optarg, 0, 1, &args->rules.sibling, err);
    case 'x':
        return start_positions_shares_read(optarg, &args->rules.start_positions, err);
    default:
        return lab_fill_option(&args->fill, option, optarg, err);
    }
}

static const struct lab_options lab_options = {
    .tool = "selfplay",
    .usage = usage,
    .table = long_options,
    .take = read_option,
};

static void write_note(const struct arguments *args, char note[DATASET_NOTE_SIZE])
{
    char fill[128];
    lab_fill_note(&args->fill, fill, sizeof fill);
    int used = snprintf(
        note, DATASET_NOTE_SIZE, "selfplay %s %s lambda %.3g sibling %.3g", fill,
        args->rules.is_exact ? "exact" : "td", args->rules.lambda, args->rules.sibling);
    for (int k = START_OPENING + 1; k < START_KINDS; k++) {
        double share = args->rules.start_positions.share[k];
        if (share > 0 && used < DATASET_NOTE_SIZE) {
            used += snprintf(
                note + used, (size_t)(DATASET_NOTE_SIZE - used), " %s:%.3g",
                start_positions_kind_name((enum start_positions_kind)k), share);
        }
    }
}

static int run(int argc, char **argv)
{
    struct arguments args = {
        .fill = lab_fill_default("selfplay"),
        .rules = {.is_exact = true,
                  .lambda = 0.85,
                  .sibling = 0.25,
                  .start_positions.share[START_ODD] = 0.15},
        .labels = 1e6,
    };
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
        const struct datagen datagen = {.pair = &args.fill.pair,
                                        .rules = &args.rules,
                                        .seed = args.fill.seed,
                                        .samples = (int64_t)args.labels,
                                        .path = args.fill.out,
                                        .note = note,
                                        .limits = args.fill.limits};
        is_good = datagen_run(&datagen, &is_complete, &err);
    }
    status = is_good ? lab_fill_summary(&args.fill, is_complete, argc, argv)
                     : lab_fail("selfplay", &err, 1);
    lab_fill_close(&args.fill);
    return status;
}

const struct subcommand cmd_lab_selfplay = {"selfplay",
                                            "games of given nets into a dataset", run};
