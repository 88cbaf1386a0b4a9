#ifndef CMD_TOURNEY_TOURNEY_COMMAND_H
#define CMD_TOURNEY_TOURNEY_COMMAND_H
/*
 * What `fibsbot lab match` and `fibsbot tourney` have in common: their options, the
 * match itself (arena/arena_runner.h), and how results are told.
 */

#include <stdbool.h>
#include <stdint.h>

struct tourney_command {
    const char *name;      /* "fibsbot lab match" */
    const char *usage;     /* for --help */
    const char *player[2]; /* when none is named; NULL: they must be */
    bool is_cubeful;       /* unless an option says otherwise */
    int64_t games;         /* likewise */
    bool has_records;
    bool has_tables; /* more than two players, sequential tests */
};

/* The exit status: 0 done, 1 failed, 2 called wrongly, LAB_STOPPED (lab_run.h) when
 * Ctrl-C or --minutes ended it before its end, 77 skipped because a player's program is
 * not installed. */
int tourney_command_run(const struct tourney_command *command, int argc, char **argv);

#endif
