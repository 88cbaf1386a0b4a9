#ifndef BASE_PORT_LIMITS_H
#define BASE_PORT_LIMITS_H
/* What strangers may take of a port (listener.h). 0 is no limit, if nothing else is said. */

#include <stddef.h>

enum {
    LIMITS_UNREAD = 256 << 10,
    LIMITS_UNREAD_ALL = 16 << 20,
    LIMITS_FD_RESERVE = 64 /* descriptors of RLIMIT_NOFILE that are kept back for the
                            * rest of the program; a quarter of it, if that is less */
};

struct limits {
    int connections; /* at once, at least 1. One more closes the oldest that has not
                      * settled (peer_settle()) for `grace_ms`, or else is closed itself. */
    int settled;     /* of them: the rest is for those who come */
    int grace_ms;    /* newer ones are not closed for others */
    int per_address; /* connections from one address, ... */
    int per_address_here; /* and from this machine, 127.0.0.0/8 */
    int per_second;       /* new ones; more wait in the kernel's queue */
    int setup_ms;         /* then a connection is closed, but for peer_set_deadline() */
    /* Bytes a second, and in a burst of LIMITS_BURST seconds: what one connection sends and
     * is charged for (peer_charge()); and what all together do that have not settled. More
     * waits to be read. */
    int input_rate, newcomers_rate;
    /* Bytes of output that wait to be read: of one connection, and of all, where the one
     * with most is closed. No input is read from a quarter of it on. 0: LIMITS_UNREAD,
     * LIMITS_UNREAD_ALL. */
    size_t unread, unread_all;
};

enum { LIMITS_BURST = 4 };

#endif
