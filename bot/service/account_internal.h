#pragma once
/*
 * What the files of an account share; nobody else includes it. Bottom up:
 * account_player.c carries out what the player puts out; account_line.c handles the
 * connection to the server; account.c makes, starts, stops and frees an account.
 */

#include "bot/game/client.h"
#include "bot/player/player.h"
#include "bot/record/trace.h"
#include "bot/service/account.h"
#include "bot/service/recorder.h"

struct timer;

enum { ACCOUNT_STATUS_SIZE = 256 };

struct account {
    struct account_setup setup;
    struct strength strength;
    struct timer *timer;
    struct client *client;
    struct player *player;
    struct recorder *recorder;
    struct trace *trace;              /* may be NULL */
    char status[ACCOUNT_STATUS_SIZE]; /* as last sent to the service manager */
    int minute;                       /* of the week */
    bool is_started;
    int64_t start_ms; /* when to connect; INT64_MAX: account_start() not called yet */
    bool is_online;
    bool is_stopping;
    bool is_leaving; /* logging out when the queue is empty, or at the deadline */
    int64_t leave_ms;
    bool is_over;
};

const char *account_name(const struct account *account);

/* Logs an event of the account, in a match with the opponent: "our_bot/opp_a". */
void account_log(const struct account *account, enum log_level level,
                 const char *format, ...) __attribute__((format(printf, 3, 4)));

/* [server], [account] and [connection] of bot.conf as the client takes them. */
struct client_setup account_client_setup(const struct account *account);

/* Makes the client with its callbacks. False with `err`. */
bool account_open_client(struct account *account, struct error *err);

/* Describes an account for its operator: "reconnecting in 40 s; 2 matches finished".
 * `wait_ms` is the time until the next attempt in CLIENT_BACKOFF; `playing` is what the
 * player does, as player_describe() writes it. */
void account_describe_line(enum client_state state, const char *host, int port,
                           int64_t wait_ms, const char *playing,
                           char text[ACCOUNT_STATUS_SIZE]);

/* Describes what the account does now, in the same words. */
void account_describe(const struct account *account, char text[ACCOUNT_STATUS_SIZE]);

/* Carries out all outputs of the player, tells the service manager what has changed, and
 * sets the timer. */
void account_pump(struct account *account);

/* Sets the timer for the next deadline of the player or of the account. */
void account_set_timer(struct account *account);

void account_log_out(struct account *account);

/* Tells the owner, once, that the account is over. */
void account_end(struct account *account, bool has_failed);
