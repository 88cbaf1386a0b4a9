#ifndef SERVER_SETTINGS_H
#define SERVER_SETTINGS_H
/* Toggles, variables, address, password. */

#include "server/fibsd_state.h"

/* Toggles in the order and form of message 2: "2 NAME 1 1 0 ...". */
void settings_own_info_line(const struct fibsd_user *user, char *line, size_t size);

/* Writes the value of a variable as `set` shows it: a word or a number. */
void settings_value(const struct fibsd_user *user, enum fibsd_variable variable,
                    char text[FIBSD_NAME_SIZE]);
/* Sets a variable to such a value. Returns false if it cannot have it. */
bool settings_take(struct fibsd_user *user, enum fibsd_variable variable,
                   const char *text);

/* Tells that there is no such time zone, and which there are. */
void settings_refuse_zone(const struct fibsd_user *user, const char *name);

#endif
