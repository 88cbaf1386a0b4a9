#pragma once
/*
 * A server that speaks like bgammon.org's (version d14a855), for tests and practice: the
 * interface of its core. The core is a state machine without sockets, clocks or files, as
 * fibsd.h's: bytes from clients and the time go in, bytes for clients come out. server.h
 * connects it to a port.
 *
 * The rules of the game come from reference/. There are backgammon matches of 1..127 points,
 * accounts and guests; what a client of a match needs, no replays or spectators. Ratings are
 * those that accounts begin with.
 * Nothing is kept when the server ends.
 *
 * A bot (a name BOT_...) that joins a match in which a person sits hangs the real server for
 * ever. So it does this one: bgammond_is_hung().
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "server/fibsd.h"

/* What real servers do at times, and faults. */
struct bgammond_faults {
    bool has_empty_arrays;   /* [] where the real server sends null */
    bool has_unknown;        /* types and members that nobody knows */
    bool hides_their_hops;   /* Available is null when it is not the client's turn */
    bool has_equal_openings; /* the first opening roll of each game is equal */
    bool rolls_by_hand;      /* the server never rolls for who may not double */
    bool has_single_price;   /* dropping and resigning cost the cube once, as on FIBS */
    double refuse_move;      /* probability of a failedmove for a legal move */
    double drop; /* probability that a client is cut off at each `drop_at`; 0: always */
    enum fibsd_phase drop_at; /* NONE: at each command, never if `drop` is 0 */
    int drop_times;           /* so often at most; 0: no limit */
    int linger_ms; /* the name of a cut connection stays in use for so long: up to 40 s */
};

enum { BGAMMOND_SLOTS = 28 };

struct bgammond_config {
    uint64_t seed;             /* of the dice and of random faults */
    int64_t epoch_s;           /* seconds since 1970 at time 0; may be beyond 2^31 */
    int ping_ms;               /* between pings: 30,000 */
    int silence_ms;            /* a client silent for so long is cut off: 40,000 */
    bool has_start;            /* games begin at `start`, not at the usual board */
    int start[BGAMMOND_SLOTS]; /* a Board as who creates the match sees it */
    struct bgammond_faults faults;
    /* Gets the lines of struct fibsd_config; experiences are 0. May be NULL. */
    void (*on_result)(void *context, const char *line);
    void *result_context;
};
void bgammond_config_default(struct bgammond_config *config);
/* Reads `start`, a JSON array. False with `err`: it is no board of a game under way. */
bool bgammond_config_start(struct bgammond_config *config, const char *json,
                           struct error *err);

/* What has happened so far. */
struct bgammond_counts {
    int matches, games; /* finished */
    int illegal;        /* commands in a match that its state does not allow */
    int absent;         /* refused because the opponent was not there */
    int unknown;        /* commands that nobody knows */
    int forbidden_joins;
    int drops;
    int64_t longest_wait_ms; /* for a client whose turn it was, with both there */
};

struct bgammond;
struct bgammond_client;
struct server_core;

/* Returns NULL if memory is short. */
struct bgammond *bgammond_new(const struct bgammond_config *config);
void bgammond_free(struct bgammond *server);

/* False if the name is taken or not 1..18 letters, digits and underscores, or if there are
 * too many. `rating` is above 0. */
bool bgammond_add_account(struct bgammond *server, const char *name,
                          const char *password, int rating);

/* Adds a client; its output then holds the greeting. NULL if memory is short. */
struct bgammond_client *bgammond_connect(struct bgammond *server);
/* Reports that the connection is closed, and frees the client. */
void bgammond_disconnect(struct bgammond_client *client);

void bgammond_receive(struct bgammond_client *client, const char *bytes, size_t size);
/* Returns the bytes to be sent, valid until the next call of any function here; remove sent
 * bytes with bgammond_sent(). */
const char *bgammond_output(const struct bgammond_client *client, size_t *size);
void bgammond_sent(struct bgammond_client *client, size_t size);

/* Whether the server has finished with this client: close the connection when the output is
 * sent (there is none if it was cut off). */
bool bgammond_is_closing(const struct bgammond_client *client);
bool bgammond_is_logged_in(const struct bgammond_client *client);

/* Passes the time in milliseconds since the start; it never goes back. */
void bgammond_tick(struct bgammond *server, int64_t now_ms);

/* `server`, which stays the caller's, as server/server.h puts it on a port. */
struct server_core bgammond_core(struct bgammond *server);

/* Whether a bot has joined a person: nobody is answered any more. */
bool bgammond_is_hung(const struct bgammond *server);
const struct bgammond_counts *bgammond_counts(const struct bgammond *server);
