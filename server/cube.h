#ifndef SERVER_CUBE_H
#define SERVER_CUBE_H
/* Doubles, instant redoubles and resignations, and their answers. */

#include "server/state.h"

void cmd_double(struct user *user, char *arguments);
void cmd_accept(struct user *user, char *arguments);
void cmd_reject(struct user *user, char *arguments);
void cmd_redouble(struct user *user, char *arguments);
void cmd_beaver(struct user *user, char *arguments);
void cmd_raccoon(struct user *user, char *arguments);
void cmd_otter(struct user *user, char *arguments);
void cmd_resign(struct user *user, char *arguments);

#endif
