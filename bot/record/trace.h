#ifndef BOT_RECORD_TRACE_H
#define BOT_RECORD_TRACE_H
/*
 * The raw dialogue with the server as a text file, for `fibsbot replay` and for bug
 * reports. One line each, with the milliseconds since the start:
 *
 *     # fibsbot trace, account our_bot
 *     0 = connected
 *     312 S: login:
 *     313 C: login fibsbot 1008 our_bot ***
 *     4012 = level anna beginner
 *     5020 = last anna We have not finished a match yet.
 *     9251 = closed: the server closed the connection
 *
 * S: from the server. C: from us (the caller masks the password). =: the connection, or
 * what the player was told about a user: his remembered level, or a line of a report for
 * him ("last", or "more" if others follow). Each line is flushed.
 */

#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "bot/config/config.h"

enum { TRACE_LINE_MAX = 8192 };

struct trace;

/* Opens `path` for appending. A file that has grown to `limit` bytes (0: no limit) becomes
 * PATH.1, the older one PATH.2, ... up to PATH.`files`, and a new file continues with the
 * same clock. NULL with `err`. */
struct trace *trace_open(const char *path, const char *account, int64_t limit,
                         int files, struct error *err);

/* Writes a line. `kind`: 'S', 'C' or '='. A NULL trace drops it. */
void trace_write(struct trace *trace, int64_t now_ms, char kind, const char *text);
void trace_close(struct trace *trace);

struct trace_line {
    int64_t at_ms;
    char kind;
    char text[TRACE_LINE_MAX];
};

enum trace_result { TRACE_LINE, TRACE_END, TRACE_BAD };

/* Reads the next line of a trace. Skips comments and empty lines; copies the account's
 * name from the first line into `account`. `number` counts the lines of the file.
 * TRACE_BAD with `err` when a line is malformed. */
enum trace_result trace_read(FILE *file, int *number, char account[FIBS_NAME_MAX],
                             struct trace_line *line, struct error *err);

#endif
