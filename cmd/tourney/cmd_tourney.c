/* `fibsbot tourney`: the engine as it plays on FIBS against another program or itself.
 */
#include "cmd/tool/subcommand.h"
#include "cmd/tourney/tourney_command.h"

static const char usage[] =
    "usage: fibsbot tourney [A [B...]] [OPTIONS]\n"
    "\n"
    "Plays money games with the cube, or matches, between A and B in pairs with the\n"
    "same dice and the seats exchanged, and prints what A wins with its standard\n"
    "error, with and without the luck of the dice. A and B are each\n"
    "  fibsbot           our engine; FOLDER: with the weights in it\n"
    "      ,ply=N            look-ahead (0 to 4; 0 if not told)\n"
    "      ,cube=N           of the cube alone (as plays, one less where that is odd)\n"
    "      ,filter=NAME      move filter, e.g. gnubg-normal\n"
    "      ,level=LEVEL      a level of strength or a rating, instead of these\n"
    "      ,noise=X          standard deviation of its error, in points\n"
    "      ,time=MS          at most so much processor time a decision\n"
    "      ,net=small        by the small net alone\n"
    "      ,replies=KEPT/WINDOW ,leaf-replies=KEPT/WINDOW   pruning inside the tree\n"
    "      ,life=CENTRED/OWNED   cube life in contact, 0 to 1\n"
    "  gnubg             GNU Backgammon through its external player, where it is\n"
    "                    installed\n"
    "      ,ply=N ,cube=N ,noise=X ,prune=no ,program=PATH\n"
    "A is fibsbot,ply=2 and B gnubg,ply=2 if not told.\n"
    "\n"
    "  --round-robin     every player against every other, and a table of all\n"
    "  --gauntlet        the first player against each of the others\n"
    "  --sprt LOW:HIGH   stop as soon as A's result is decided to be LOW or HIGH, by\n"
    "                    a sequential test with 5 % of errors: points a game, or Elo\n"
    "                    of matches\n"
    "  --length N        matches to N points instead of money games\n"
    "  --cubeless        money games without the cube\n"
    "  --jacoby          in money games gammons count once the cube is turned\n"
    "  --games N         games or matches (default 100; an odd one is rounded up)\n"
    "  --seed N          of the dice (default 1)\n"
    "  --threads N       each with an engine and a gnubg of its own (default 1)\n"
    "  --luck WHICH      the net that judges luck: small, big, both (the big one what\n"
    "                    the small one likes), deep (both, a ply deeper) or none\n"
    "                    (default both)\n"
    "  --judge FOLDER    of these weights (default: the shipped ones)\n"
    "  --weights FOLDER  the shipped ones, where they are not found\n"
    "  --record FOLDER   a Jellyfish .mat file of every match or game\n"
    "  --minutes N       stop after so long\n"
    "  --save FILE       write each pair's result; the file must not be there yet\n"
    "  --resume          ... or go on with it: only the pairs missing are played,\n"
    "                    to the same result as if it had not been stopped or killed\n"
    "  --json            one object on standard output\n"
    "  --quiet           no progress on standard error\n"
    "\n"
    "The processor time of a decision is printed for both sides (gnubg's by its\n"
    "process), so a match at equal time is one between settings where these are\n"
    "equal, as fibsbot,ply=3 or fibsbot,ply=4,time=90 and gnubg,ply=2 may be.\n"
    "\n"
    "Ctrl-C ends after the pairs being played and prints what there is; a second one\n"
    "at once. Of several contests each has a file FILE.1-2 and so on. Exit status:\n"
    "0 done, 1 failed, 2 called wrongly, 3 stopped before its end, 77 skipped since\n"
    "gnubg is not installed.\n";

static const struct tourney_command command = {
    .name = "fibsbot tourney",
    .usage = usage,
    .player = {"fibsbot,ply=2", "gnubg,ply=2"},
    .is_cubeful = true,
    .games = 100,
    .has_records = true,
    .has_tables = true,
};

static int run(int argc, char **argv)
{
    return tourney_command_run(&command, argc, argv);
}

const struct subcommand cmd_tourney = {
    "tourney", "play against GNU Backgammon or other settings, luck taken out", run};
