#pragma once
/*
 * Makes lines of a dialogue fit to be shown to others: what somebody said to one user
 * alone becomes "***", addresses of hosts and of mail become 192.0.2.1 and
 * user@example.org (reserved for examples: RFC 5737, RFC 2606). The lines keep their form,
 * so a replay or a test reads them as before. Names of users, shouts and what is said at
 * a table stay: everybody on the server has read them.
 */

#include <stddef.h>

#include "fibs/message.h"

/* Zero at the start of each connection. */
struct trace_mask {
    struct fibs_message_context context;
};

/* Copies `text` to `masked`, cut to what fits. `kind`: 'S' from the server, 'C' from us. */
void trace_mask_line(struct trace_mask *mask, char kind, const char *text, char *masked,
                     size_t size);
