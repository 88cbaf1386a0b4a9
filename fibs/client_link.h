#pragma once
/*
 * A connection to a server, plain or by TLS (client_tls.h): bytes in, bytes out. The name is
 * resolved for each connection and its addresses are tried in turn. No call blocks.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "fibs/session.h"

enum { FIBS_HOST_MAX = 256 };

struct event_base;
struct fibs_link;

struct fibs_link_config {
    const char *host; /* name or address, FIBS_HOST_MAX bytes at most */
    int port;
    bool has_tls;
    const char *ca_file; /* NULL or "": the authorities of the system */
    int write_ms;        /* after so long without taking bytes a server is dead */
};

/* The owner's callbacks; they may make any call but fibs_link_free(). */
struct fibs_link_handler {
    void (*up)(void *arg); /* connected, with TLS after its handshake */
    /* `bytes` may be changed. */
    void (*heard)(void *arg, char *bytes, size_t size);
    /* It could not be made, or broke: fibs_link_close() follows by itself. */
    void (*lost)(void *arg, enum fibs_loss loss, const char *reason);
};

/* Neither `config` nor its texts are kept. NULL with `err`, which may be NULL: memory is
 * short, or the authorities cannot be read. */
struct fibs_link *fibs_link_new(struct event_base *base,
                                const struct fibs_link_config *config,
                                const struct fibs_link_handler *handler, void *arg,
                                struct error *err);
void fibs_link_free(struct fibs_link *link); /* `link` may be NULL */

/* Connects; closes a connection that is there. */
void fibs_link_open(struct fibs_link *link);
void fibs_link_close(struct fibs_link *link);
/* Whether bytes may be written. */
bool fibs_link_is_up(const struct fibs_link *link);

/* Both do nothing when it is not up. */
void fibs_link_write(struct fibs_link *link, const char *bytes, size_t size);
/* From memory of its own that is wiped once it is written. False: nothing is. */
bool fibs_link_write_secret(struct fibs_link *link, const char *bytes, size_t size);
