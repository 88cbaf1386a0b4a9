#ifndef FIBS_CLIENT_DIAL_H
#define FIBS_CLIENT_DIAL_H
/*
 * From a host name to a connected TCP socket: resolves the name without blocking (the
 * name servers are read from the system's configuration each time, so that a moved
 * machine finds its way) and tries the addresses in turn.
 */

struct event_base;
struct fibs_dial;

/* `fd`: a connected, non-blocking socket, now the callee's; or -1, and `why`. */
typedef void fibs_dial_done(void *arg, int fd, const char *why);

/* NULL: out of memory. `done` is called once, later, from the event loop; the dial is
 * then over and must not be freed any more. Each address is given `try_ms`. */
struct fibs_dial *fibs_dial_start(struct event_base *base, const char *host, int port,
                                  int try_ms, fibs_dial_done *done, void *arg);

/* Gives up and frees; `done` will not be called. */
void fibs_dial_cancel(struct fibs_dial *dial);

#endif
