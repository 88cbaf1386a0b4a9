#ifndef CMD_TOURNEY_TOURNEY_ENTRANTS_H
#define CMD_TOURNEY_TOURNEY_ENTRANTS_H
/*
 * Who plays: the words of the command line beside its options.
 */

#include "base/cli_command.h"
#include "cmd/tourney/tourney_settings.h"

enum { TOURNEY_GAMES_LEAST = 2 }; /* one pair */

/* For cli_command.check: enters the players into the settings. */
bool tourney_entrants_check(const struct cli_call *call);

/* Finds the player of --anchor in the standings, by the name as it was typed or as it is
 * shown. False with `err` if there is none. */
bool tourney_entrants_find_anchor(struct tourney_settings *settings, struct error *err);

#endif
