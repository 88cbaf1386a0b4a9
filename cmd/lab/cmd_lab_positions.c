/* `fibsbot lab positions`: draws the decisions of a set, for `fibsbot lab rollout`. */
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "cmd/tool/long_run.h"
#include "cmd/tool/subcommand.h"
#include "engine/board/xgid.h"
#include "lab/sets/set_draw.h"

struct options {
    enum set_kind kind;
    int count;
    uint64_t seed;
    int threads;
    const char *out;
    bool tells_classes;
    struct long_run run;
    FILE *file;
    int written;
};

static bool check_options(const struct cli_call *call)
{
    struct options *o = call->context;
    const char *word = call->words->word[0];
    for (int k = 0; k < SET_KINDS; k++) {
        if (strcmp(word, set_kind_names[k]) == 0) {
            o->kind = (enum set_kind)k;
            return true;
        }
    }
    return error_set(call->err,
                     "expected plays, cubes, back-games, reference-plays or "
                     "reference-cubes, found \"%.40s\"",
                     word);
}

static const struct cli_option options[] = {
    {"out", CLI_FILE(struct options, out), .is_needed = true,
     .help = "The decisions, one a line; replaced when all are drawn."},
    {"count", CLI_INT(struct options, count, 1, SET_COUNT_MAX), .initial = "1000",
     .help = "Draw N decisions. A larger set of the same seed begins with them."},
    LONG_RUN_SEED(struct options, seed),
    {"classes", CLI_FLAG(struct options, tells_classes),
     .help = "Write the name of its class behind each decision, to look at; `lab "
             "rollout` does not read that."},
    LONG_RUN_THREADS(struct options, threads, SET_THREADS_MAX),
    LONG_RUN_WEIGHTS(struct options, run.weights),
    {"quiet", CLI_FLAG(struct options, run.progress.is_quiet),
     .help = "Report no progress."},
    {0},
};

/* Back games are single positions, before the roll, as if a play had led to them. */
static bool write_decision(void *context, const struct decision_context *at,
                           const char *class)
{
    struct options *o = context;
    char id[XGID_SIZE];
    xgid_write(at, id);
    fprintf(o->file,
            o->kind == SET_BACK_GAMES ? "{\"candidates\": [{\"xgid\": \"%s\"}]}" : "%s",
            id);
    fprintf(o->file, o->tells_classes ? "\t%s\n" : "\n", class);
    o->written++;
    progress_print(&o->run.progress, "%d of %d", o->written, o->count);
    return true;
}

/* Returns the exit status. */
static int draw_to(struct options *o, const struct engine *eng, struct error *err)
{
    struct file_draft draft;
    const struct set_draw draw = {.eng = eng,
                                  .kind = o->kind,
                                  .count = o->count,
                                  .seed = o->seed,
                                  .threads = o->threads,
                                  .stop = long_run_catch_signals(),
                                  .take = write_decision,
                                  .context = o};
    if (!file_draft_open(&draft, o->out, FILE_OF_ALL, err)) {
        return 1;
    }
    o->file = draft.stream;
    const enum set_end end = set_draw(&draw, err);
    progress_clear(&o->run.progress);
    if (end == SET_DONE) {
        return file_draft_keep(&draft, FILE_SAFE_FROM_KILLS, err) ? 0 : 1;
    }
    file_draft_drop(&draft);
    if (end == SET_STOPPED) {
        fprintf(stderr, "fibsbot lab positions: stopped: nothing is written\n");
    }
    return end == SET_STOPPED ? LONG_RUN_STOPPED : 1;
}

static int run(const struct cli_call *call)
{
    struct options *o = call->context;
    char folder[PATHS_MAX];
    struct engine *eng = long_run_open_engine(o->run.weights, folder, call->err);
    int status = eng != NULL ? draw_to(o, eng, call->err) : 1;
    engine_close(eng);
    return status;
}

const struct cli_command cmd_lab_positions = {
    .title = "fibsbot lab positions",
    .summary = "draw the decisions of a set to measure evaluators with",
    CLI_OPERANDS("KIND", 1, 1),
    .operand_words = set_kind_names,
    .about =
        "Draws decisions from games of the engine with itself at 0-ply, some of which "
        "begin in odd positions, for `fibsbot lab rollout` to roll out and `fibsbot lab "
        "evaluate` to measure evaluators with:\n\n"
        "  plays       money; half of them of games from the opening, a tenth each back\n"
        "              games, three or more checkers back, containment, prime against\n"
        "              prime, bearing off against contact. Two plays at least are within\n"
        "              .05 of the best at 2-ply.\n"
        "  cubes       a third for money, the others at scores of matches to 3 to 11\n"
        "              points, a sixth of all free redoubles: the doubler's doubled cube\n"
        "              wins the match, the taker needs more. Near a point of decision at\n"
        "              2-ply.\n"
        "  back-games  single positions before a roll, money; a side holds two points or\n"
        "              more in the other's home board.\n"
        "  reference-plays, reference-cubes\n"
        "              As plays and cubes, from games of several players: each side\n"
        "              chooses with an error of its own. More of the plays are of holding\n"
        "              games. A fifth of the cubes each are at 2a-3a and where gammons\n"
        "              decide for one side alone, a tenth each at 3a-3a and 4a-4a, the\n"
        "              others for money.\n\n"
        "No position comes twice. The classes take turns, so that any first part of a "
        "set is a fair sample of it. The same seed and weights give the same file.",
    .options = options,
    .notes = LONG_RUN_EXIT_STATUS,
    .check = check_options,
    .size = sizeof(struct options),
    .run = run,
};
