#ifndef BASE_PORT_PEER_H
#define BASE_PORT_PEER_H
/*
 * One connection of a listener (listener.h), and who is at its other end: reading and
 * writing within the limits. Whatever breaks a limit is closed from the loop, never within
 * the call that finds it.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bufferevent;
struct peer;

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

#endif
