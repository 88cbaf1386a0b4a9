#ifndef SERVER_WHO_H
#define SERVER_WHO_H
/* Lists of users. */

#include "server/state.h"

void cmd_who(struct user *user, char *arguments);
void cmd_rawwho(struct user *user, char *arguments);
void cmd_whois(struct user *user, char *arguments);
void cmd_where(struct user *user, char *arguments);
void cmd_ratings(struct user *user, char *arguments);
void cmd_last(struct user *user, char *arguments);
void cmd_look(struct user *user, char *arguments);

#endif
