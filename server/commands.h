#ifndef SERVER_COMMANDS_H
#define SERVER_COMMANDS_H
/* The table of commands. */

#include "server/state.h"

/* Executes a line of a logged-in user; modifies `line`. */
void commands_run(struct user *user, char *line);

#endif
