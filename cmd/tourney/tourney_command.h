#ifndef CMD_TOURNEY_TOURNEY_COMMAND_H
#define CMD_TOURNEY_TOURNEY_COMMAND_H
/*
 * What `fibsbot lab match` and `fibsbot tourney` have in common: their options, the
 * match itself (arena/arena_runner.h), and how results are shown.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/cli_command.h"

struct tourney_command {
    const struct cli_command *command;
    const char *player[2]; /* when none is named; NULL: they must be */
    bool is_cubeful;       /* unless an option says otherwise */
    int64_t games;         /* likewise */
};

/* Of both commands; cli_command.settle is tourney_command_settle(). */
extern const struct cli_option tourney_command_options[];
bool tourney_command_settle(void *context, const struct cli_words *words,
                            struct error *err);

/* How players are named, for help. */
#define TOURNEY_COMMAND_PLAYERS                                                        \
    "  fibsbot           our engine; FOLDER: with the weights in it\n"                 \
    "      ,ply=N            look-ahead, 0 to 4 (default 0)\n"                         \
    "      ,cube=N           look-ahead of the cube (default: as plays, one less\n"    \
    "                        where that is odd)\n"                                     \
    "      ,filter=NAME      move filter, e.g. gnubg-normal\n"                         \
    "      ,level=LEVEL      a level of strength or a rating, instead of these\n"      \
    "      ,noise=X          standard deviation of its error, in points\n"             \
    "      ,time=MS          limit of processor time per decision\n"                   \
    "      ,net=small        the pruning net alone\n"                                  \
    "      ,candidates=KEPT/WINDOW ,leaf-candidates=KEPT/WINDOW\n"                     \
    "                        pruning inside the tree\n"                                \
    "      ,efficiency=CENTRED/OWNED   cube efficiency in contact, 0 to 1\n"           \
    "  gnubg             GNU Backgammon through its external player, if installed\n"   \
    "      ,ply=N ,cube=N ,noise=X ,prune=no ,program=PATH\n"                          \
    "  FILE.net          a net at 0-ply, cubeless\n"                                   \
    "  baseline          a hand-made linear player, about as strong as pubeval;\n"     \
    "                    cubeless\n"                                                   \
    "  random            any legal play; cubeless"

/* The exit status: 0 done, 1 failed, 2 usage error, LAB_STOPPED (lab_run.h) when
 * Ctrl-C or --minutes stopped it before its end, 77 skipped because a player's program is
 * not installed. */
int tourney_command_run(const struct tourney_command *command, int argc, char **argv);

#endif
