#pragma once
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
 * S: from the server. C: from us (the caller masks the password). =: what else session
 * and player heard, so that a replay comes to the same commands: each stands before
 * what it has led to. cmd/cmd_replay.c reads them; bot/service writes
 *
 *     connected, closed: WHY      the connection
 *     level NAME LEVEL            the level of a user, as remembered
 *     more NAME TEXT, last ...    a line of a report for them; the last one
 *     clock session|player        a time of theirs has run out
 *     answer NUMBER               a decision has been made
 *     stop finish|game|leave      asked to stop
 *     log out                     asked to log out
 *     seed NUMBER                 of the errors of weak levels
 *     recent KIND MS NAME         an event of the last day, so long ago
 *     minute N                    of the week, where hours are set
 *     orders; order NAME LENGTH FLAGS  of a tournament
 *     reloaded                    the configuration, of which nothing is written
 *
 * The remark "# all inputs" says that all of them are there; older traces have only the
 * first four. Each line is flushed.
 */

#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "bot/config/config.h"

enum { TRACE_LINE_MAX = 8192 };

struct trace;

/* What `trace` is. */
struct trace_setup {
    const char *path, *account;
    int64_t limit;        /* bytes; 0: none */
    int files;            /* rotated ones to keep */
    bool has_inputs;      /* the caller writes all lines "=" */
    bool hides_addresses; /* and private talk, as trace_mask.h says */
};

/* Opens `path` for appending. A file that has grown to `limit` bytes becomes PATH.1, the older
 * one PATH.2, ... up to PATH.`files`, and a new file continues with the same clock.
 * `setup` is copied. NULL with `err`. */
struct trace *trace_open(const struct trace_setup *setup, struct error *err);

/* Writes a line. `kind`: 'S', 'C' or '='. A NULL trace drops it. */
void trace_write(struct trace *trace, int64_t now_ms, char kind, const char *text);
/* A line "=" like printf(). */
void trace_input(struct trace *trace, int64_t now_ms, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void trace_close(struct trace *trace);

struct trace_line {
    int64_t at_ms;
    char kind;
    char text[TRACE_LINE_MAX];
};

enum trace_result { TRACE_LINE, TRACE_END, TRACE_BAD };

/* Where a trace is read from; the rest is 0 at first. */
struct trace_reader {
    FILE *file;
    int number; /* of the last line read */
    char account[USER_NAME_SIZE];
    bool has_inputs;
    bool has_head;   /* the line after it has not been read */
    bool begins_run; /* the last line read is the first of a run of the program */
};

/* Reads the next line of a trace. Skips remarks and empty lines, and learns from them.
 * TRACE_BAD with `err` when a line is malformed. */
enum trace_result trace_read(struct trace_reader *reader, struct trace_line *line,
                             struct error *err);
