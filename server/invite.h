#ifndef SERVER_INVITE_H
#define SERVER_INVITE_H
/* How two users come to a match and leave it. */

#include "server/state.h"

void cmd_invite(struct user *user, char *arguments);
void cmd_join(struct user *user, char *arguments);
void cmd_leave(struct user *user, char *arguments);

#endif
