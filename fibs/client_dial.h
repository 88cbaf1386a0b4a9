#pragma once
/*
 * Connects a TCP socket to a host: resolves the name without blocking and tries the
 * addresses in turn. The name servers are read from the system's configuration each
 * time, since a machine may change networks.
 */

struct event_base;
struct fibs_dial;

/* Callback with the result. `fd` is a connected, non-blocking socket, which the callee
 * now owns; or -1, and `why` says why. */
typedef void fibs_dial_done(void *arg, int fd, const char *why);

/* Starts to connect; each address is given `try_ms`. `done` is called once, later, from
 * the event loop; the dial is then freed. Returns NULL if memory is short. */
struct fibs_dial *fibs_dial_start(struct event_base *base, const char *host, int port,
                                  int try_ms, fibs_dial_done *done, void *arg);

/* Cancels and frees the dial; `done` will not be called. */
void fibs_dial_cancel(struct fibs_dial *dial);
