#pragma once
/*
 * Another program as a child process that is asked in lines: starts it, sends it lines,
 * takes its answers within limits, and ends it. It is trusted with nothing: it may be
 * silent, flood, end, or not read.
 *
 * The process gets no signals from the terminal and ends with the thread that started it,
 * so that none is left however this program ends. For one thread.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum { CHILD_PATH_MAX = 4096, CHILD_WORDS_MAX = 32 };

struct child_options {
    const char *name;             /* in error texts */
    const char *path;             /* of the program */
    const char *const *arguments; /* argv, NULL at the end */
    bool is_talked_to;  /* its standard input and output are the line; else nothing, and
                        * child_connect() finds the line later */
    const char *errors; /* file to which its standard error is added, up to 1 MB; NULL:
                         * none */
};

struct child;

/* Finds `program`: a path, or a name in $PATH and then in `folders`, separated by colons.
 * Returns false if there is none that can be run. */
bool child_find(const char *program, const char *folders, char path[CHILD_PATH_MAX]);

/* Starts the program. Returns NULL with `err` on failure. `name` is kept: it outlives the
 * child. The caller ends it with child_close(), which accepts NULL: by SIGTERM, or
 * SIGKILL when it hangs. */
struct child *child_start(const struct child_options *options, struct error *err);
void child_close(struct child *child);

/* Waits up to `seconds` for the program to listen on the Unix socket at `path`, which
 * becomes the line. */
bool child_connect(struct child *child, const char *path, int seconds,
                   struct error *err);

/* How long to wait. While it computes, the time begins again up to `patience` times: a busy
 * machine can delay it. */
struct child_limit {
    int timeout_ms;
    int patience;
};

/* Sends a text, line ends included. False with `err`: it is gone, or has not read for too
 * long. */
bool child_send(struct child *child, const char *text, const struct child_limit *limit,
                struct error *err);

/* Takes the next line, without its end ('\r' too), into `line`, which has `size` bytes.
 * False with `err`: it is gone, silent until `deadline_ms` (clock_ms()), or the line is
 * longer. A NUL ends the line's text. */
bool child_receive(struct child *child, char *line, size_t size, int64_t deadline_ms,
                   const struct child_limit *limit, struct error *err);

/* Whether it has said something that was not taken yet, as far as has arrived. */
bool child_has_more(const struct child *child);

int child_process(const struct child *child);

/* The processor time that it has used since child_start() or child_connect(). */
double child_seconds(const struct child *child);
