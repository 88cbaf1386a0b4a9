#ifndef SERVER_FAULT_H
#define SERVER_FAULT_H
/* Faults on purpose: connections cut at a phase or by chance, lost commands. */

#include "server/state.h"

/* Cuts the user off, if the configuration says so for this phase. He is only marked:
 * the cut is carried out when the command at hand is done. */
void fault_at(struct user *user, enum fibsd_phase phase);

/* Whether this command of a client gets lost. */
bool fault_loses_command(struct fibsd_connection *connection);

/* After a command: cuts a player off by chance. */
void fault_after_command(struct user *user);

#endif
