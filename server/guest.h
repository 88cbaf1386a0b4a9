#ifndef SERVER_GUEST_H
#define SERVER_GUEST_H
/* Registration: a guest chooses a name and a password. */

#include "server/state.h"

void guest_begin(struct fibsd_connection *connection);
void guest_line(struct fibsd_connection *connection, char *line);

#endif
