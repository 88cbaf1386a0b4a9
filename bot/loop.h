#ifndef BOT_LOOP_H
#define BOT_LOOP_H
/*
 * The program at work: one event loop that joins the line to the server (fibs/client),
 * the player, the thinker, the scribe with all it writes to, and the log. The loop
 * never thinks and never blocks; signals come to it as events.
 *
 *   SIGTERM, SIGINT  stop as [play] on_stop says; a second one leaves the match at
 *                    once, a third one drops the line
 *   SIGHUP           opens the log and the decisions file again
 */

#include "bot/config.h"
#include "bot/history.h"
#include "bot/log.h"
#include "bot/secret.h"
#include "bot/trace.h"
#include "engine/engine.h"

struct loop_setup {
    const struct config *config;
    /* The password, when it came from the environment; empty: it is read from the
     * password file at each log-in. Wiped by the caller after the run. */
    const struct secret *secret;
    struct engine *engine;
    struct strength strength;
    struct log *log;
    struct history *history; /* may be NULL */
    struct trace *trace;     /* may be NULL */
};

/* Plays until told to stop, until matches enough are played, or until the log-in is
 * refused. Returns the exit status of the program. */
int loop_run(const struct loop_setup *setup);

#endif
