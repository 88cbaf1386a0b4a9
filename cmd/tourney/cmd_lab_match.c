/* `fibsbot lab match`: two players, duplicate dice, luck taken out. */
#include "cmd/tool/subcommand.h"
#include "cmd/tourney/tourney_command.h"

static const char usage[] =
    "usage: fibsbot lab match A B [GAMES [SEED]] [OPTIONS]\n"
    "\n"
    "Plays games in pairs with the same dice and the seats exchanged, and prints what\n"
    "A wins a game, with its standard error. A and B are each\n"
    "  random            any legal play\n"
    "  yardstick         a hand-made linear player, about as strong as pubeval\n"
    "  FILE.net          a weights file at 0-ply\n"
    "  FOLDER            our engine with the weights in it; fibsbot: with its own\n"
    "      ,ply=N ,cube=N ,filter=NAME ,noise=X ,time=MS ,net=small   (0-ply if not\n"
    "                    told; `fibsbot tourney --help` has more about them)\n"
    "  gnubg             GNU Backgammon, where it is installed\n"
    "      ,ply=N ,cube=N ,noise=X ,prune=no ,program=PATH    (0-ply if not told)\n"
    "for example: fibsbot lab match build/weights gnubg,ply=1 --games 400\n"
    "\n"
    "  --games N         (default 1000; an odd one is rounded up)\n"
    "  --seed N          of the dice (default 1)\n"
    "  --threads N       each with players of its own (default 1)\n"
    "  --cube            money games with the cube instead of cubeless ones\n"
    "  --length N        matches to N points\n"
    "  --jacoby          with --cube: gammons count once the cube is turned\n"
    "  --luck WHICH      the net that judges luck: small, big, both (the big one what\n"
    "                    the small one likes), deep (both, a ply deeper) or none\n"
    "                    (default both)\n"
    "  --judge PATH      of these weights: a folder or, cubeless, FILE.net\n"
    "                    (default: the shipped ones)\n"
    "  --weights FOLDER  the shipped ones, where they are not found\n"
    "  --minutes N       stop after so long\n"
    "  --save FILE       write each pair's result; the file must not be there yet\n"
    "  --resume          ... or go on with it: only the pairs missing are played,\n"
    "                    to the same result as if it had not been stopped or killed\n"
    "  --json            one object on standard output\n"
    "  --quiet           no progress on standard error\n"
    "\n"
    "The reduced result is the plain one less the luck of every roll: the 0-ply value\n"
    "of its best play less the mean over the 21 rolls, by one neutral judge for both\n"
    "sides. Whoever judges, it has the same mean; a good judge makes its error much\n"
    "smaller. Judging luck takes most of the time: net files play thousands of games\n"
    "a second with --luck none, some 130 without. For a big net luck is worth it (the\n"
    "same error in half the time); two small ones are told apart sooner by many plain\n"
    "games.\n"
    "\n"
    "Ctrl-C ends after the pairs being played and prints what there is. Exit status:\n"
    "0 done, 1 failed, 2 called wrongly, 3 stopped before its end, 77 skipped since\n"
    "gnubg is not installed.\n";

static const struct tourney_command command = {
    .name = "fibsbot lab match", .usage = usage, .games = 1000};

static int run(int argc, char **argv)
{
    return tourney_command_run(&command, argc, argv);
}

const struct subcommand cmd_lab_match = {
    "match", "play nets against each other or GNU Backgammon", run};
