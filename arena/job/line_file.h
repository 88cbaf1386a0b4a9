#ifndef ARENA_JOB_LINE_FILE_H
#define ARENA_JOB_LINE_FILE_H
/*
 * Results kept as they come: a text file of one heading and a line for each result, so
 * that work that was stopped or killed goes on where the file ends. The heading says
 * under which conditions the results were found; those of others are refused. A last
 * line that a kill has cut short is dropped; any other that does not fit is refused
 * with its number.
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"

enum { LINE_FILE_LINE_MAX = 4096 }; /* with its line end */

struct line_file {
    const char *path;
    const char *magic;      /* begins the heading: kind and version of the file */
    const char *conditions; /* ends it; one line */
    const char *expected;   /* of a line, for errors: "the results of a pair" */
    bool is_resumed; /* go on with the file, if it is there; else it must not be */

    /* A line that is there, without its end; false when it is none. */
    bool (*take)(void *context, const char *line);
    void *context;
};

/* Reads what the file has and opens it for more; NULL with `err`. */
FILE *line_file_open(const struct line_file *lines, struct error *err);

/* What lines are made of: a number and the blank after it, which `*at` is moved behind.
 * False when there is none, or one that is negative, more than `most`, or not finite.
 */
bool line_file_integer(const char **at, int64_t most, int64_t *number);
bool line_file_number(const char **at, double *number);

#endif
