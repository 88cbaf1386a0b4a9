#pragma once
/*
 * A person at the table, in a terminal: the board is drawn in place, in colour, below it
 * what happened and the line that is typed. Where standard output is no terminal, or one
 * without cursor, boards and sentences are printed as they come.
 *
 * Runs a loop of its own until the person quits (Ctrl-C), the input ends, or
 * terminal_end() is called; the server then saves the match.
 *
 * Lines that come from elsewhere than a keyboard may come before the bot: a command waits
 * for it and for the match that is to begin.
 */

#include "base/error.h"
#include "engine/engine.h"

struct terminal;

struct terminal_setup {
    int port; /* of the server on 127.0.0.1 */
    const char *name, *password, *opponent;
    const char *level;   /* at which the bot was started; NULL: its own */
    const char *store;   /* file of what is kept between runs (seat_store.h) */
    const char *matches; /* folder of the bot's match files */
    const char *history; /* file of the lines typed; NULL: none */
    const struct engine *engine;
};

/* What `setup` points to must outlive it. NULL with `err`. */
struct terminal *terminal_new(const struct terminal_setup *setup, struct error *err);
void terminal_free(struct terminal *terminal); /* may be NULL */

/* Plays until the end. False: lines came from elsewhere than a keyboard, and one of them
 * waited in vain for the bot or the match. */
bool terminal_run(struct terminal *terminal);

/* Ends terminal_run(); may be called on any thread. */
void terminal_end(struct terminal *terminal);
