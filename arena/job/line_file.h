#pragma once
/*
 * A result file: a text file with a heading and one line for each result, so that work
 * that was stopped or killed can continue where the file ends. The heading states the
 * conditions of the results; a file with other conditions is refused. A last line that
 * was cut off by a kill is dropped; any other malformed line is refused with its
 * number. One program at a time has it open (file_lock()).
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"

enum { LINE_FILE_LINE_MAX = 4096 }; /* with its line end */

struct line_file {
    const char *path;
    const char *magic;         /* first part of the heading: kind and version */
    const char *conditions;    /* second part of the heading; one line */
    const char *const *former; /* how earlier versions wrote it, also taken, up to NULL;
                                * NULL: alike */
    const char *expected; /* what a line holds, for errors: "the results of a pair" */
    bool is_resumed;      /* continue the file if it exists; else it must not exist */

    /* Called for each line, without its end; returns false if it is malformed. */
    bool (*take)(void *context, const char *line);
    void *context;
};

/* Reads the file and opens it for appending. Returns NULL with `err` on failure. The
 * caller closes it with fclose(). */
FILE *line_file_open(const struct line_file *lines, struct error *err);

/* Sets `err` to what differs between two conditions, from its word on, of a long path
 * from its folder on. False. */
bool line_file_differs(const char *expected, const char *found, struct error *err);

/* Read a number and the blank after it, and move `*at` past both. Return false if
 * there is no number, or if it is negative, more than `most`, or not finite. */
bool line_file_integer(const char **at, int64_t most, int64_t *number);
bool line_file_number(const char **at, double *number);
