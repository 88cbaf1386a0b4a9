/* `fibsbot tourney`: players against each other, with duplicate dice and variance reduction. */
#include "cmd/tool/lab_run.h"
#include "cmd/tool/subcommand.h"
#include "cmd/tourney/tourney_command.h"

static const struct tourney_command tourney = {
    .command = &cmd_tourney,
    .player = {"fibsbot,ply=2", "gnubg,ply=2"},
    .is_cubeful = true,
    .games = 100,
};

static int run(int argc, char **argv)
{
    return tourney_command_run(&tourney, argc, argv);
}

const struct cli_command cmd_tourney = {
    .name = "tourney",
    .title = "fibsbot tourney",
    .summary = "play against GNU Backgammon, other nets or settings",
    .operands = "[A [B...]]",
    .most = -1,
    .completion = CLI_COMPLETES_FILES,
    .about =
        "Plays money games or matches between A and B, in pairs with the same dice and "
        "the seats exchanged, and prints what A wins with its standard error, with and "
        "without variance reduction. The default is fibsbot,ply=2 against gnubg,ply=2, "
        "100 money games with the cube. A and B are each\n\n" TOURNEY_COMMAND_PLAYERS,
    .options = tourney_command_options,
    .notes =
        "The reduced result is the plain one less the luck of every roll: the 0-ply "
        "value of its best play less the mean over the 21 rolls, by one neutral "
        "evaluator for both sides. Its mean is the same for every evaluator, and a good "
        "one makes its error much smaller. Measuring luck takes most of the time: small "
        "nets are compared faster by many plain games (--luck none).\n\n"
        "Both sides' processor time per decision is printed (gnubg's by its process), "
        "for matches at equal time, as fibsbot,ply=4,time=90 against gnubg,ply=2 may "
        "be.\n\n"
        "Ctrl-C ends after the pairs in progress and prints the result so far, a second "
        "one at once. " LAB_EXIT_STATUS " 77 if gnubg is not installed.",
    .settle = tourney_command_settle,
    .run = run,
};
