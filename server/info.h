#ifndef SERVER_INFO_H
#define SERVER_INFO_H
/* Small commands: time, version, show, pip, wave, bye and the like. */

#include "server/state.h"

void cmd_about(struct user *user, char *arguments);
void cmd_average(struct user *user, char *arguments);
void cmd_bye(struct user *user, char *arguments);
void cmd_clear(struct user *user, char *arguments);
void cmd_dicetest(struct user *user, char *arguments);
void cmd_help(struct user *user, char *arguments);
void cmd_motd(struct user *user, char *arguments); /* login.c */
void cmd_name(struct user *user, char *arguments);
void cmd_oldboard(struct user *user, char *arguments);
void cmd_oldmoves(struct user *user, char *arguments);
void cmd_permission(struct user *user, char *arguments);
void cmd_permisson(struct user *user, char *arguments); /* so spelled by FIBS */
void cmd_pip(struct user *user, char *arguments);
void cmd_port(struct user *user, char *arguments);
void cmd_show(struct user *user, char *arguments);
void cmd_stat(struct user *user, char *arguments);
void cmd_time(struct user *user, char *arguments);
void cmd_version(struct user *user, char *arguments);
void cmd_wave(struct user *user, char *arguments);

#endif
