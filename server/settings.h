#ifndef SERVER_SETTINGS_H
#define SERVER_SETTINGS_H
/* Toggles, variables, address, password. */

#include "server/state.h"

/* Toggles in the order and form of message 2: "2 NAME 1 1 0 ...". */
void settings_own_info_line(const struct user *user, char *line, size_t size);

#endif
