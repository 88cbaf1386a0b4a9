#pragma once
/*
 * Keeps a file that is written at its end within a limit: at that size PATH becomes PATH.1,
 * PATH.1 becomes PATH.2, and the last one goes. Several writers may share a file: who finds
 * that it has been moved only opens it again.
 */

#include <stdbool.h>
#include <stdint.h>

#include "bot/base/own_file.h"

struct rotation {
    const char *path;
    int64_t limit; /* bytes; 0: none */
    int files;     /* rotated ones that are kept */
    enum own_file own;
};

/* Returns whether the file, open as `fd`, is no longer at its path and must be opened
 * again: it has reached its limit and was moved now, or somebody else has moved it. It is
 * not moved where that would replace or move what is not ours. */
bool rotation_moves(const struct rotation *rotation, int fd);
