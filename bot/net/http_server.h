#pragma once
/*
 * A small HTTP server, on 127.0.0.1 or another address, on the event loop that plays. Whoever may connect can
 * neither stop the bot nor fill its memory, descriptors or log (base/port/listener.h), nor keep
 * others from the pages that tell how the bot is (`is_vital`):
 *
 * - One request a connection, then it is closed; what follows in a pipeline is not read.
 * - At most HTTP_CONNECTIONS_MAX at once. One more closes the oldest without a whole
 *   request. HTTP_SPARE of them are for requests, vital pages and 503 alone.
 * - At most HTTP_RATE_MAX pages a second, which limits the time spent on them, and as many
 *   vital ones. Further requests wait for the next second.
 * - A request must be complete within a deadline, and its answer read within another.
 * - Answers that wait to be read are limited (HTTP_UNSENT_MAX); then 503 is answered.
 * - Limits of requests are in http_request.h.
 *
 * Requests whose Host is not this machine, or `address`, are refused (403), so that no web page can
 * read an answer through DNS rebinding; and so are those of a web page of another origin
 * (Origin). A server with a secret in its addresses refuses all that lack it.
 *
 * A stream (server-sent events) is an answer that goes on: HTTP_STREAMS_MAX at once, for
 * HTTP_STREAM_MS each, and none whose reader is HTTP_STREAM_UNSENT_MAX bytes or
 * `deadline_ms` behind. Browsers connect again by themselves.
 */

#include <stdio.h>

#include "base/error.h"
#include "bot/net/http_request.h"

struct event_base;
struct http_server;

enum {
    HTTP_CONNECTIONS_MAX = 32,
    HTTP_SPARE = 8,
    HTTP_PER_ADDRESS_MAX = 16, /* connections from one other machine */
    HTTP_ACCEPTED_MAX = 1000,  /* connections in a second */
    HTTP_INPUT_RATE = 65536,   /* bytes a second that are read of one */
    HTTP_RATE_MAX = 50,
    HTTP_UNSENT_MAX = 16 << 20,
    HTTP_DEADLINE_MS = 10000, /* for `deadline_ms` below */
    HTTP_STREAMS_MAX = 8,
    HTTP_STREAM_MS = 3600000,
    HTTP_STREAM_UNSENT_MAX = 256 << 10,
    HTTP_PREFIX_MAX = 64, /* with the NUL */
    HTTP_TOKEN_SIZE = 33  /* 128 bits in hexadecimal digits, with the NUL */
};

/* Draws a secret for addresses. False with `err`. */
bool http_server_draw_token(char token[HTTP_TOKEN_SIZE], struct error *err);

/* Writes the body of an answer, of its route's type, and returns the status. */
typedef enum http_status http_answer(void *context, const struct http_request *request,
                                     FILE *body);

struct http_route {
    const char *path; /* one that ends in "/", but for "/": all below it as well */
    unsigned methods; /* of enum http_method; HEAD is allowed where GET is */
    const char *type; /* media type of the body */
    /* What the page may use besides its own style, as directives of a
     * Content-Security-Policy, each with ";"; NULL: nothing. */
    const char *policy;
    http_answer *answer;
    void (*write)(FILE *body); /* instead, a body that is always the same; or NULL */
    const char *file; /* the browser saves the body under this name; NULL: shows it */
    /* The page has no style in itself; what it uses is in `policy`. */
    bool has_own_style;
    bool is_vital;  /* it is answered while all others wait; short, and quickly made */
    bool is_stream; /* `answer` writes the beginning; http_server_push() what follows */
};

struct http_setup {
    const char *name; /* of the service, in errors and in the log */
    /* Before every path, "/SECRET"; compared in constant time. "": none. */
    char prefix[HTTP_PREFIX_MAX];
    const char *address; /* numeric IPv4, at which it listens; NULL: 127.0.0.1 */
    const char *refusal; /* what 403 says, a line; NULL: its name */
    int port;            /* 0: any free one */
    int deadline_ms;     /* for a request, and for the client to read its answer */
    const struct http_route *routes;
    int route_count;
    void (*log)(void *context, const char *text); /* a warning */
    void *context;                                /* of `log` and the routes */
};

/* Starts to listen. `base` and what `setup` points to must outlive the server; `setup`
 * itself is copied. NULL with `err`. */
struct http_server *http_server_new(struct event_base *base,
                                    const struct http_setup *setup, struct error *err);
/* Closes all connections. `server` may be NULL. */
void http_server_free(struct http_server *server);
int http_server_port(const struct http_server *server);

/* Sends a piece to all streams. */
void http_server_push(struct http_server *server, const char *piece, size_t length);
int http_server_streams(const struct http_server *server); /* how many are open */
