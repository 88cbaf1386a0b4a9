#ifndef ARENA_ARENA_RUNNER_H
#define ARENA_ARENA_RUNNER_H
/*
 * A long match (match.h): many pairs on several threads, saved while it goes on.
 *
 * The file of results is text, one line a pair in the order in which they finished:
 *
 *     fibsbot-match 1 CONDITIONS
 *     NUMBER PLAIN REDUCED GAMES WON GAMMONS-WON GAMMONS-LOST .
 *
 * CONDITIONS is one line without meaning here: results are only added to a file that
 * has the same one (line_file.h).
 */

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arena/arena_match.h"
#include "base/error.h"

enum {
    ARENA_RUNNER_THREADS_MAX = 64,
    ARENA_RUNNER_PAIRS_MAX = 50000000,
    ARENA_RUNNER_CONDITIONS_MAX = 2048 /* less than LINE_FILE_LINE_MAX */
};

/* How things stand, told once a second or so on the calling thread. */
struct arena_runner_progress {
    struct arena_figures figures;
    int64_t pairs_wanted;
    double seconds;       /* since the start, of this run */
    int64_t pairs_of_run; /* without those that were read from the file */
    double seconds_left;  /* at this rate */
};

struct arena_runner_options {
    struct arena_rules rules;
    const char *player[2]; /* player.h */
    enum luck_evaluation luck;
    const char *judge; /* of luck: the weights, unless luck is LUCK_NONE */
    int64_t pairs;
    int threads;
    const char *file; /* results; NULL: none */
    bool is_resumed;  /* go on with `file`; else it must not be there yet */
    const char *conditions;
    const atomic_bool *stop; /* becomes true: finish the pairs being played */
    double minutes;          /* likewise after so long; 0: no limit */
    void (*report)(void *context, const struct arena_runner_progress *progress);
    void *context;
    struct arena_watcher watcher; /* called on any thread, one at a time */
};

struct arena_runner_result {
    struct arena_pair *pairs; /* sorted by number */
    int64_t count;
    double seconds;
    int64_t pairs_of_run;
    struct arena_player_effort effort[2]; /* of this run */
};

/* Plays the pairs 0 .. pairs-1 that are not in the file yet. `result` is filled also
 * when it fails, with the pairs that were played until then; arena_runner_free() frees it. */
bool arena_runner_play(const struct arena_runner_options *options,
                       struct arena_runner_result *result, struct error *err);
void arena_runner_free(struct arena_runner_result *result);

#endif
