#ifndef BASE_PORT_LISTENER_H
#define BASE_PORT_LISTENER_H
/*
 * A TCP port for strangers, on a libevent loop that has other work as well. Every port of
 * the programs here is one. Whoever may connect can neither stop the program nor fill its
 * memory, descriptors or log: the limits are in limits.h, what a service does with a
 * connection in peer.h.
 *
 * - The kernel's queue is always emptied, so that who asks at once is heard at once,
 *   however many others are connected and say nothing.
 * - When accept() fails, descriptors are short or too many come in a second, the listener
 *   is off for a second.
 * - Without memory for a connection it is closed; nothing else happens.
 * - The log gets a line a minute at most.
 */

#include "base/error.h"
#include "base/port/limits.h"
#include "base/port/peer.h"

struct event_base;
struct listener;

struct listener_service {
    const char *name; /* "status page", for errors and the log */
    /* A connection has come. Returns what the calls below get of it; NULL: no memory. */
    void *(*open)(void *context, struct peer *peer);
    void (*hear)(void *connection);    /* something can be read */
    void (*sent)(void *connection);    /* all has been sent; or NULL */
    void (*expired)(void *connection); /* peer_set_deadline(); NULL: it is closed */
    void (*closed)(void *connection);  /* the peer is gone, and freed after this call */
    void (*log)(void *context, const char *text); /* a warning; or NULL */
    void *context;                                /* of `open` and `log` */
};

/* Listens on a numeric IPv4 address and a port, 0: any free one. `base` and what `context`
 * points to must outlive the listener; the rest is copied, but for `name`. NULL with `err`:
 * "ADDRESS:PORT: REASON". */
struct listener *listener_new(struct event_base *base, const char *address, int port,
                              const struct limits *limits,
                              const struct listener_service *service,
                              struct error *err);
/* Closes all connections, with calls of `closed`. `listener` may be NULL. */
void listener_free(struct listener *listener);
int listener_port(const struct listener *listener);

/* Logs that connections wait, at most once a minute whatever the reason. */
void listener_complain(struct listener *listener, const char *reason);

#endif
