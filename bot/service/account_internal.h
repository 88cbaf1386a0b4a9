#ifndef BOT_SERVICE_ACCOUNT_INTERNAL_H
#define BOT_SERVICE_ACCOUNT_INTERNAL_H
/*
 * What the files of an account share; nobody else includes it. Bottom up:
 * account_player.c carries out what the player puts out; account_line.c handles the
 * connection to the server; account.c makes, starts, stops and frees an account.
 */

#include "bot/player/player.h"
#include "bot/record/trace.h"
#include "bot/service/account.h"
#include "bot/service/recorder.h"
#include "fibs/client.h"

struct event;

struct account {
    struct account_setup setup;
    struct strength strength;
    struct event *timer;
    struct fibs_client *client;
    struct player *player;
    struct recorder *recorder;
    struct trace *trace;         /* may be NULL */
    char who[2 * FIBS_NAME_MAX]; /* see account_log_name() */
    bool is_started;
    int64_t start_ms; /* when to connect; INT64_MAX: account_start() not called yet */
    bool is_online;
    bool is_stopping;
    bool is_leaving; /* logging out when the queue is empty, or at the deadline */
    int64_t leave_ms;
    bool is_over, has_failed;
};

const char *account_name(const struct account *account);
struct log *account_log(const struct account *account);

/* Returns the account and, in a match, the opponent: "our_bot/opp_a". Valid until the
 * next call. */
const char *account_log_name(struct account *account);

/* Makes the client with its callbacks. False with `err`. */
bool account_open_client(struct account *account, struct error *err);

/* Carries out all outputs of the player, then sets the timer. */
void account_pump(struct account *account);

/* Sets the timer for the next deadline of the player or of the account. */
void account_set_timer(struct account *account);

void account_log_out(struct account *account);

/* Tells the owner, once, that the account is over. */
void account_end(struct account *account, bool has_failed);

#endif
