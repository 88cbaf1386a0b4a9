#ifndef FIBS_CLIENT_H
#define FIBS_CLIENT_H
/*
 * One account on one server, over a real connection: the session (session.h) with
 * sockets, name resolution, TLS and timers around it.
 *
 *   bytes --telnet--> --line--> session --events--> handler
 *
 * Everything runs on the event loop of `base`, which may carry many clients; no call
 * blocks. The name is resolved anew for each connection (IPv4 and IPv6), and its
 * addresses are tried one after the other.
 *
 * With TLS the certificate must be valid and made out for the host: an invalid one is
 * final (FIBS_FAILED), never accepted, and there is no way back to plain text.
 *
 * A write to a connection that the server has closed raises SIGPIPE: the program has to
 * ignore that signal.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "fibs/session.h"

enum { FIBS_HOST_MAX = 256, FIBS_PASSWORD_SIZE = 160 };

struct event_base;

struct fibs_client_config {
    struct fibs_session_config session;
    char host[FIBS_HOST_MAX]; /* name or address */
    int port;                 /* 1..65535 */
    bool has_tls;
    const char *ca_file; /* PEM file of the only authorities to trust; NULL or "": the
                            system's. Read by fibs_client_new(), not kept. */
};

/* fibs.com, port 4321, no TLS; fibs_session_config_default(). */
void fibs_client_config_default(struct fibs_client_config *config);

/* What `trace` is given: a line from the server, or to it. */
enum fibs_direction { FIBS_FROM_SERVER, FIBS_TO_SERVER };

/* The owner's side. The calls come from the event loop; they may call any function
 * below but fibs_client_free(). */
struct fibs_client_handler {
    /* Fills in the password, terminated. The buffer is wiped as soon as the log-in is
     * written. False: there is none; that is final. */
    bool (*password)(void *arg, char *buffer, size_t size);
    void (*message)(void *arg, const struct fibs_message *message);
    void (*state)(void *arg, enum fibs_session_state state, const char *reason);
    void (*notice)(void *arg, const char *text); /* for the log; may be NULL */
    /* Every line as it came from telnet and line reader, and every command sent; the
     * password is masked in both, as in `reason` and `text` above; may be NULL. */
    void (*trace)(void *arg, enum fibs_direction direction, const char *line);
};

struct fibs_client;

/* NULL with `err` (may be NULL): out of memory, or TLS cannot be set up as
 * asked (a CA file that cannot be read). Does not connect yet. */
struct fibs_client *fibs_client_new(struct event_base *base,
                                    const struct fibs_client_config *config,
                                    const struct fibs_client_handler *handler,
                                    void *arg, struct error *err);
/* Closes the connection if there is one, without logging out. */
void fibs_client_free(struct fibs_client *client);

/* As the functions of session.h with these names. */
void fibs_client_start(struct fibs_client *client);
bool fibs_client_send(struct fibs_client *client, const struct fibs_command *command);
void fibs_client_set_ready(struct fibs_client *client, bool ready);
void fibs_client_forget_game_commands(struct fibs_client *client);
void fibs_client_stop(struct fibs_client *client);

enum fibs_session_state fibs_client_state(const struct fibs_client *client);
const struct fibs_account *fibs_client_account(const struct fibs_client *client);
bool fibs_client_queue_is_empty(const struct fibs_client *client);

/* Masks the password of the last log-in in a text that quotes the server: a message
 * given to the handler is as it came. */
void fibs_client_mask(const struct fibs_client *client, char *text);
/* One more text to be masked wherever the password is; "": none. */
void fibs_client_hide(struct fibs_client *client, const char *secret);

/* The clock of its session: milliseconds, monotonic, the same for all clients. */
int64_t fibs_client_now_ms(void);

#endif
