#pragma once
/*
 * Looks at what the paths of the configuration lead to, as the table of path options says
 * (path_options.h). Nothing that was there is changed; a test block is written beside what
 * is to be written, and removed again.
 */

#include <sys/types.h>

#include "bot/config/path_options.h"

/* Returns whether the path can be used: it is a file or a folder as it should be, may be
 * read or written, has room for a test block, and what is written there, or beside it by
 * a rotation, replaces nothing that is not ours. False with `err`. */
bool path_check(const struct path_option *row, const struct config *config,
                const char *path, struct error *err);

/* Writes what may fail later, and returns how many that is: others can write there, root
 * makes files that another user has to write, little room is left, a file that cannot be
 * rotated. */
enum { PATH_CHECK_DOUBTS = 4 };
int path_check_doubts(const struct path_option *row, const struct config *config,
                      const char *path, struct error doubts[PATH_CHECK_DOUBTS]);

/* Where a path leads, whatever its name. */
struct path_place {
    const struct path_option *row;
    const struct config *config;
    char path[PATHS_MAX]; /* absolute, without links as far as it exists */
    dev_t device;
    ino_t number; /* 0: nothing is there */
};
void path_place_find(const struct path_option *row, const struct config *config,
                     const char *path, struct path_place *place);

/* Returns whether one of two options would write into the file of the other, or into what
 * stands beside it: PATH.1 of a log, PATH-wal of a database. */
bool path_places_collide(const struct path_place *a, const struct path_place *b);
