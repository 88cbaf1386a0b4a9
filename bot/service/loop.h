#ifndef BOT_SERVICE_LOOP_H
#define BOT_SERVICE_LOOP_H
/*
 * The program at work: one event loop with all its accounts (account.h), and what they
 * share: the threads that think, the log, the history, notifications, the status page.
 * The loop never thinks and never blocks; signals come to it as events.
 *
 *   SIGTERM, SIGINT  stop as [play] on_stop says; a second one leaves the matches at
 *                    once, a third one drops the lines
 *   SIGHUP           reads the configuration again (bot/config/config_reload.h), opens the log
 *                    and the decisions files again, reads the lists of who may play; no
 *                    match is dropped for it
 *   SIGUSR1          tells the log how everything stands
 */

#include "bot/base/log.h"
#include "bot/base/secret.h"
#include "bot/config/config.h"
#include "bot/history/history.h"
#include "engine/engine.h"

struct loop_setup {
    int count; /* of accounts, at least 1 */
    const struct config *configs[CONFIG_ACCOUNTS_MAX];
    /* The password from the environment, of the accounts without a password file. Wiped
     * by the caller after the run. */
    const struct secret *secret;
    struct engine *engine;
    struct log *log;
    struct history *history; /* may be NULL */
    /* Brings the configs up to date with their file, in place; may be NULL. */
    void (*read_again)(void *context);
    void *context;
};

/* Plays until told to stop, until matches enough are played, or until no account can
 * log in any more. Returns the exit status of the program: 1 if the log-in of any was
 * refused, or could not begin. */
int loop_run(const struct loop_setup *setup);

#endif
