#ifndef ARENA_CHILD_ERROR_FILE_H
#define ARENA_CHILD_ERROR_FILE_H
/*
 * The standard error of another program, added to a file through a pipe, so that a flood
 * fills no disk: beyond ERROR_FILE_MAX bytes the file grows no more, with a word about it.
 */

#include <stdbool.h>

enum { ERROR_FILE_MAX = 1 << 20 }; /* bytes */

struct error_file {
    int pipe;   /* to be read; -1: none */
    int writer; /* the program's end */
    int file;
    bool is_full;
};

/* Opens the file, or /dev/null without a name. False with errno. */
bool error_file_open(struct error_file *errors, const char *path);

/* Closes the program's end here, once it runs. */
void error_file_started(struct error_file *errors);

/* Takes what has come, without waiting. */
void error_file_take(struct error_file *errors);

void error_file_close(struct error_file *errors); /* with what is left */

#endif
