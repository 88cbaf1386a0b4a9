#ifndef BOT_LOCAL_LOCAL_SERVER_H
#define BOT_LOCAL_LOCAL_SERVER_H
/*
 * The local FIBS-compatible server (server/) on loopback, within this program: for
 * playing the bot without an account anywhere. It runs on a loop and a thread of its
 * own, since the bot is a client like any other and must not know that it is near.
 */

#include <stdbool.h>

#include "base/error.h"
#include "fibs/board.h"

struct local_server_options {
    int port; /* 0: a free one */
    const char
        *state_file; /* keeps accounts, ratings and matches; NULL: nothing does */
    const char *bot; /* the bot's account: made when missing ... */
    int bot_rating;  /* ... with this rating and experience */
    int bot_experience;
    const char *bot_password; /* from now on; letters */
};

struct local_server;

/* Listens on 127.0.0.1. NULL with `err`: the port is taken, the state cannot be read.
 * What `options` points to must last until local_server_close(). */
struct local_server *local_server_open(const struct local_server_options *options,
                                       struct error *err);
/* Closes all lines and writes the state; NULL is taken. */
void local_server_close(struct local_server *server);

int local_server_port(const struct local_server *server);

#endif
