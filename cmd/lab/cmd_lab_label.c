/* `fibsbot lab label`: new targets for the positions of a dataset. */
#include <stdio.h>
#include <string.h>

#include "cmd/lab/lab_fill.h"
#include "cmd/tool/subcommand.h"
#include "lab/data/dataset.h"
#include "lab/selfplay/retarget.h"
#include "lab/selfplay/selfplay.h"

struct arguments {
    struct lab_fill fill;
    const char *from;
    double share[LABEL_KINDS];
    int choices;
    double choice_share;
    int trials;
    int plies;
};

static bool check_options(const struct cli_call *call)
{
    struct arguments *args = call->context;
    double sum = 0;
    for (int k = 0; k < LABEL_KINDS; k++) {
        sum += args->share[k];
    }
    if (sum == 0) {
        args->share[LABEL_EXACT] = 1.0;
    }
    if (strcmp(args->from, args->fill.out) == 0) {
        return error_set(call->err, "--out: another file than --from is needed");
    }
    return sum <= 1.0 + 1e-9 ||
           error_set(call->err, "the shares are %g in all: expected 1 at most", sum);
}

static const struct cli_option options[] = {
    {CLI_ROWS(lab_fill_options, offsetof(struct arguments, fill))},
    {"from", CLI_FILE(struct arguments, from), .is_needed = true,
     .help = "The dataset with the positions."},
    {"exact", CLI_REAL(struct arguments, share[LABEL_EXACT], 0, 1), .argument = "SHARE",
     .help = "Label by the mean over the 21 rolls of the main net's value of the best "
             "play. Default 1 when no share is given."},
    {"deep", CLI_REAL(struct arguments, share[LABEL_DEEP], 0, 1), .argument = "SHARE",
     .help =
         "Label by the mean over the 21 rolls of the exact target of the best play: "
         "two plies deeper, for some 22 times the work of --exact."},
    {"choices", CLI_INT(struct arguments, choices, 1, KEEP_MAX), .initial = "1",
     .help = "Candidate plays that --deep compares, the best by value."},
    {"choice-share", CLI_REAL(struct arguments, choice_share, 0, 1),
     .argument = "SHARE", .initial = "1",
     .help = "Compare so many candidates for this share of the positions of --deep, "
             "and take the best by value for the others."},
    {"rollout", CLI_REAL(struct arguments, share[LABEL_ROLLOUT], 0, 1),
     .argument = "SHARE",
     .help = "Label by truncated rollouts with variance reduction."},
    {"trials", CLI_INT(struct arguments, trials, 1, 1000000), .initial = "36",
     .help = "Games of a rollout."},
    {"plies", CLI_INT(struct arguments, plies, 1, GAME_PLIES_MAX), .initial = "7",
     .help = "Length of a rollout's games; each ply takes the work of --exact."},
    {0},
};

static void write_note(const struct arguments *args, char note[DATASET_NOTE_SIZE])
{
    char fill[112];
    char compared[32] = "";
    char text[512];
    const char *name = strrchr(args->from, '/');
    lab_fill_note(&args->fill, fill, sizeof fill);
    if (args->choice_share < 1) {
        (void)snprintf(compared, sizeof compared, "@%.3g", args->choice_share);
    }
    (void)snprintf(text, sizeof text,
                   "label %.32s %s exact %.3g deep %.3g/%d%s rollout %.3g/%dx%d",
                   name != NULL ? name + 1 : args->from, fill, args->share[LABEL_EXACT],
                   args->share[LABEL_DEEP], args->choices, compared,
                   args->share[LABEL_ROLLOUT], args->trials, args->plies);
    (void)snprintf(note, DATASET_NOTE_SIZE, "%.*s", DATASET_NOTE_SIZE - 1, text);
}

static int run(const struct cli_call *call)
{
    struct arguments *args = call->context;
    char note[DATASET_NOTE_SIZE];
    bool is_complete = false;
    bool is_good = lab_fill_open(&args->fill, call->err);
    if (is_good) {
        write_note(args, note);
        struct retarget retarget = {.nets = &args->fill.game_nets,
                                    .choices = args->choices,
                                    .choice_share = args->choice_share,
                                    .trials = args->trials,
                                    .plies = args->plies,
                                    .seed = args->fill.seed,
                                    .from = args->from,
                                    .to = args->fill.out,
                                    .note = note,
                                    .limits = args->fill.limits};
        memcpy(retarget.share, args->share, sizeof retarget.share);
        is_good = retarget_run(&retarget, &is_complete, call->err);
    }
    int status = is_good ? lab_fill_summary(&args->fill, is_complete, call->words) : 1;
    lab_fill_close(&args->fill);
    return status;
}

const struct cli_command cmd_lab_label = {
    .title = "fibsbot lab label",
    .summary = "label the positions of a dataset again",
    .about =
        "Gives positions of a dataset new targets by given nets, and writes them to "
        "another dataset. Each share is the part of positions that is labelled that "
        "way; if they sum up to less than 1, the other positions are left out.",
    .options = options,
    .notes = LAB_EXIT_STATUS,
    .check = check_options,
    .size = sizeof(struct arguments),
    .run = run,
};
