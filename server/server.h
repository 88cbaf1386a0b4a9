#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H
/* The core on a TCP port, by libevent. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "server/fibsd.h"

struct event_base;
struct fibsd_server;

struct fibsd_server_options {
    const char *address;  /* to bind, "127.0.0.1" */
    int port;             /* 0: a free one */
    bool is_split;        /* every byte is a write of its own */
    int delay_ms;         /* delay of all output */
    int restart_after_s;  /* announce a restart then; 0: never */
    int restart_notice_s; /* how long before it the first notice comes */
    /* Puts about so many bytes of strangers' lines into a client's output; NULL: never. */
    void (*crowd)(struct fibsd_connection *connection, size_t bytes);
    int crowd_bytes;        /* to each client ... */
    int crowd_every_s;      /* ... at this interval; 0: never */
    const char *state_file; /* read at the start, written every few seconds; or NULL */
    FILE *log;              /* NULL: none */
    int64_t (*clock_ms)(void); /* never goes back; NULL: the monotonic clock */
};

/* NULL, with `err`, when the port or the state file cannot be
 * used. `core` stays the caller's. */
struct fibsd_server *server_new(struct event_base *base, struct fibsd *core,
                                const struct fibsd_server_options *options,
                                struct error *err);
/* Closes all connections and writes the state file. */
void server_free(struct fibsd_server *server);

/* Returns the port on which the server listens. */
int server_port(const struct fibsd_server *server);

#endif
