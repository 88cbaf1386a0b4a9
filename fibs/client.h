#pragma once
/*
 * A client for one account on one server: the session (session.h) with sockets, name
 * resolution, TLS and timers.
 *
 *   bytes --telnet--> --line--> session --events--> handler
 *
 * Everything runs on the event loop `base`, which many clients may share; no call
 * blocks. The host name is resolved for each connection (IPv4 and IPv6), and its
 * addresses are tried one after the other.
 *
 * With TLS the certificate must be valid for the host. An invalid one is never accepted;
 * enum fibs_loss (session.h) says which ones are final. The client never falls back to
 * plain text.
 *
 * Writing to a connection that the server has closed raises SIGPIPE, which the program
 * must ignore.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "fibs/client_link.h"
#include "fibs/session.h"

enum { FIBS_PASSWORD_SIZE = 160 };

struct event_base;

struct fibs_client_config {
    struct fibs_session_config session;
    char host[FIBS_HOST_MAX]; /* name or address */
    int port;                 /* 1..65535 */
    bool has_tls;
    const char *ca_file; /* PEM file of the authorities to trust; NULL or "": those of
                          * the system. Read by fibs_client_new(), not kept. */
    int write_ms;        /* after so long without taking bytes a server is dead */
};

/* Sets fibs.com, port 4321, no TLS, a minute for writing, and
 * fibs_session_config_default(). */
void fibs_client_config_default(struct fibs_client_config *config);

/* The direction of a line given to `trace`. */
enum fibs_direction {
    FIBS_FROM_SERVER,
    FIBS_TO_SERVER,
    FIBS_CLOCK /* no line: a time of the session has run out, which it hears next */
};

/* The owner's callbacks. They run on the event loop and may call any function below
 * except fibs_client_free(). */
struct fibs_client_handler {
    /* Writes the password, NUL-terminated. The buffer is wiped when the log-in has been
     * written. Returns false if there is no password, which is final. */
    bool (*password)(void *arg, char *buffer, size_t size);
    void (*message)(void *arg, const struct fibs_message *message);
    void (*state)(void *arg, enum fibs_session_state state, const char *reason);
    void (*notice)(void *arg, const char *text); /* a text for the log; may be NULL */
    /* Something that the operator should see to; may be NULL. */
    void (*trouble)(void *arg, const char *text);
    /* Every line received, after telnet and line reader, and every command sent; may be
     * NULL. The password is masked here and in `reason` and `text` above. */
    void (*trace)(void *arg, enum fibs_direction direction, const char *line);
};

struct fibs_client;

/* Makes a client; does not connect yet. Returns NULL with `err`, which may be NULL, if
 * memory is short or TLS cannot be set up (the CA file cannot be read). */
struct fibs_client *fibs_client_new(struct event_base *base,
                                    const struct fibs_client_config *config,
                                    const struct fibs_client_handler *handler,
                                    void *arg, struct error *err);
/* Closes the connection, if there is one, without logging out, and frees the client. */
void fibs_client_free(struct fibs_client *client);

/* Like the functions of session.h with these names. */
void fibs_client_start(struct fibs_client *client);
bool fibs_client_send(struct fibs_client *client, const struct fibs_command *command);
void fibs_client_set_ready(struct fibs_client *client, bool ready);
void fibs_client_stop(struct fibs_client *client);

/* To be asked, and to forget the commands of a game; what else drives it is the client's. */
struct fibs_session *fibs_client_session(const struct fibs_client *client);

/* Whether a PEM file can be used as `ca_file`: it can be read and holds certificates. False
 * with `err`. */
bool fibs_client_check_authorities(const char *path, struct error *err);

/* Masks the password of the last log-in in `text`. For texts that quote the server:
 * messages given to the handler are not masked. */
void fibs_client_mask(const struct fibs_client *client, char *text);
/* Sets one more text to be masked like the password; "": none. */
void fibs_client_hide(struct fibs_client *client, const char *secret);
