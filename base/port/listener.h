#pragma once
/*
 * A TCP port for strangers, on a libevent loop that has other work as well. Every port of
 * the programs here is one. Whoever may connect can neither stop the program nor fill its
 * memory, descriptors or log.
 *
 * - The kernel's queue is always emptied, so that who asks at once is heard at once,
 *   however many others are connected and say nothing.
 * - When accept() fails, descriptors are short or too many come in a second, the listener
 *   is off for a second.
 * - Without memory for a connection it is closed; nothing else happens.
 * - The log gets a line a minute at most.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

struct event_base;
struct listener;
struct peer;

/* What strangers may take. 0 is no limit, if nothing else is said. */
enum {
    LISTENER_UNREAD = 256 << 10,
    LISTENER_UNREAD_ALL = 16 << 20,
    LISTENER_FD_RESERVE = 64 /* descriptors of RLIMIT_NOFILE that are kept back for the
                            * rest of the program; a quarter of it, if that is less */
};

struct listener_limits {
    int connections; /* at once, at least 1. One more closes the oldest that has not
                      * settled (peer_settle()) for `grace_ms`, or else is closed itself. */
    int settled;     /* of them: the rest is for those who come */
    int grace_ms;    /* newer ones are not closed for others */
    int per_address; /* connections from one address, ... */
    int per_address_here; /* and from this machine, 127.0.0.0/8 */
    int per_second;       /* new ones; more wait in the kernel's queue */
    int setup_ms;         /* then a connection is closed, but for peer_set_deadline() */
    /* Bytes a second, and in a burst of LISTENER_BURST seconds: what one connection sends and
     * is charged for (peer_charge()); and what all together do that have not settled. More
     * waits to be read. */
    int input_rate, newcomers_rate;
    /* Bytes of output that wait to be read: of one connection, and of all, where the one
     * with most is closed. No input is read from a quarter of it on. 0: LISTENER_UNREAD,
     * LISTENER_UNREAD_ALL. */
    size_t unread, unread_all;
};

enum { LISTENER_BURST = 4 };

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
 * "port PORT of ADDRESS: REASON". */
struct listener *listener_new(struct event_base *base, const char *address, int port,
                              const struct listener_limits *limits,
                              const struct listener_service *service,
                              struct error *err);
/* Closes all connections, with calls of `closed`. `listener` may be NULL. */
void listener_free(struct listener *listener);
int listener_port(const struct listener *listener);

/* Logs that connections wait, at most once a minute whatever the reason. */
void listener_complain(struct listener *listener, const char *reason);

/* ---- one connection -------------------------------------------------------------- */

/* Who is at its other end: reading and writing within the limits. Whatever breaks a limit is
 * closed from the loop, never within the call that finds it. */

const char *peer_address(const struct peer *peer); /* "192.0.2.1" */
/* The buffered socket, for what is not here. It stays the peer's. */
struct bufferevent *peer_link(const struct peer *peer);

/* ---- input ----------------------------------------------------------------------- */

/* Takes what has come, at most `size` bytes, and of a line at most that line with its
 * '\n'. Returns how many; 0: nothing is there, or the peer is not ready (it is over its
 * rate, or does not read what it gets), and `hear` will be called when it is. A service takes a few lines, then calls peer_hear_later(), so that
 * others have their turn. */
size_t peer_take_line(struct peer *peer, char *bytes, size_t size);

/* `hear` of the service is called again when the peer is ready, at the earliest in the
 * next turn of the loop. Nothing is read until then, not even that the other end is
 * closed. */
void peer_hear_later(struct peer *peer);

/* Counts work for the peer, or output, as if it had sent so many bytes more. */
void peer_charge(struct peer *peer, size_t bytes);

/* ---- output ---------------------------------------------------------------------- */

/* Sends; closes the connection if more is unread than it may be. */
void peer_write(struct peer *peer, const char *bytes, size_t size);
size_t peer_unread(const struct peer *peer); /* bytes that wait to be sent */

/* ---- life ------------------------------------------------------------------------ */

/* The peer has done what the port is for: logged in, asked a question. It is no longer
 * closed for others. False: as many have as may. */
bool peer_settle(struct peer *peer);
void peer_unsettle(struct peer *peer);

/* `expired` is called in `ms`, in place of what was set before; 0: never. */
void peer_set_deadline(struct peer *peer, int64_t ms);

/* Closes soon; `closed` of the service is called then. */
void peer_drop(struct peer *peer);

/* Closes and frees at once, without a call of `closed`. */
void peer_close(struct peer *peer);
