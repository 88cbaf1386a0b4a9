#pragma once
/*
 * The client of a server, for one account: connects, logs in, keeps the connection, and
 * translates. Events of the table come out, orders go in; whoever holds one does not know
 * which server it is. bot/fibs/connect.h makes that of FIBS; a second server's fills in the
 * same calls.
 *
 * A client runs on an event loop and never blocks. Its handler is called on the loop, and may
 * make any call but free().
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "bot/game/event.h"

enum client_state {
    CLIENT_OFFLINE,
    CLIENT_CONNECTING,
    CLIENT_CONNECTED, /* not logged in yet */
    CLIENT_LOGGING_IN,
    CLIENT_WELCOMED,
    CLIENT_SETTINGS, /* bringing the account's settings to what we need */
    CLIENT_READY,    /* for orders */
    CLIENT_CLOSING,  /* logging out */
    CLIENT_BACKOFF,  /* waiting to connect again */
    CLIENT_FAILED,   /* log-in or certificate refused, logged in elsewhere: final */
    CLIENT_STATES
};

enum client_direction {
    CLIENT_FROM_SERVER,
    CLIENT_TO_SERVER,
    CLIENT_CLOCK,    /* no line: a time of the session has run out */
    CLIENT_FROM_USER /* from the server: what a user says to us */
};
enum { CLIENT_LINE_SIZE = 4097 }; /* bytes of a line, with the NUL */

/* Zero: as is usual for the server. */
struct client_times { /* see [connection] of bot.conf */
    int connect_ms, keepalive_ms, silence_ms, acknowledge_ms;
    int backoff_first_ms, backoff_max_ms, elsewhere_pause_ms;
};
static inline void client_set_time(int *usual_ms, int wanted_ms)
{
    *usual_ms = wanted_ms != 0 ? wanted_ms : *usual_ms;
}

struct client_setup {
    const char *host; /* name or address */
    int port;
    bool has_tls;
    bool has_websocket;  /* by WebSocket over TLS, where a server has that */
    const char *ca_file; /* PEM; "" or NULL: the authorities of the system */
    const char *name;    /* of the account */
    const char *program; /* our name as a client: 1..20 characters without blanks */
    const char
        *address; /* of mail, which the server is to show; "" or NULL: leave it */
    /* Of matches that we open for others to join, where a server has that; read again for
     * each of them. */
    const int *points;
    /* How long we wait there for an opponent whom nobody can name, in seconds. */
    const int *patience_s;
    bool hears_reports;  /* of all matches on the server that start and end */
    int elsewhere_tries; /* to log in again when another log-in took the account over */
    struct client_times times;
    uint64_t jitter_seed; /* of the back-off times */
};

/* The owner's callbacks; all but event and state may be NULL. The password is masked in all
 * texts but those of events. */
struct client_handler {
    /* Writes the password; false: there is none, which is final. */
    bool (*password)(void *arg, char *buffer, size_t size);
    void (*event)(void *arg, const struct game_event *event);
    void (*state)(void *arg, enum client_state state, const char *reason);
    void (*notice)(void *arg, const char *text);  /* for the log */
    void (*trouble)(void *arg, const char *text); /* the operator should see to it */
    void (*trace)(void *arg, enum client_direction direction, const char *line);
};

/* Our account as the server has it. */
struct client_account {
    struct standing standing;
    char opponent[USER_NAME_SIZE]; /* with whom the server has us playing; "": nobody */
};

struct client;
struct event_base;

struct client_calls {
    void (*free)(
        struct client *client); /* closes the connection, without logging out */
    void (*start)(struct client *client);
    /* False: it cannot be sent, we are not logged in, or too much waits. */
    bool (*send)(struct client *client, const struct game_order *order);
    void (*set_ready)(struct client *client,
                      bool ready); /* whether we take invitations */
    /* Drops waiting orders that are valid only for one position. */
    void (*forget)(struct client *client);
    void (*stop)(struct client *client); /* logs out; ends in CLIENT_OFFLINE */
    enum client_state (*state)(const struct client *client);
    struct client_account (*account)(const struct client *client);
    bool (*is_idle)(const struct client *client);     /* no order waits */
    int64_t (*deadline)(const struct client *client); /* of the next thing it does */
    void (*mask)(const struct client *client, char *text);   /* the password in it */
    void (*hide)(struct client *client, const char *secret); /* to be masked, too */
};

struct client {
    const struct client_calls *calls;
};

/* Makes a client that is not connected yet. `handler` must outlive it, `setup` need not.
 * NULL with `err`. */
typedef struct client *client_open(struct event_base *base,
                                   const struct client_setup *setup,
                                   const struct client_handler *handler, void *arg,
                                   struct error *err);

const char *client_state_name(enum client_state state); /* "ready" */
