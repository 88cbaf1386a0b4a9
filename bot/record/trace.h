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
 * S: from the server, C: from us (the password masked by the caller), =: the
 * connection, or what the player was told about a user: the level that is remembered, a
 * report to be said to him (`more`: and it is not the last line). Lines are flushed as
 * they come.
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "bot/config/config.h"

enum { TRACE_LINE_MAX = 8192 };

struct trace;

/* Appends to `path`. NULL with `err`. */
struct trace *trace_open(const char *path, const char *account, struct error *err);
/* From now on: a file that has grown to `bytes` becomes PATH.1, the one before it
 * PATH.2,
 * ... up to PATH.`files`, and a new one begins, with the same clock. 0 bytes: never. */
void trace_set_limit(struct trace *trace, int64_t bytes, int files);

/* `kind`: 'S', 'C' or '='. A NULL trace takes and drops everything. */
void trace_write(struct trace *trace, int64_t now_ms, char kind, const char *text);
void trace_close(struct trace *trace);

struct trace_line {
    int64_t at_ms;
    char kind;
    char text[TRACE_LINE_MAX];
};

enum trace_result { TRACE_LINE, TRACE_END, TRACE_BAD };

/* Reads the next line of a trace; remarks and empty lines are skipped, the account's
 * name in the head is copied into `account`. `number` counts the lines of the file.
 * TRACE_BAD with `err` when a line is not of a trace. */
enum trace_result trace_read(FILE *file, int *number, char account[FIBS_NAME_MAX],
                             struct trace_line *line, struct error *err);

#endif
