#pragma once
/* A core (fibsd.h, bgammon/bgammond.h) on a TCP port, within limits (base/port/listener.h). */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "base/port/listener.h"

struct event_base;
struct fibsd;
struct server;

/* What a port asks of a core, which knows no sockets: its functions, as its header tells
 * them. Where none is said to be NULL, none may be. */
struct server_core {
    void *server;
    void (*listens)(void *server,
                    int port); /* once, before anybody comes; may be NULL */
    void *(*connect)(void *server, const char *host); /* NULL: it takes nobody */
    void (*disconnect)(void *connection);
    void (*receive)(void *connection, const char *bytes, size_t size);
    const char *(*output)(const void *connection, size_t *size);
    void (*sent)(void *connection, size_t size);
    bool (*is_closing)(const void *connection);
    bool (*is_logged_in)(const void *connection);
    void (*tick)(void *server, int64_t now_ms);
    bool (*is_held)(const void *connection); /* NULL: never */
    int (*hash_count)(const void *server);   /* NULL: it hashes nothing */
    char *(*save)(void *server);             /* NULL, as load: it keeps nothing */
    int (*load)(void *server, const char *text);
};

/* `core`, which stays the caller's, as FIBS's. */
struct server_core server_core_of_fibs(struct fibsd *core);

struct server_options {
    const char *address; /* to bind, "127.0.0.1" */
    int port;            /* 0: a free one */
    bool is_split;       /* every byte is a write of its own */
    int delay_ms;        /* delay of all output */
    const char
        *state_file;   /* read at the start, written when it has changed, at most once
                             * in save_every_ms, and before a result is announced
                             * (server_save_result()); or NULL, as for a core that
                             * keeps nothing */
    int save_every_ms; /* 0: 5000 */
    FILE *log; /* of the traffic, without what is said before a log-in; NULL: none */
    /* Gets a line when connections must wait or are closed, or the state file cannot be
     * written, which is tried again; NULL: nobody does. `context` means nothing. */
    void (*warn)(void *context, const char *text);
    struct listener_limits limits; /* .connections = 0: server_limits */
    int64_t (*clock_ms)(void);     /* never goes back; NULL: the monotonic clock */
    /* Called some times a second with the milliseconds since the start; may be NULL. */
    void (*on_tick)(void *context, int64_t now_ms);
    void *tick_context;
};

/* 512 connections, 32 from one address of another machine, 120 s to log in, 64 kB a second
 * of input, in which a command counts for 64 bytes more and for 1/8 of its answer, and a
 * password for 4 kB; and as much for all who have not logged in. */
extern const struct listener_limits server_limits;

/* Opens the port and reads the state file. Returns NULL with `err` if one of them
 * cannot be used. `core` is copied; what it names stays the caller's. */
struct server *server_new(struct event_base *base, const struct server_core *core,
                          const struct server_options *options, struct error *err);
/* A match has ended: writes the state file before the players hear of it, so that nobody
 * knows of a result that a killed server does not. For fibsd_config.on_result. */
void server_save_result(struct server *server);

/* Closes all connections and writes the state file. */
void server_free(struct server *server);

/* Returns the port on which the server listens. */
int server_port(const struct server *server);
