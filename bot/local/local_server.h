#ifndef BOT_LOCAL_LOCAL_SERVER_H
#define BOT_LOCAL_LOCAL_SERVER_H
/*
 * Runs the FIBS-compatible server (server/) on loopback within this program, to play the
 * bot without an account anywhere. It has its own loop and thread; the bot connects to it
 * as to any other server.
 */

#include "base/error.h"

struct local_server_options {
    int port;                       /* 0: a free one */
    int delay_ms;                   /* of all output */
    const char *state_file;         /* for all that is kept; NULL: nothing is */
    const char *bot;                /* the bot's account: made when missing ... */
    int bot_rating, bot_experience; /* ... with these */
    const char *bot_password;       /* its new password; letters */
    const char *person;             /* an account for somebody here; NULL: none */
    const char *person_password;    /* its new password; letters */
};

struct local_server;

/* Starts the server on 127.0.0.1. What `options` points to must live until
 * local_server_close(). NULL with `err`: the port is in use, or the state cannot be read. */
struct local_server *local_server_open(const struct local_server_options *options,
                                       struct error *err);
/* Closes all connections and writes the state. `server` may be NULL. */
void local_server_close(struct local_server *server);

int local_server_port(const struct local_server *server);

#endif
