#ifndef CMD_TOURNEY_TOURNEY_RUN_H
#define CMD_TOURNEY_TOURNEY_RUN_H
/*
 * Plays the matches of a contest and prints what comes of them; or reports result files.
 */

#include "base/cli_command.h"

/* For cli_command.run, with struct tourney_settings. */
int tourney_run(const struct cli_call *call);

#endif
