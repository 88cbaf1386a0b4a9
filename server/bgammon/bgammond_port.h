#ifndef SERVER_BGAMMON_BGAMMOND_PORT_H
#define SERVER_BGAMMON_BGAMMOND_PORT_H
/* The core on a TCP port, within limits (base/port/listener.h). */

#include <stdio.h>

#include "base/port/listener.h"
#include "server/bgammon/bgammond.h"

struct event_base;
struct bgammond_port;

struct bgammond_port_options {
    const char *address; /* to bind, "127.0.0.1" */
    int port;            /* 0: a free one */
    bool is_split;       /* lines come in pieces of a few bytes, each sent by itself */
    FILE *log;           /* of the traffic, log-ins without what they say; NULL: none */
    struct listener_limits limits;
    /* Gets a line when connections must wait or are closed; `context` means nothing. */
    void (*warn)(void *context, const char *text);
    /* Called some times a second with the milliseconds since the start. */
    void (*on_tick)(void *context, int64_t now_ms);
    void *tick_context;
};

/* Opens the port. NULL with `err` if it cannot be used. `core` stays the caller's and must
 * outlive the port. */
struct bgammond_port *bgammond_port_new(struct event_base *base, struct bgammond *core,
                                        const struct bgammond_port_options *options,
                                        struct error *err);
/* Closes all connections. `port` may be NULL. */
void bgammond_port_free(struct bgammond_port *port);
int bgammond_port_number(const struct bgammond_port *port);

#endif
