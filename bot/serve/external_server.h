#pragma once
/*
 * Our engine as GNU Backgammon's external player: connections to a port, questions in
 * (arena/protocol/gnubg.h), an answer to each in its words:
 *
 *     mine to play a roll        "8/5 6/5", "" without a play
 *     mine on roll, to double?   "double" or "roll"
 *     mine to answer a double    "take" or "drop"
 *     ... a resignation          "accept" or "reject"
 *     anything else              "Error: TEXT"; `version` has an answer, `exit` ends
 *
 * Questions are answered one after the other, those of all connections in turn. Limits:
 * base/port/listener.h.
 */

#include <stdatomic.h>
#include <stdbool.h>

#include "base/error.h"
#include "engine/engine.h"

enum {
    EXTERNAL_ANSWER_SIZE = 256, /* gnubg reads 255 bytes of a line */
    /* At once, half of them from one other machine. One more is turned away, or else one
     * that has asked nothing for EXTERNAL_GRACE_MS. */
    EXTERNAL_CLIENTS_MAX = 8,
    EXTERNAL_GRACE_MS = 1000,
    EXTERNAL_SETUP_MS = 3600000, /* to ask first: gnubg connects long before it does */
    EXTERNAL_RATE_MAX = 1000,    /* connections a second */
    EXTERNAL_INPUT_RATE = 65536  /* bytes a second, where a line counts for 256 more */
};

struct external_server_options {
    const char *address; /* numeric, to listen on */
    int port;            /* 0: any free one */
    const char *version;
    const struct engine *engine; /* outlives the server */
    struct strength strength;
    void (*warn)(void *context, const char *text); /* connections wait; NULL */
    bool has_jacoby, has_beavers; /* of money play, about which gnubg does not tell */
};

struct external_server;

/* Listens. Returns NULL with `err` if it cannot. */
struct external_server *
external_server_open(const struct external_server_options *options, struct error *err);
void external_server_close(struct external_server *server); /* may be NULL */

int external_server_port(const struct external_server *server);

/* Serves until `stop` becomes true, which it looks at after each signal and once a
 * second. */
void external_server_run(struct external_server *server, const atomic_bool *stop);
