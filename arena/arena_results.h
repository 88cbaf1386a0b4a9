#pragma once
/*
 * The result file of a long match (arena_runner.h): text with one line for each pair, in
 * the order in which the pairs ended:
 *
 *     fibsbot-contest 1 CONDITIONS
 *     NUMBER PLAIN REDUCED GAMES WON GAMMONS-WON GAMMONS-LOST .
 *
 * A pair that a player has forfeited has "forfeited 0" or "forfeited 1" before the dot:
 * the first or the second player.
 *
 * CONDITIONS is any single line: results are added only to a file with the same one
 * (line_file.h).
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "arena/arena_match.h"
#include "base/error.h"

enum {
    ARENA_RESULTS_PAIRS_MAX = 50000000,
    ARENA_RESULTS_CONDITIONS_MAX = 2048 /* less than LINE_FILE_LINE_MAX */
};

/* The first words of the file. */
extern const char arena_results_magic[];

/* Reads a line, without its end, of a file of matches or of money games. Returns false if it
 * is malformed, or no pair can end so. */
bool arena_results_read_line(const char *line, bool is_match, struct arena_pair *pair);

/* Writes a line, to the disk at once. Returns false, with errno, on failure. */
bool arena_results_write(FILE *file, const struct arena_pair *pair);

/* Reads the conditions of a result file alone. Returns false if it is not there, or none. */
bool arena_results_read_conditions(const char *path,
                                   char conditions[ARENA_RESULTS_CONDITIONS_MAX]);

struct arena_results {
    struct arena_pair *pairs; /* in the order of the file */
    int64_t count;
};

/* Reads a result file without changing it, so that it may be growing: its conditions and
 * all pairs of whole lines. The caller frees the result. Returns false with `err`, and an
 * empty result, if it cannot be read or is no result file. */
bool arena_results_read(const char *path, char conditions[ARENA_RESULTS_CONDITIONS_MAX],
                        struct arena_results *results, struct error *err);
/* Takes the forfeited pairs out of a file, which may not be there, so that they can be played
 * again. False with `err`; then the file is as it was. */
bool arena_results_drop_forfeits(const char *path, struct error *err);
void arena_results_free(struct arena_results *results);
