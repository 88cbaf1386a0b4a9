#pragma once
/*
 * Plays one account: connects the client (bot/game/client.h), the player, the recorder and
 * the trace on the event loop. A program runs many accounts on one loop; they share a
 * struct account_services and know nothing of each other.
 *
 * An account is over when it has logged out finally, or when its log-in was refused.
 * It then calls on_over() once; the owner frees it later, not within that call.
 */

#include <stdbool.h>
#include <string.h>

#include "bot/base/log.h"
#include "bot/base/secret.h"
#include "bot/config/config.h"
#include "bot/game/event.h"
#include "bot/history/history.h"
#include "bot/player/player_output.h"
#include "bot/player/talk.h"
#include "bot/policy/access.h"
#include "engine/engine.h"

struct account;

/*
 * Somebody who hears what accounts hear and tells them what to play: a tournament. With
 * one, accounts play what they are ordered to and nothing else (player_take_orders()),
 * unless it only listens.
 *
 * The callbacks run on the loop, within the work of the account: they may order and send,
 * but free nothing. An output is shown after it was carried out and recorded.
 */
struct account_guest {
    void *context;
    const char *reporter; /* the account that hears of all matches; "": none */
    /* each may be NULL */
    void (*online)(void *context, const char *account, bool is_online);
    void (*event)(void *context, const char *account, const struct game_event *event);
    void (*output)(void *context, const char *account,
                   const struct player_output *output);
    bool is_listener;
};

/* Whether this is the account of the guest's that hears of all matches, and plays none.
 * `guest` may be NULL. */
static inline bool account_guest_reports(const struct account_guest *guest,
                                         const char *account)
{
    return guest != NULL && strcmp(guest->reporter, account) == 0;
}

/* What all accounts share; must outlive them. All may be NULL but base, log, pool and
 * assistant. */
struct account_services {
    struct event_base *base;
    struct log *log;
    struct worker_pool *pool;
    struct assistant *assistant;
    struct history *history;
    struct notify *notify;
    struct status *status;
    struct service *service;
    const char *program;         /* "fibsbot 0.2.0", for match files and analyses */
    const struct access *access; /* who may play; may change while accounts play */
    const struct account_guest *guest;
};

/* Reads the secret of the owner from the first line of a private file: 8 characters or
 * more, without blanks. False with `err`. */
bool account_read_owner_secret(const char *path, char secret[TALK_SECRET_MAX],
                               struct error *err);

struct account_setup {
    const struct config *config; /* read as long as the account lives */
    /* The password from the environment, for an account without a password file. A
     * password file is read again at each log-in. */
    const struct secret *secret;
    const struct account_services *services;
    void (*on_over)(void *owner, bool has_failed); /* has_failed: log-in refused */
    void *owner;
};

/* Makes an account; does not connect yet. `setup` is copied, what it points to is not.
 * NULL with `err`. */
struct account *account_new(const struct account_setup *setup, struct error *err);
void account_free(struct account *account); /* may be NULL */

/* Connects after `delay_ms`: servers do not like many log-ins at once. */
void account_start(struct account *account, int delay_ms);

/* Starts no new match, finishes or leaves the current one, then logs out. A second call
 * can turn finish into leave. */
void account_stop(struct account *account, enum config_on_stop how);

/* Tells the account what to play; see player_order(). */
void account_order(struct account *account, const struct order_to_play *order);
/* Sends an order of the guest. False: it cannot be sent, the account is not online, or its
 * queue is full. */
bool account_send(struct account *account, const struct game_order *order);

/* Logs one line: what the account does. */
void account_tell_state(struct account *account);

/* Reopens its files, after log rotation, and rereads the playing strength from the
 * configuration. */
void account_reopen(struct account *account);

/* Looks after its files; to be called every half minute. */
void account_check(struct account *account);

bool account_is_online(const struct account *account);
bool account_is_playing(const struct account *account);
