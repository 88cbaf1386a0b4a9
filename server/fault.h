#ifndef SERVER_FAULT_H
#define SERVER_FAULT_H
/* Deliberate faults: connections cut at a phase or at random, lost commands. */

#include "server/state.h"

/* Cuts the user's connection if the configuration says so for this phase. Only marks
 * him: the cut is made when the current command is done. */
void fault_at(struct user *user, enum fibsd_phase phase);

/* Returns whether to lose this command of a client. */
bool fault_loses_command(struct fibsd_connection *connection);

/* Cuts a player's connection at random; call it after each command. */
void fault_after_command(struct user *user);

#endif
