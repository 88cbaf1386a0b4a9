#ifndef SERVER_COMMANDS_H
#define SERVER_COMMANDS_H
/* The table of commands. */

#include "server/state.h"

/* Carries out a line of a logged-in user; `line` is written to. */
void commands_run(struct user *user, char *line);

#endif
