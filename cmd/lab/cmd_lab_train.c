/* `fibsbot lab train`: trains nets by self-play or from datasets. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/folder.h"
#include "base/text.h"
#include "cmd/lab/lab_fill.h"
#include "cmd/tool/long_run.h"
#include "engine/net/net.h"
#include "lab/train/train.h"

/* The command line, as text where it is parsed later. */
struct arguments {
    struct train_options train;
    const char *small;
    const char *big;
    const char *phases;
    const char *start_positions;
    struct lab_endings endings;
    double odd;
    bool is_quiet;
    FILE *summary; /* FOLDER/summary.md */
    int lost;      /* why it could not be written: an errno; 0: it could */
};

/* ---- reports ---- */

/* A row of the summary, as weights/LOG.md has them. Returns false with errno set. */
static bool write_train_row(FILE *out, const struct train_report *r)
{
    fprintf(out, "| %.*f | %s | %s | %s | %s | %.4f |\n", r->minutes < 10, r->minutes,
            r->phase, progress_count((double)r->games).text,
            progress_count((double)r->labels).text,
            progress_count((double)r->trained).text, r->loss);
    return fflush(out) == 0;
}

static void print_report(void *context, const struct train_report *r)
{
    struct arguments *args = context;
    if (r->is_phase_end && !write_train_row(args->summary, r)) {
        args->lost = errno;
    }
    if (!args->is_quiet) {
        char speed[2][32] = {"", ""}; /* of labels, or of what a fit has trained */
        bool is_fit = strcmp(r->phase, train_kind_name(TRAIN_FIT)) == 0;
        (void)snprintf(speed[is_fit], sizeof speed[0], " (%.1f k/s)",
                       r->labels_per_second * 1e-3);
        printf("%s, %s left  %d/%d %s %3.0f %%  rate %.1e  games %s  labels %s%s"
               "  trained %s%s  loss %.4f\n",
               progress_minutes(r->minutes).text,
               progress_minutes(r->minutes_left).text, r->phase_number, r->phases,
               r->phase, 100.0 * r->share, r->rate,
               progress_count((double)r->games).text,
               progress_count((double)r->labels).text, speed[0],
               progress_count((double)r->trained).text, speed[1], r->loss);
        (void)fflush(stdout);
    }
}

static bool open_summary(struct arguments *args, const struct cli_words *words,
                         struct error *err)
{
    char path[4096];
    FORMAT_TEXT(path, "%s/summary.md", args->train.out);
    args->summary = fopen(path, "a+e");
    if (args->summary == NULL) {
        return error_of_path(err, path);
    }
    if (!file_lock(args->summary, path, err)) { /* for the whole run */
        return false;
    }
    if (!args->train.resume && ftruncate(fileno(args->summary), 0) != 0) {
        return error_of_path(err, path);
    }
    (void)fseek(args->summary, 0, SEEK_END);
    if (ftell(args->summary) == 0) {
        lab_print_command(args->summary, words->argc, words->argv);
        fputs("\n| min | phase | games | labels | trained | loss |\n"
              "| --- | --- | --- | --- | --- | --- |\n",
              args->summary);
    }
    return fflush(args->summary) == 0 || error_of_path(err, path);
}

static bool print_summary(struct arguments *args, struct error *err)
{
    char line[512];
    rewind(args->summary);
    while (fgets(line, sizeof line, args->summary) != NULL) {
        fputs(line, stdout);
    }
    FORMAT_TEXT(line, "%.490s/summary.md", args->train.out);
    return args->lost == 0 ||
           error_at_path(err, args->lost, line, strerror(args->lost));
}

/* ---- the command line ---- */

/* A forgotten --resume must not overwrite days of work. */
static bool is_there(const char *out)
{
    char path[4096];
    FORMAT_TEXT(path, "%s/state", out);
    return access(path, F_OK) == 0;
}

/* Returns false with `err` if an option would change nothing. */
static bool check_uses(const struct train_options *train, struct error *err)
{
    bool fits = false;
    for (int p = 0; p < train->phases; p++) {
        fits = fits || train->phase[p].kind == TRAIN_FIT;
    }
    if (!fits && (train->copied != NULL || train->datasets > 0)) {
        return error_set(err, "--%s is for phases of fit",
                         train->copied != NULL ? "copy" : "data");
    }
    return !train->in_bytes || net_has_bytes(&train->main) ||
           error_set(err,
                     "--in-bytes is for a main net of sigmoid units with two hidden "
                     "layers or more");
}

static bool check_options(const struct cli_call *call)
{
    struct arguments *args = call->context;
    struct train_options *train = &args->train;
    struct start_positions_shares start_positions = {.share[START_ODD] = args->odd};
    if (!train->resume && is_there(train->out)) {
        return error_set(call->err, "%s/state exists; --resume continues that run",
                         train->out);
    }
    if (args->start_positions != NULL &&
        !start_positions_shares_read(args->start_positions, &start_positions,
                                     call->err)) {
        return false;
    }
    train->phases =
        train_phases_read(args->phases, &start_positions, train->phase, call->err);
    return train->phases > 0 &&
           learner_shape_read(args->small, &train->pruning, call->err) &&
           learner_shape_read(args->big, &train->main, call->err) &&
           check_uses(train, call->err);
}

static const struct cli_option options[] = {
    {"out", CLI_FOLDER(struct arguments, train.out), .is_needed = true,
     .help = "Folder for all files; created if missing."},
    {"resume", CLI_FLAG(struct arguments, train.resume),
     .help =
         "Continue the run of FOLDER/state. Phases that are done cannot be changed, nor "
         "what they have learnt from: --data, --teacher, --copy, --sibling-weight, "
         "--in-bytes, --bearoff and --race."},
    {"small", CLI_TEXT(struct arguments, small), .argument = "SHAPE",
     .initial = "checkers:relu:64",
     .help =
         "Shape of the pruning net, INPUTS:ACTIVATION:UNITS-UNITS[:CLASSES]. Inputs "
         "are checkers or checkers+hand, the activation is relu or sigmoid. With "
         "men-back each class of positions has its own layers behind the first."},
    {"big", CLI_TEXT(struct arguments, big), .argument = "SHAPE",
     .initial = "checkers:sigmoid:256-64", .help = "Shape of the main net."},
    {"from-small", CLI_FILE(struct arguments, train.from[0]),
     .help =
         "Start the pruning net from this net, instead of random weights. It has the "
         "inputs, activation and number of layers of SHAPE, and layers at most as "
         "wide: new units begin random and without effect, so that the outputs are "
         "those of FILE. Begin with a low rate, as in fit:2M:1e-5:1e-3,...; not needed "
         "to resume."},
    {"from-big", CLI_FILE(struct arguments, train.from[1]),
     .help = "The same for the main net."},
    {"phases", CLI_TEXT(struct arguments, phases), .argument = "LIST",
     .initial = "small:500k,td:10M,exact:5M",
     .help =
         "Phases of the training, separated by commas, each "
         "KIND:AMOUNT[:RATE:RATE:LAMBDA:KEEP][:NAME=SHARE...]. KIND is small, td, "
         "exact, refit or fit. AMOUNT counts labels (200k, 4M), for fit also passes "
         "(3x); a plain number is minutes, whose nets cannot be reproduced bit for "
         "bit. RATE:RATE is the learning rate, falling geometrically; the same twice "
         "holds it. NAME is sibling or a kind of start position as in --start-positions."},
    {"start-positions", CLI_TEXT(struct arguments, start_positions), .argument = "LIST",
     .otherwise = "odd:.15",
     .help = "Shares of games with other start positions, KIND:SHARE,...: odd, stray, "
             "back-game, men-back, containment, bearing-off, long-race, race."},
    {"odd", CLI_REAL(struct arguments, odd, 0, 1), .argument = "SHARE",
     .help = "The same as --start-positions odd:SHARE."},
    {"teacher", CLI_FOLDER(struct arguments, train.teacher),
     .help = "Nets of another run, for refit."},
    {"data", CLI_TEXTS(struct arguments, train.data, train.datasets),
     .argument = "FILE", .completion = CLI_COMPLETES_FILES,
     .help = "A dataset for fit. May be given 32 times."},
    {"sibling-weight", CLI_REAL(struct arguments, train.sibling_weight, 0, 1000),
     .argument = "W", .initial = "0",
     .help =
         "Weight of an additional loss in fit: W times the squared difference of the "
         "equity errors of two candidates of one decision, as in datasets of lab "
         "selfplay --pairs. Datasets without such pairs train as with 0. The reported "
         "loss includes it."},
    {"copy", CLI_FILE(struct arguments, train.copied),
     .help =
         "In fit, learn the outputs of this net, computed without rounding, instead "
         "of the datasets' labels."},
    {"in-bytes", CLI_FLAG(struct arguments, train.in_bytes),
     .help =
         "Learn with the main net's second layer rounded to bytes, as it is when it "
         "plays, so that it allows for that."},
    {CLI_ROWS(lab_endings_options, offsetof(struct arguments, endings))},
    LONG_RUN_SEED(struct arguments, train.seed),
    LONG_RUN_THREADS(struct arguments, train.threads, 64),
    {"minutes", CLI_REAL(struct arguments, train.minutes, 0, 1e9), .argument = "N",
     .help = "Save and stop after N minutes, with exit status 3; 0: no limit."},
    {"checkpoint", CLI_REAL(struct arguments, train.checkpoint_minutes, 0, 1e6),
     .argument = "N", .initial = "3", .help = "Minutes between checkpoints."},
    {"quiet", CLI_FLAG(struct arguments, is_quiet), .help = "Print the summary only."},
    {0},
};

static int train_nets(struct arguments *args, struct error *err)
{
    bool is_complete = false;
    bool is_good = lab_open_endings(&args->endings, err);
    args->train.bearoff = args->endings.bearoff;
    args->train.race = args->endings.race;
    args->train.stop = long_run_catch_signals();
    args->train.report = print_report;
    args->train.context = args;
    is_good = is_good && train(&args->train, &is_complete, err);
    lab_close_endings(&args->endings);
    if (!is_good) {
        return 1;
    }
    is_good = print_summary(args, err);
    if (!is_complete) {
        printf(
            "stopped; the same command with --resume continues, of a recipe without\n");
    }
    return !is_good ? 1 : is_complete ? 0 : LONG_RUN_STOPPED;
}

static int run(const struct cli_call *call)
{
    struct arguments *args = call->context;
    if (!folder_make(args->train.out)) {
        return !error_of_path(call->err, args->train.out);
    }
    if (!open_summary(args, call->words, call->err)) {
        return 1;
    }
    int status = train_nets(args, call->err);
    (void)fclose(args->summary);
    return status;
}

const struct cli_command cmd_lab_train = {
    .title = "fibsbot lab train",
    .summary = "train nets by self-play or from datasets",
    .about =
        "Trains a pruning net and a main net, by self-play from random weights or "
        "from datasets, and writes FOLDER/small.net, FOLDER/big.net, FOLDER/state "
        "and FOLDER/summary.md. Ctrl-C saves and ends with exit status 3; --resume "
        "continues, also after a kill. Phases that end by counts reproduce the nets, "
        "however often the run was stopped and whatever the number of threads.",
    .options = options,
    .notes = LONG_RUN_EXIT_STATUS,
    .check = check_options,
    .size = sizeof(struct arguments),
    .defaults = &(const struct arguments){.odd = 0.15},
    .run = run,
};
