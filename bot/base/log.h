#pragma once
/*
 * The log: one line for each event, for people and grep.
 *
 *     2026-11-21T02:53:14Z info    our_bot/opp_a  won 2: 2-0 with opp_a
 *
 * or, for programs,
 *
 *     {"at":"2026-11-21T02:53:14Z","level":"info","account":"our_bot","match":"opp_a",
 *      "text":"won 2: 2-0 with opp_a"}                                (on one line)
 *
 * Time is UTC. Bytes that are not printable ASCII are written as \xNN, so that no chat
 * can fake a line or control the terminal. Callers mask passwords
 * (fibs_command_masked()). Each line is one write, so threads may share a log. Whoever
 * opened it owns it; there is no global log.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

enum log_level {
    LOG_ERROR,
    LOG_WARNING,
    LOG_INFO,
    LOG_DEBUG
}; /* as log.level has them */

struct log;

/* Appends to `path`, or writes to standard error when it is "". NULL with `err`. */
struct log *log_open(enum log_level level, const char *path, struct error *err);
void log_close(struct log *log); /* may be NULL */

/* Reopens the file, after log rotation moved it. False with `err`; the old file stays in
 * use then. */
bool log_reopen(struct log *log, struct error *err);

/* Sets the format: lines of text (the default) or of JSON. */
enum log_format { LOG_TEXT, LOG_JSON };
void log_set_format(struct log *log, enum log_format format);

/* Limits the file to so many bytes (0: no limit) and keeps so many older ones, PATH.1 and so
 * on (rotation.h). */
void log_limit(struct log *log, int64_t bytes, int files);

/* Sets the level: lines above it are dropped from now on. */
void log_set_level(struct log *log, enum log_level level);

/* Logs an event. `who`: whose event: "our_bot", in a match "our_bot/opp_a", "" for the
 * program's own. A NULL log drops it. */
void log_event(struct log *log, enum log_level level, const char *who,
               const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Calls `visit` with each of the last lines as text, oldest first, for the status page;
 * under the log's lock. A NULL log has none. */
enum { LOG_TAIL_MAX = 60 };
void log_tail(const struct log *log, void (*visit)(void *context, const char *line),
              void *context);
