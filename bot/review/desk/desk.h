#pragma once
/*
 * Review in a browser: the list of the collection, the viewer of each match, and the engine,
 * which judges plays, positions and scores that the page asks for, one question at a
 * time, and between them analyses the matches that are not yet, the one that is looked at
 * first. On 127.0.0.1 alone, with a secret in its address (bot/net/http_server.h).
 */

#include "bot/review/collection/collection.h"
#include "engine/engine.h"
#include "match/batch/match_batch.h"

struct desk;

/* What it works with; all must outlive it. */
struct desk_options {
    const struct engine *engine;
    struct match_batch *batch; /* read, and nothing of it analysed */
    struct collection *collection;
    const char *judge;   /* the strength of the batch by its name: "2-ply" */
    const char *program; /* "fibsbot 0.2.0" */
    int port;            /* 0: any free one */
};

/* Adds the matches to the collection, opens the port and starts the engine's thread. NULL
 * with `err`. */
struct desk *desk_open(const struct desk_options *options, struct error *err);

/* Answers until Ctrl-C or SIGTERM. */
void desk_run(struct desk *desk);
void desk_close(struct desk *desk); /* may be NULL */

enum { DESK_ADDRESS_SIZE = 128 };
void desk_address(const struct desk *desk, char address[DESK_ADDRESS_SIZE]);
