/* `fibsbot lab selfplay`: generates a dataset from games of given nets. */
#include <stdio.h>
#include <string.h>

#include "base/digest.h"
#include "base/text.h"
#include "cmd/lab/lab_fill.h"
#include "lab/data/dataset.h"
#include "lab/selfplay/datagen.h"
#include "lab/train/phase.h"

struct arguments {
    struct lab_fill fill;
    struct selfplay_rules rules;
    int targets; /* index in `targets` */
    double labels;
};

static const char *const targets[] = {"td", "exact", NULL};

static bool take_labels(const struct cli_call *call)
{
    struct arguments *args = call->context;
    return (phase_count_read(call->value, &args->labels) && args->labels >= 1) ||
           error_set(call->err, "expected a count such as 2M, found \"%.40s\"",
                     call->value);
}

static bool take_start_positions(const struct cli_call *call)
{
    struct arguments *args = call->context;
    return start_positions_shares_read(call->value, &args->rules.start_positions,
                                       call->err);
}

/* Options that would change nothing, but for the dataset's note. */
static bool check_options(const struct cli_call *call)
{
    struct arguments *args = call->context;
    struct selfplay_rules *rules = &args->rules;
    rules->is_exact = args->targets == 1;
    return rules->is_exact ||
           (!rules->in_pairs && rules->leaves == 0 && rules->explore == 0 &&
            rules->choices == 1) ||
           error_set(call->err, "--pairs, --leaves, --choices and --explore are for "
                                "--targets exact");
}

static const struct cli_option options[] = {
    {CLI_ROWS(lab_fill_options, offsetof(struct arguments, fill))},
    {"labels", CLI_CALL(take_labels), .argument = "N", .initial = "1M",
     .help = "Positions of the finished dataset: 200k, 2M."},
    {"targets", CLI_WORD(struct arguments, targets, targets), .argument = "KIND",
     .initial = "exact",
     .help = "exact: the mean over the 21 rolls; td: returns of the games."},
    {"lambda", CLI_REAL(struct arguments, rules.lambda, 0, 1), .argument = "L",
     .initial = ".85", .help = "Weight of later positions of the game."},
    {"sibling", CLI_REAL(struct arguments, rules.sibling, 0, 1), .argument = "SHARE",
     .initial = ".25",
     .help = "Share of turns that also label a candidate that was not played."},
    {"pairs", CLI_FLAG(struct arguments, rules.in_pairs),
     .help =
         "Write that candidate next to the one played and mark it, so that lab train "
         "--sibling-weight can compare them. Use --lambda 0, or label the dataset "
         "again: later positions of the game count for the play made only. For "
         "--targets exact."},
    {"leaves", CLI_REAL(struct arguments, rules.leaves, 0, 1), .argument = "SHARE",
     .initial = "0",
     .help =
         "Share of turns that also label a position from inside the 2-ply search of "
         "the decision: after any candidate, a roll and its best play, another roll "
         "and any candidate. For --targets exact."},
    {"choices", CLI_INT(struct arguments, rules.choices, 1, PRUNED_KEEP_MAX),
     .argument = "N", .initial = "1",
     .help =
         "Make the best of so many plays by their exact labels, so that games are "
         "played at 1-ply; the label is that of the play which the nets alone would "
         "make. 1: at 0-ply. For --targets exact."},
    {"explore", CLI_REAL(struct arguments, rules.explore, 0, 1), .argument = "SHARE",
     .initial = "0",
     .help =
         "Share of turns in which the game continues from one of the next three "
         "candidates instead of the best, so that positions after such plays get "
         "labels of games, too; later positions then do not count for those before. "
         "For --targets exact."},
    {"start-positions", CLI_CALL(take_start_positions), .argument = "LIST",
     .initial = "odd:.15",
     .help = "Shares of games with other start positions, KIND:SHARE,...: odd, stray, "
             "back-game, men-back, containment, bearing-off, long-race, race."},
    {0},
};

enum { TEXT_SIZE = 1024 };

static void add_rule(char text[TEXT_SIZE], const char *name, const char *between,
                     double number)
{
    text_add(text, TEXT_SIZE, " %s%s%s", name, between, lab_number(number).text);
}

/* Writes all that determines the samples. */
static void write_rules(const struct arguments *args, char text[TEXT_SIZE])
{
    const struct selfplay_rules *rules = &args->rules;
    char fill[LAB_FILL_NOTE_SIZE];
    lab_fill_note(&args->fill, fill);
    (void)snprintf(text, TEXT_SIZE, "selfplay %s %s", fill,
                   rules->is_exact ? "exact" : "td");
    add_rule(text, "lambda", " ", rules->lambda);
    add_rule(text, "sibling", " ", rules->sibling);
    if (rules->in_pairs) {
        text_add(text, TEXT_SIZE, " pairs");
    }
    if (rules->leaves > 0) {
        add_rule(text, "leaves", " ", rules->leaves);
    }
    if (rules->explore > 0) {
        add_rule(text, "explore", " ", rules->explore);
    }
    if (rules->choices > 1) {
        add_rule(text, "choices", " ", rules->choices);
    }
    for (int k = START_OPENING + 1; k < START_KINDS; k++) {
        if (rules->start_positions.share[k] > 0) {
            add_rule(text, start_positions_kind_name((enum start_positions_kind)k), ":",
                     rules->start_positions.share[k]);
        }
    }
}

/* What does not fit has its digest instead, so that no other run has the same note. */
static void write_note(const struct arguments *args, char note[DATASET_NOTE_SIZE])
{
    enum { BEFORE_DIGEST = DATASET_NOTE_SIZE - sizeof " #0123456789abcdef" };
    char text[TEXT_SIZE];
    write_rules(args, text);
    const size_t length = strlen(text);
    if (length < DATASET_NOTE_SIZE) {
        memcpy(note, text, length + 1);
        return;
    }
    (void)snprintf(note, DATASET_NOTE_SIZE, "%.*s #%016llx", BEFORE_DIGEST, text,
                   (unsigned long long)digest_bytes(digest_start(), text, length));
}

static int run(const struct cli_call *call)
{
    struct arguments *args = call->context;
    char note[DATASET_NOTE_SIZE];
    bool is_complete = false;
    bool is_good = lab_fill_open(&args->fill, call->err);
    if (is_good) {
        write_note(args, note);
        is_good = long_run_check_ranks(NULL, note, call->err);
    }
    if (is_good) {
        const struct datagen datagen = {.nets = &args->fill.game_nets,
                                        .rules = &args->rules,
                                        .seed = args->fill.seed,
                                        .samples = (int64_t)args->labels,
                                        .path = args->fill.out,
                                        .note = note,
                                        .limits = args->fill.limits};
        is_good = datagen_run(&datagen, &is_complete, call->err);
    }
    int status = is_good ? lab_fill_summary(&args->fill, args->fill.last.done,
                                            is_complete, call->words)
                         : 1;
    lab_fill_close(&args->fill);
    return status;
}

const struct cli_command cmd_lab_selfplay = {
    .title = "fibsbot lab selfplay",
    .summary = "generate a dataset from games of given nets",
    .about =
        "Nets play against themselves, and the labelled positions go into a dataset, "
        "20 bytes each, for `fibsbot lab train --phases fit:...` or `fibsbot lab "
        "label`.",
    .options = options,
    .notes = LONG_RUN_EXIT_STATUS,
    .check = check_options,
    .size = sizeof(struct arguments),
    .run = run,
};
