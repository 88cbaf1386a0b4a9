/* `fibsbot ubgi`: our engine for controllers that speak UBGI. */
#include <stdio.h>
#include <stdlib.h>

#include "base/input_line.h"
#include "bot/serve/ubgi_server.h"
#include "cmd/tool/long_run.h"
#include "cmd/tool/subcommand.h"

struct options {
    int draft;
    const char *weights;
};

static const char *const drafts[] = {
    [UBGI_0_2] = "0.2", [UBGI_0_1] = "0.1", [UBGI_0_01] = "0.01", NULL};

static const struct cli_option options[] = {
    {"draft", CLI_WORD(struct options, draft, drafts), .argument = "N",
     .initial = "0.2",
     .help =
         "The draft of UBGI in which it introduces itself and reports errors: 0.2, 0.1 "
         "or 0.01. It understands the commands of all of them."},
    LONG_RUN_WEIGHTS(struct options, weights),
    {0},
};

static void say(void *context, const char *line)
{
    FILE *out = context;
    fprintf(out, "%s\n", line);
    (void)fflush(out);
}

static void answer_lines(struct ubgi_server *server)
{
    char line[UBGI_LINE_SIZE];
    bool is_cut = false;
    bool goes_on = true;
    while (goes_on && input_line_read(stdin, line, sizeof line, &is_cut)) {
        if (is_cut) {
            ubgi_server_refuse(server);
        } else {
            goes_on = ubgi_server_take(server, line);
        }
    }
}

static int run(const struct cli_call *call)
{
    const struct options *o = call->context;
    char folder[PATHS_MAX];
    struct engine *engine = long_run_open_engine(o->weights, folder, call->err);
    if (engine == NULL) {
        return EXIT_FAILURE;
    }
    const struct ubgi_server_options wanted = {.draft = (enum ubgi_draft)o->draft,
                                               .version = FIBSBOT_VERSION,
                                               .engine = engine,
                                               .say = say,
                                               .context = stdout};
    struct ubgi_server *server = ubgi_server_open(&wanted, call->err);
    if (server != NULL) {
        answer_lines(server);
    }
    ubgi_server_close(server);
    engine_close(engine);
    return server != NULL ? EXIT_SUCCESS : EXIT_FAILURE;
}

const struct cli_command cmd_ubgi = {
    .title = "fibsbot ubgi",
    .summary = "run as a UBGI engine",
    .about =
        "Answers the lines of a controller on standard input until `quit` or the end of "
        "input: UBGI, the Universal Backgammon Interface. `fibsbot --ubgi` is the same.",
    .options = options,
    .notes =
        "A controller sets the strength by keys: engine.ply (1 is 0-ply), engine.level, "
        "engine.filter, engine.threads, engine.seed, engine.time_ms, game.cube, "
        "game.jacoby, game.beavers. docs/ENGINES.md has the commands and answers.\n\n"
        "Exit status: 0 done, 1 the weights cannot be opened, 2 usage error.",
    .size = sizeof(struct options),
    .run = run,
};
