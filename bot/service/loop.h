#pragma once
/*
 * Runs all accounts (account.h) on one event loop, with what they share: the worker
 * pool, the log, the history, notifications, the status page. The loop never runs the
 * engine and never blocks; signals are events of the loop.
 *
 *   SIGTERM, SIGINT  stop as play.on_stop says, and say how long that takes at most
 *                    (play.stop_after); a second one leaves the matches at
 *                    once, a third one closes the connections. One within a second of
 *                    the last is the same stop: a terminal and a service manager may
 *                    both send one. When the time is over the next stop comes by itself
 *   SIGHUP           rereads the configuration (config_take_over()) and the
 *                    lists of who may play, reopens the log and the decisions files;
 *                    matches go on. With `ends_with_terminal` it leaves the matches and
 *                    ends, unless it was ignored before, as by nohup
 *   SIGUSR1          logs the status of the program and of each account
 */

#include "bot/base/log.h"
#include "bot/base/secret.h"
#include "bot/config/config.h"
#include "bot/history/history.h"
#include "bot/service/account.h"
#include "engine/engine.h"

struct loop;

/* A guest of the whole loop; see account.h. */
struct loop_guest {
    struct account_guest accounts;
    /* Each may be NULL. Called once before the accounts start. False with `err`: the loop
     * ends. */
    bool (*open)(void *context, struct loop *loop, struct error *err);
    /* The program is asked to stop, before the accounts are. */
    void (*stop)(void *context);
    /* Called once after the accounts have ended, if open() was. */
    void (*close)(void *context);
};

struct loop_setup {
    int count; /* of accounts, at least 1 */
    const struct config *configs[CONFIG_LOGINS_MAX];
    /* The password from the environment, for accounts without a password file. The
     * caller wipes it after the run. */
    const struct secret *secret;
    struct engine *engine;
    struct log *log;
    struct history *history; /* may be NULL */
    const char *version;     /* of the program, for the status page; may be NULL */
    const char *program;     /* with its name, for match files and analyses; or NULL */
    /* Rereads the configuration file into `configs`, in place; may be NULL. */
    void (*read_again)(void *context);
    void *context;
    bool ends_with_terminal;        /* somebody plays there: SIGHUP is the end */
    const struct loop_guest *guest; /* may be NULL */
};

/* Signals that come after the run are ignored, so that none interrupts the closing of the
 * history; loop_closed() says when that is done, which may take LOOP_CLOSING_S. */
enum { LOOP_CLOSING_S = 40 };

/* How it ended: well; with an account that could not start for a reason that passes
 * (error.h); with one that somebody has to correct, or whose log-in was refused. */
enum loop_end { LOOP_DONE, LOOP_PASSES, LOOP_FAILED };

/* Plays until asked to stop, until all accounts have played their play.max_matches, or
 * until no account can log in. */
enum loop_end loop_run(const struct loop_setup *setup);
void loop_closed(void);

/* For a guest. loop_order() and loop_send() are account_order() and account_send() of the
 * account of that name; without effect and false if there is none. */
const struct account_services *loop_services(const struct loop *loop);
void loop_order(struct loop *loop, const char *account,
                const struct order_to_play *order);
bool loop_send(struct loop *loop, const char *account, const struct game_order *order);
/* The guest is done: logs all accounts out when they have heard the end of their matches,
 * or at once if it has failed, for the reason `why`; NULL: it has not. */
void loop_finish(struct loop *loop, const struct error *why);
