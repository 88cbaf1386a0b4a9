#ifndef BOT_SERVICE_ACCOUNT_H
#define BOT_SERVICE_ACCOUNT_H
/*
 * One account at work: the line to the server (fibs/client), the player, the recorder and
 * the trace, joined on the event loop. A program runs many of them on one loop; what
 * they share is their office. An account knows nothing of the others.
 *
 * It is over when it has logged out for good, or its log-in was refused; the owner is
 * told and frees it later, not from within the call.
 */

#include <stdbool.h>

#include "bot/base/log.h"
#include "bot/base/secret.h"
#include "bot/config/config.h"
#include "bot/history/history.h"
#include "bot/policy/access.h"
#include "engine/engine.h"

struct account;
struct assistant;
struct event_base;
struct notify;
struct service;
struct status;
struct worker_pool;

/* Shared by all accounts; outlives them. Only base, log, worker and assistant cannot
 * be NULL. */
struct shared_services {
    struct event_base *base;
    struct log *log;
    struct worker_pool *pool;
    struct assistant *assistant;
    struct history *history;
    struct notify *notify;
    struct status *status;
    struct service *service;
    const struct access *access; /* who may play; may change while accounts play */
};

struct account_setup {
    const struct config *config; /* read as long as the account lives */
    /* The password from the environment, for an account without a password file, which
     * is read at each log-in. */
    const struct secret *secret;
    const struct shared_services *services;
    void (*on_over)(void *owner, struct account *account);
    void *owner;
};

/* NULL with `err`. Does not connect yet. */
struct account *account_new(const struct account_setup *setup, struct error *err);
void account_free(struct account *account); /* NULL is taken */

/* Connects after so many milliseconds: servers do not like many log-ins at once. */
void account_start(struct account *account, int delay_ms);

/* No new match; the one being played is finished or left, then the account logs out.
 * Called again, it can turn finish into leave. */
void account_stop(struct account *account, enum on_stop how);

/* One line to the log: how the line and the match stand. */
void account_tell_state(struct account *account);

/* Opens its files again, after rotation, and plays from now on as strongly as its
 * configuration says now. */
void account_reopen(struct account *account);

bool account_is_over(const struct account *account);
bool account_is_online(const struct account *account);
bool account_is_playing(const struct account *account);
bool account_has_failed(const struct account *account); /* over, by a refused log-in */

#endif
