#ifndef ARENA_ARENA_RUNNER_INTERNAL_H
#define ARENA_ARENA_RUNNER_INTERNAL_H
/* What arena_runner.c shares with its tests. */

#include "arena/arena_runner.h"

/* Reads one line of a result file, without its line end. Returns false if it is
 * malformed. */
bool arena_runner_read_line(const char *line, struct arena_pair *pair);

#endif
