#pragma once
/*
 * Runs the FIBS-compatible server (server/), or the one like bgammon.org
 * (server/bgammon/), on loopback within this program, to play the bot without an account
 * anywhere. It has its own loop and thread; the bot connects to it as to any other server.
 */

#include <stdint.h>

#include "base/error.h"

/* An account of ours: made when missing, with this rating and experience; its password
 * is set. Letters, and _ in the name. */
struct local_server_account {
    const char *name, *password;
    int rating, experience;
};

enum local_server_language { LOCAL_SERVER_FIBS, LOCAL_SERVER_BGAMMON };

struct local_server_options {
    enum local_server_language language; /* that of bgammon.org keeps nothing */
    int port;                            /* 0: a free one */
    int delay_ms;                        /* of all output */
    uint64_t seed;          /* of the dice; 0: one that players cannot predict */
    const char *state_file; /* for all that is kept; NULL: nothing is */
    /* Gets what struct server_options says, on the server's thread; NULL: nobody does. */
    void (*warn)(void *context, const char *text);
    int account_count;
    const struct local_server_account *accounts;
};

struct local_server;

/* Starts the server on 127.0.0.1. What `options` points to must live until
 * local_server_close(). NULL with `err`: the port is in use, or the state cannot be read. */
struct local_server *local_server_open(const struct local_server_options *options,
                                       struct error *err);
/* Closes all connections and writes the state. `server` may be NULL. */
void local_server_close(struct local_server *server);

/* Sets the rating of the first account, on any thread, in a moment. The server of bgammon.org
 * rates nobody. */
void local_server_rate(struct local_server *server, int rating);

int local_server_port(const struct local_server *server);
