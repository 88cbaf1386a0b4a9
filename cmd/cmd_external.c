/* `fibsbot external`: our engine as GNU Backgammon's external player. */
#include <stdio.h>
#include <stdlib.h>

#include "base/argument.h"
#include "bot/serve/external_server.h"
#include "cmd/tool/long_run.h"
#include "cmd/tool/subcommand.h"
#include "engine/level.h"
#include "engine/search/filter.h"

struct options {
    int port;
    const char *host;
    int ply;
    const char *level, *filter;
    bool has_jacoby, has_beavers;
    const char *weights;
};

static const struct cli_option options[] = {
    {"host", CLI_TEXT(struct options, host), .argument = "ADDRESS",
     .initial = "127.0.0.1",
     .help = "Listen on this numeric address; 0.0.0.0 is every one of this machine. "
             "Any client can start a search."},
    {"ply", CLI_INT(struct options, ply, 0, SEARCH_PLY_MAX), .initial = "2",
     .help = "Look-ahead of checker plays; of cube actions one less where it is odd."},
    {"level", CLI_TEXT(struct options, level), .argument = "LEVEL",
     .word_at = level_name, .otherwise = "that of --ply",
     .help = "A level of strength or a rating (docs/LEVELS.md) in place of --ply."},
    {"filter", CLI_TEXT(struct options, filter), .argument = "NAME",
     .word_at = filter_name, .help = "The move filter (docs/FILTERS.md)."},
    {"jacoby", CLI_FLAG(struct options, has_jacoby),
     .help = "Money play with the Jacoby rule; GNU Backgammon does not tell."},
    {"beavers", CLI_FLAG(struct options, has_beavers),
     .help = "Money play with beavers, likewise: a double may meet one."},
    LONG_RUN_WEIGHTS(struct options, weights),
    {0},
};

static bool set_strength(const struct options *o, struct strength *strength,
                         struct error *err)
{
    *strength = strength_default();
    strength->play_ply = o->ply;
    strength->cube_ply = o->ply - o->ply % 2;
    return (o->level == NULL || level_read(o->level, strength, err)) &&
           (o->filter == NULL || filter_read(o->filter, &strength->filter, err));
}

static bool check_port(const struct cli_call *call)
{
    struct options *o = call->context;
    return argument_int("PORT", call->words->word[0], 0, 65535, &o->port, call->err);
}

static void tell_operator(void *context, const char *text)
{
    (void)context;
    fprintf(stderr, "fibsbot external: %s\n", text);
}

static int serve_external(const struct external_server_options *wanted,
                          struct error *err)
{
    const atomic_bool *stop = long_run_catch_signals();
    struct external_server *server = external_server_open(wanted, err);
    if (server == NULL) {
        return err->kind == ERROR_REFUSED ? 2 /* the address */ : EXIT_FAILURE;
    }
    printf("listening on %s:%d\n", wanted->address, external_server_port(server));
    (void)fflush(stdout);
    external_server_run(server, stop);
    external_server_close(server);
    return EXIT_SUCCESS;
}

static int run(const struct cli_call *call)
{
    const struct options *o = call->context;
    char folder[PATHS_MAX];
    struct external_server_options wanted = {.address = o->host,
                                             .port = o->port,
                                             .version = FIBSBOT_VERSION,
                                             .warn = tell_operator,
                                             .has_jacoby = o->has_jacoby,
                                             .has_beavers = o->has_beavers};
    if (!set_strength(o, &wanted.strength, call->err)) {
        return 2;
    }
    struct engine *engine = long_run_open_engine(o->weights, folder, call->err);
    if (engine == NULL) {
        return EXIT_FAILURE;
    }
    wanted.engine = engine;
    int status = serve_external(&wanted, call->err);
    engine_close(engine);
    return status;
}

const struct cli_command cmd_external = {
    .title = "fibsbot external",
    .summary = "run as an external player of GNU Backgammon",
    CLI_OPERANDS("PORT", 1, 1),
    .about =
        "Listens on PORT (0: any free one, which is printed) and answers GNU "
        "Backgammon, in which `set player 0 external localhost:PORT` makes it a player. "
        "Ctrl-C ends it.",
    .options = options,
    .notes = "docs/ENGINES.md has an example.\n\n"
             "Exit status: 0 ended by a signal, 1 failed, 2 usage error, 75 the port "
             "is in use.",
    .check = check_port,
    .size = sizeof(struct options),
    .run = run,
};
