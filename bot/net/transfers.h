#pragma once
/*
 * Requests over http and https, by libcurl on the event loop, which never waits for them. Each
 * owner has one at a time. Redirections are followed, from https only to https; https means
 * TLS 1.2 or newer (see fibs/client_tls.h), whatever the system allows.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

struct event_base;
struct transfers;

enum transfers_protocols { TRANSFERS_HTTPS, TRANSFERS_HTTP_TOO };

/* All that it points to must stay until the answer. */
struct transfers_request {
    const char *url;
    enum transfers_protocols protocols;
    const char *ca_file; /* of authorities; "": the system's */
    const char *post;    /* the body of a POST; NULL: a GET */
    int timeout_ms;
    size_t answer_max; /* bytes of the answer's body; more end the request */
    char *answer;      /* room for them; NULL: they are not kept */
};

struct transfers_answer {
    const char *fault; /* why there is none, without the address; NULL: it is here */
    bool is_final;     /* the same would happen again */
    bool is_too_large;
    long status; /* of HTTP */
    size_t length;
    int64_t retry_s;  /* that the server asks us to wait; 0: it does not */
    const char *etag; /* "": none */
};
/* Called when the request is over; the next one may be started. */
typedef void transfers_done(void *context, const struct transfers_answer *answer);

/* Runs requests on `base`, which must outlive it. NULL with `err`. */
struct transfers *transfers_new(struct event_base *base, transfers_done *done,
                                void *context, struct error *err);
/* Ends what is under way. NULL is taken. */
void transfers_free(struct transfers *transfers);

/* Adds a header to the next request. */
void transfers_add_header(struct transfers *transfers, const char *name,
                          const char *value);
/* Starts a request; none may be under way. False when libcurl refuses it. */
bool transfers_start(struct transfers *transfers,
                     const struct transfers_request *request);
bool transfers_is_busy(const struct transfers *transfers);
