/* `fibsbot lab match`, the former name of `fibsbot tourney --cubeless`. */
#include "cmd/tool/subcommand.h"
#include "cmd/tourney/tourney_command.h"

static const struct tourney_command tourney = {.command = &cmd_lab_match,
                                               .games = 1000};

static int run(int argc, char **argv)
{
    return tourney_command_run(&tourney, argc, argv);
}

const struct cli_command cmd_lab_match = {
    .name = "match",
    .title = "fibsbot lab match",
    .instead = "fibsbot tourney --cubeless",
    .operands = "A B [GAMES [SEED]]",
    .most = -1,
    .completion = CLI_COMPLETES_FILES,
    .about =
        "The former name of `fibsbot tourney`, without the cube and with 1000 games "
        "by default. A and B are each\n\n" TOURNEY_COMMAND_PLAYERS,
    .options = tourney_command_options,
    .settle = tourney_command_settle,
    .run = run,
};
