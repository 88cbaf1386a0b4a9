#pragma once
/*
 * Lines typed on a terminal, with editing, history and completion (libedit), while an
 * event loop goes on: whoever waits for a line runs the loop. Where standard input is no
 * terminal, lines are read as they come.
 *
 * Ctrl-C and Ctrl-D end the input; no signal is raised.
 */

#include <stdbool.h>

#include "base/error.h"
#include "bot/seat/terminal/terminal_complete.h"

struct event_base;
struct terminal_line;

struct terminal_line_setup {
    struct event_base *base; /* of terminal_line_base() */
    bool has_editing;    /* standard input and output are a terminal that can do it */
    const char *history; /* file of lines typed before; NULL: none */
    void *context;
    /* The prompt; valid until the next call. */
    const char *(*prompt)(void *context);
    /* Completes the line up to the cursor. */
    void (*complete)(void *context, const char *line, struct terminal_choices *choices);
    /* Shows words that could follow, and all the rest again; also without words. */
    void (*show)(void *context, const struct terminal_choices *choices);
    /* Is called whenever the loop has run. */
    void (*look)(void *context);
};

/* A loop that waits for files as well as for terminals and pipes. NULL: no memory. */
struct event_base *terminal_line_base(void);

/* NULL with `err`. */
struct terminal_line *terminal_line_new(const struct terminal_line_setup *setup,
                                        struct error *err);
/* Writes the history and gives the terminal back. May be NULL. */
void terminal_line_free(struct terminal_line *line);

/* Waits for a line and returns it without its end; valid until the next call. NULL: the
 * input has ended. */
const char *terminal_line_read(struct terminal_line *line);

/* Runs the loop until something has happened, reading nothing. False: the input is to
 * end. */
bool terminal_line_wait(struct terminal_line *line);

/* Shows prompt and line again, at the cursor; for `look` and `show`. */
void terminal_line_refresh(struct terminal_line *line);

/* The terminal has another size. */
void terminal_line_resize(struct terminal_line *line);

/* Ends the input; the waiting terminal_line_read() returns NULL, terminal_line_wait()
 * false. */
void terminal_line_end(struct terminal_line *line);
