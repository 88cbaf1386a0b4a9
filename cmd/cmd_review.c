/* `fibsbot review`: matches in the browser, or their errors in the terminal. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "bot/review/desk/desk.h"
#include "cmd/open_browser.h"
#include "cmd/own_server.h"
#include "cmd/review_steps.h"
#include "cmd/tool/long_run.h"
#include "cmd/tool/subcommand.h"
#include "match/batch/match_batch.h"
#include "match/match_format.h"
#include "match/report/match_error.h"

enum { ERRORS_MAX = 2000 }; /* of a match */

struct options {
    bool is_here;
    int ply;
    double least;
    const char *player; /* NULL: both */
    const char *weights;
    const char *collection; /* file; NULL: the usual one */
    bool is_anki;
    int port; /* 0: any free one; -1: not given */
    bool stays_shut;
};

/* Everything of a run. */
struct review {
    const struct options *options;
    struct engine *engine;
    struct search_scratch *scratch;
    struct match_batch_job job;
    struct match_batch batch;
    struct progress progress;
    struct review_match *matches; /* of batch.count */
};

static const struct cli_option options[] = {
    {"here", CLI_FLAG(struct options, is_here),
     .help =
         "Step through the errors in the terminal: n next, p previous, g next game, q "
         "quit."},
    {"port", CLI_INT(struct options, port, 0, 65535), .otherwise = "0",
     .help = "Port on 127.0.0.1; 0: any free one."},
    {"no-open", CLI_FLAG(struct options, stays_shut),
     .help = "Only print the address, do not open the browser."},
    {"collection", CLI_FILE(struct options, collection), .argument = "FILE",
     .otherwise = "review.db in ~/.local/share/fibsbot",
     .help = "Keep analyses, errors and the quiz there."},
    {"anki", CLI_FLAG(struct options, is_anki),
     .help = "Print the errors of the collection as notes that Anki imports, and end."},
    {"player", CLI_TEXT(struct options, player), .argument = "NAME",
     .otherwise = "both players; in the collection who was chosen last",
     .help = "Only the errors of this player."},
    {"least", CLI_REAL(struct options, least, 0.0, 10.0), .argument = "LOSS",
     .initial = "0.02", .help = "Only decisions that lost at least so much equity."},
    {"ply", CLI_INT(struct options, ply, 0, SEARCH_PLY_MAX), .initial = "2",
     .help = "Look-ahead of the analysis."},
    LONG_RUN_WEIGHTS(struct options, weights),
    {0},
};

/* ---- what the batch reports ------------------------------------------------------ */

static void show_reading_of(void *context, const char *path, int number, int count)
{
    struct review *review = context;
    progress_reading(&review->progress, path, number, count);
}

static bool refuse_operand(void *context, const char *path, const char *why)
{
    struct review *review = context;
    progress_clear(&review->progress);
    fprintf(stderr, "fibsbot review: %s: %s\n", path, why);
    return false;
}

static void show_repeat(void *context, const char *text)
{
    struct review *review = context;
    progress_clear(&review->progress);
    fprintf(stderr, "fibsbot review: %s\n", text);
}

/* ---- analysis -------------------------------------------------------------------- */

/* The side of --player, -1 for both, or -2 if the match is of others. */
static int side_asked(const struct review *review, const struct match_turns *turns)
{
    const char *player = review->options->player;
    for (int side = RECORD_ME; side <= RECORD_OPPONENT && player != NULL; side++) {
        if (strcmp(player, match_turns_name(turns, (enum record_side)side)) == 0) {
            return side;
        }
    }
    return player == NULL ? -1 : -2;
}

static bool is_player_there(const struct review *review, struct error *err)
{
    bool is_there = review->batch.count == 0;
    for (int i = 0; i < review->batch.count && !is_there; i++) {
        is_there = side_asked(review, review->batch.matches[i].turns) >= -1;
    }
    return is_there ||
           error_set(err, "--player: nobody is named \"%.80s\" in the matches",
                     review->options->player);
}

static bool analyse_match(struct review *review, int i, struct error *err)
{
    const struct match_batch_match *match = &review->batch.matches[i];
    struct match_analysis *analysis = match_batch_analysis(&review->batch, match);
    struct review_match *done = &review->matches[i];
    *done = (struct review_match){
        .report = {match->turns, analysis, .program = "fibsbot " FIBSBOT_VERSION},
        .analysis = analysis,
        .path = match->path};
    done->errors = calloc(ERRORS_MAX, sizeof *done->errors);
    if (analysis == NULL || done->errors == NULL) {
        return error_no_memory(err);
    }
    while (match_analysis_done(analysis) < match->turns->count &&
           match_batch_next(&review->batch, analysis)) {
        if (progress_is_due(&review->progress)) {
            progress_print(&review->progress, "turn %d of %d", review->batch.done,
                           review->batch.turns);
        }
    }
    progress_clear(&review->progress);
    int side = side_asked(review, match->turns);
    done->count = side < -1
                      ? 0
                      : match_errors_of(&done->report, side, review->options->least,
                                        done->errors, ERRORS_MAX);
    return true;
}

static bool analyse_every(struct review *review, struct error *err)
{
    struct match_batch *batch = &review->batch;
    review->matches = calloc((size_t)batch->count + 1, sizeof *review->matches);
    if (review->matches == NULL) {
        return error_no_memory(err);
    }
    if (!match_batch_begin(batch, err)) {
        return false;
    }
    for (int i = 0; i < batch->count && !long_run_is_stopped(); i++) {
        if (!analyse_match(review, i, err)) {
            return false;
        }
    }
    return true;
}

/* What is missing of the matches, below the steps: they clear a terminal. */
static void print_missing(const struct review *review)
{
    for (int i = 0; i < review->batch.count; i++) {
        const struct match_batch_match *match = &review->batch.matches[i];
        const struct match_turns *turns = match->turns;
        for (int k = 0; !turns->has_all && k < turns->faults && k < MATCH_FAULTS_MAX;
             k++) {
            int line = turns->fault[k].line; /* 0 where the format has none */
            fprintf(stderr,
                    line > 0 ? "fibsbot review: %s:%d: " : "fibsbot review: %s: ",
                    match->path, line);
            fprintf(stderr, "%s\n", turns->fault[k].text);
        }
    }
}

/* ---- in the browser -------------------------------------------------------------- */

/* The file of the collection, whose folder is made. */
static bool find_collection(const struct options *o, char path[PATHS_MAX + 16],
                            char folder[PATHS_MAX], struct error *err)
{
    if (!paths_under("XDG_DATA_HOME", "/fibsbot", folder) &&
        !paths_under("HOME", "/.local/share/fibsbot", folder)) {
        (void)snprintf(folder, PATHS_MAX, ".");
    }
    if (o->collection != NULL) {
        (void)snprintf(path, PATHS_MAX + 16, "%s", o->collection);
        return true;
    }
    (void)snprintf(path, PATHS_MAX + 16, "%s/review.db", folder);
    return own_server_folder(folder, err);
}

static void show_desk(const struct options *o, const char *folder, struct desk *desk)
{
    char address[DESK_ADDRESS_SIZE], door[PATHS_MAX + 16];
    desk_address(desk, address);
    printf("Review in the browser:  %s\n"
           "  Who knows this address can read your matches: keep it to yourself.\n"
           "Ctrl-C ends; what is analysed is kept.\n\n",
           address);
    (void)fflush(stdout);
    FORMAT_TEXT(door, "%s/review.html", folder);
    if (!o->stays_shut) {
        open_browser(door, address);
    }
    desk_run(desk);
}

static bool run_desk(struct review *review, struct collection *collection,
                     const char *folder, struct error *err)
{
    char judge[16];
    FORMAT_TEXT(judge, "%d-ply", review->options->ply);
    const struct desk_options setup = {
        .engine = review->engine,
        .batch = &review->batch,
        .collection = collection,
        .judge = judge,
        .program = "fibsbot " FIBSBOT_VERSION,
        .port = review->options->port > 0 ? review->options->port : 0};
    struct desk *desk = desk_open(&setup, err);
    if (desk != NULL) {
        show_desk(review->options, folder, desk);
    }
    desk_close(desk);
    return desk != NULL;
}

/* The matches of the operands; without any, those of the collection whose files are there. */
static bool read_matches(struct review *review, const struct cli_words *words,
                         struct collection *collection, bool *are_all_read,
                         struct error *err)
{
    struct match_paths known = {0};
    bool is_known = words->count > 0 || collection_paths(collection, &known, err);
    int there = 0;
    for (int i = 0; is_known && i < known.count; i++) {
        if (match_batch_is_file(known.path[i])) {
            char *swap = known.path[there];
            known.path[there++] = known.path[i];
            known.path[i] = swap;
        }
    }
    *are_all_read = match_batch_read(&review->batch, &review->job, words->count + there,
                                     words->count > 0 ? words->word : known.path);
    match_paths_free(&known);
    return is_known;
}

static bool open_in_browser(struct review *review, const struct cli_words *words,
                            struct error *err)
{
    const struct options *o = review->options;
    char path[PATHS_MAX + 16], folder[PATHS_MAX];
    bool are_all_read = true;
    if (!find_collection(o, path, folder, err)) {
        return false;
    }
    if (o->is_anki && access(path, F_OK) != 0) {
        const char *hint = errno == ENOENT ? "; `fibsbot review FILE` makes it" : "";
        return error_set_for(err, errno, "%.150s: %s%s", path, strerror(errno), hint);
    }
    struct collection *collection = collection_open(path, err);
    bool is_good = collection != NULL &&
                   (o->player == NULL || collection_choose(collection, o->player, err));
    if (is_good && o->is_anki) {
        is_good = collection_anki(collection, stdout, err);
    } else {
        is_good = is_good &&
                  read_matches(review, words, collection, &are_all_read, err) &&
                  (words->count == 0 || review->batch.count > 0) &&
                  run_desk(review, collection, folder, err);
    }
    collection_close(collection);
    return is_good && are_all_read;
}

/* ---- the subcommand -------------------------------------------------------------- */

static bool open_review(struct review *review, const struct options *o,
                        struct error *err)
{
    char folder[PATHS_MAX];
    review->options = o;
    review->engine = long_run_open_engine(o->weights, folder, err);
    review->scratch =
        review->engine != NULL ? engine_scratch_new(review->engine) : NULL;
    if (review->scratch == NULL) {
        return review->engine == NULL ? false : error_no_memory(err);
    }
    review->job = (struct match_batch_job){.engine = review->engine,
                                           .scratch = review->scratch,
                                           .strength = match_analysis_usual(),
                                           .stop = long_run_catch_interrupt(),
                                           .context = review,
                                           .reading = show_reading_of,
                                           .refuse = refuse_operand,
                                           .repeat = show_repeat};
    review->job.strength.play_ply = o->ply;
    review->job.strength.cube_ply = o->ply - o->ply % 2;
    return true;
}

static void close_review(struct review *review)
{
    for (int i = 0; review->matches != NULL && i < review->batch.count; i++) {
        match_analysis_free(review->matches[i].analysis);
        free(review->matches[i].errors);
    }
    free(review->matches);
    match_batch_close(&review->batch);
    engine_scratch_free(review->scratch);
    engine_close(review->engine);
}

static bool step_through(struct review *review, const struct cli_words *words,
                         struct error *err)
{
    bool is_good =
        match_batch_read(&review->batch, &review->job, words->count, words->word);
    if (!is_player_there(review, err) || !analyse_every(review, err)) {
        return false;
    }
    if (review->batch.count > 0) {
        review_steps(review->matches, review->batch.count);
        print_missing(review);
    }
    return is_good && review->batch.count > 0;
}

static int run(const struct cli_call *call)
{
    struct review review = {.options = NULL};
    const struct options *o = call->context;
    bool is_good = open_review(&review, o, call->err) &&
                   (o->is_here ? step_through(&review, call->words, call->err)
                               : open_in_browser(&review, call->words, call->err));
    close_review(&review);
    return is_good ? EXIT_SUCCESS : EXIT_FAILURE;
}

static bool check_options(const struct cli_call *call)
{
    const struct options *o = call->context;
    if (o->is_here && (o->is_anki || o->collection != NULL)) {
        return error_set(
            call->err, "--here keeps no collection, so no --collection and no --anki");
    }
    if ((o->is_here || o->is_anki) && (o->stays_shut || o->port >= 0)) {
        return error_set(call->err, "--port and --no-open are for the browser");
    }
    if (o->is_anki && call->words->count > 0) {
        return error_set(call->err, "--anki prints the collection alone, without FILE");
    }
    return !o->is_here || call->words->count > 0 ||
           error_set(call->err, "--here needs a file or folder of matches");
}

const struct cli_command cmd_review = {
    .title = "fibsbot review",
    .summary = "review matches in the browser or in the terminal",
    CLI_FILES("[FILE|FOLDER]...", 0, -1),
    .about =
        "Shows matches (" MATCH_FORMAT_READ
        ") in the browser, on this machine alone: a "
        "list with PR over time, errors by theme, opponent and site; each match in the "
        "viewer, with the engine, which judges other plays, edited positions, "
        "and deeper; and a quiz of your own errors. A collection keeps all of it; without a FILE its "
        "matches are opened.\n\n"
        "--here shows the errors one after the other in the terminal: the board as the "
        "player saw it, the candidates or the cube table with chances, and why the "
        "decision lost.",
    .options = options,
    .check = check_options,
    .size = sizeof(struct options),
    .defaults = &(const struct options){.port = -1},
    .run = run,
};
