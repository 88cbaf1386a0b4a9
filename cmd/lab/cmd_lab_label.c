/* `fibsbot lab label`: new targets for the positions of a dataset. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "cmd/lab/lab_fill.h"
#include "lab/data/dataset.h"
#include "lab/data/position_kind.h"
#include "lab/selfplay/retarget.h"
#include "lab/selfplay/selfplay.h"

struct arguments {
    struct lab_fill fill;
    struct retarget retarget;
};

/* Classes go to the field of the row. */
static bool take_classes(const struct cli_call *call)
{
    unsigned *classes = (void *)((char *)call->context + call->option->offset);
    return position_kind_read(call->value, classes, call->err);
}
#define CLASSES(field)                                                                 \
    CLI_CALL(take_classes), CLI_AT(struct arguments, retarget.field, unsigned),        \
        .argument = "LIST"

static bool check_options(const struct cli_call *call)
{
    struct arguments *args = call->context;
    struct retarget *retarget = &args->retarget;
    double sum = 0;
    for (int k = 0; k < RETARGET_KINDS; k++) {
        sum += retarget->share[k];
    }
    if (sum == 0) {
        retarget->share[RETARGET_EXACT] = 1.0;
    }
    if (strcmp(retarget->from, args->fill.out) == 0) {
        return error_set(call->err, "--out: another file than --from is needed");
    }
    return sum <= 1.0 + 1e-9 ||
           error_set(call->err, "the shares are %g in all: expected 1 at most", sum);
}

static const struct cli_option options[] = {
    {CLI_ROWS(lab_fill_options, offsetof(struct arguments, fill))},
    {"from", CLI_FILE(struct arguments, retarget.from), .is_needed = true,
     .help = "The dataset with the positions."},
    {"exact", CLI_REAL(struct arguments, retarget.share[RETARGET_EXACT], 0, 1),
     .argument = "SHARE",
     .help = "Label by the mean over the 21 rolls of the main net's value of the best "
             "play. Default 1 when no share is given."},
    {"deep", CLI_REAL(struct arguments, retarget.share[RETARGET_DEEP], 0, 1),
     .argument = "SHARE",
     .help =
         "Label by the mean over the 21 rolls of the exact target of the best play: "
         "two plies deeper, for some 22 times the work of --exact."},
    {"choices", CLI_INT(struct arguments, retarget.choices, 1, PRUNED_KEEP_MAX),
     .initial = "1",
     .help = "Candidate plays that --deep compares, the best by value, and from "
             "which the games of --rollout choose, by the mean over the 21 rolls: "
             "above 1 these games are played at 1-ply."},
    {"choice-share", CLI_REAL(struct arguments, retarget.choice_share, 0, 1),
     .argument = "SHARE", .initial = "1",
     .help = "Compare so many candidates for this share of the positions of --deep, "
             "and take the best by value for the others."},
    {"kept", CLI_REAL(struct arguments, retarget.share[RETARGET_KEPT], 0, 1),
     .argument = "SHARE", .help = "Keep the target that the dataset has."},
    {"rollout", CLI_REAL(struct arguments, retarget.share[RETARGET_ROLLOUT], 0, 1),
     .argument = "SHARE",
     .help = "Label by truncated rollouts with variance reduction."},
    {"only", CLASSES(only),
     .help = "Leave out positions that are of none of these classes, separated by "
             "commas: race, bearing-off, back-game, men-back, bar, containment, "
             "prime-v-prime, holding, mutual-holding."},
    {"without", CLASSES(without), .help = "Leave out positions of these classes."},
    {"trials", CLI_INT(struct arguments, retarget.trials, 1, 1000000), .initial = "36",
     .help = "Games of a rollout."},
    {"plies", CLI_INT(struct arguments, retarget.plies, 1, SELFPLAY_PLIES_MAX),
     .initial = "7",
     .help = "Length of a rollout's games; each ply takes the work of --exact."},
    {0},
};

/* The words of a note that other shares and classes than the usual ones add. */
struct extra_words {
    char choices[32];
    char kept[32];
    char classes[264];
};

static void add_classes(struct extra_words *words, const char *before, unsigned classes)
{
    if (classes != 0) {
        char list[96]; /* all classes have 88 letters */
        size_t length = strlen(words->classes);
        position_kind_write(classes, list, sizeof list);
        (void)snprintf(words->classes + length, sizeof words->classes - length,
                       " %s %s", before, list);
    }
}

static struct extra_words extra_words_of(const struct retarget *args)
{
    struct extra_words words = {.choices = "", .kept = "", .classes = ""};
    if (args->choice_share < 1) {
        FORMAT_TEXT(words.choices, "@%.9g", args->choice_share);
    }
    if (args->share[RETARGET_KEPT] > 0) {
        FORMAT_TEXT(words.kept, "kept %.9g ", args->share[RETARGET_KEPT]);
    }
    add_classes(&words, "only", args->only);
    add_classes(&words, "without", args->without);
    return words;
}

/* Notes are not cut off: they must differ where shares and classes do. */
static bool write_note(const struct arguments *args, char note[DATASET_NOTE_SIZE],
                       struct error *err)
{
    char fill[LAB_FILL_NOTE_SIZE];
    char text[512];
    const struct retarget *retarget = &args->retarget;
    const char *name = strrchr(retarget->from, '/');
    const struct extra_words extra = extra_words_of(retarget);
    lab_fill_note(&args->fill, fill);
    int length = snprintf(
        text, sizeof text,
        "label %.32s %s exact %.9g deep %.9g/%d%s %srollout %.9g/%dx%d%s",
        name != NULL ? name + 1 : retarget->from, fill, retarget->share[RETARGET_EXACT],
        retarget->share[RETARGET_DEEP], retarget->choices, extra.choices, extra.kept,
        retarget->share[RETARGET_ROLLOUT], retarget->trials, retarget->plies,
        extra.classes);
    (void)snprintf(note, DATASET_NOTE_SIZE, "%.*s", DATASET_NOTE_SIZE - 1, text);
    return length < DATASET_NOTE_SIZE ||
           error_set(
               err,
               "the note \"%.80s...\" is too long: name fewer classes, give shares "
               "of fewer digits, or --from a shorter name",
               text);
}

static int run(const struct cli_call *call)
{
    struct arguments *args = call->context;
    char note[DATASET_NOTE_SIZE];
    bool is_complete = false;
    int64_t samples = 0;
    bool is_good = lab_fill_open(&args->fill, call->err);
    is_good = is_good && write_note(args, note, call->err) &&
              long_run_check_ranks(NULL, note, call->err);
    if (is_good) {
        struct retarget *retarget = &args->retarget;
        retarget->nets = &args->fill.game_nets;
        retarget->seed = args->fill.seed;
        retarget->to = args->fill.out;
        retarget->note = note;
        retarget->limits = args->fill.limits;
        is_good = retarget_run(retarget, &samples, &is_complete, call->err);
    }
    int status =
        is_good ? lab_fill_summary(&args->fill, samples, is_complete, call->words) : 1;
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
    .notes = LONG_RUN_EXIT_STATUS,
    .check = check_options,
    .size = sizeof(struct arguments),
    .run = run,
};
