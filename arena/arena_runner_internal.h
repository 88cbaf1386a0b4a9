#ifndef ARENA_ARENA_RUNNER_INTERNAL_H
#define ARENA_ARENA_RUNNER_INTERNAL_H
/* What arena_runner.c shares with its tests. */

#include "arena/arena_runner.h"

/* One line of a file, without its line end; false when it is none. */
bool arena_runner_read_line(const char *line, struct arena_pair *pair);

#endif
