#pragma once
/* Faults of the line: lost commands, cut connections, floods of shouts. Random ones are
 * drawn from the random numbers of the core. */

#include "server/fibsd.h"

struct fault_plan {
    double lose_command;      /* probability that a command gets lost */
    int lose_early_ms;        /* a command this soon after another gets lost */
    double drop;              /* probability, per command, that a player is cut off */
    enum fibsd_phase drop_at; /* cut users off at this event ... */
    int drop_times;           /* ... this often; 0: every time */
    int drops_done;           /* so far */
    int shout_flood;          /* shouts of a ghost after each board */
};

/* Sets the hooks of a core that is to have these faults. `plan` stays the caller's and
 * must outlive the core; it may be changed at any time. */
void fault_set_hooks(struct fault_plan *plan, struct fibsd_hooks *hooks);

/* The name of an event, as --drop-at takes it. */
const char *fault_phase_name(enum fibsd_phase phase);
/* Returns FIBSD_PHASE_NONE if there is no such name. */
enum fibsd_phase fault_phase_by_name(const char *name);
