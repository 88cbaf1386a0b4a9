#ifndef ARENA_SERIES_H
#define ARENA_SERIES_H
/*
 * A long contest (contest.h): many pairs on several threads, saved while it goes on.
 *
 * The file of results is text, one line a pair in the order in which they finished:
 *
 *     fibsbot-contest 1 CONDITIONS
 *     NUMBER PLAIN REDUCED GAMES WON GAMMONS-WON GAMMONS-LOST .
 *
 * CONDITIONS is one line without meaning here: results are only added to a file that
 * has the same one (line_file.h).
 */

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arena/contest.h"
#include "base/error.h"

enum {
    SERIES_THREADS_MAX = 64,
    SERIES_PAIRS_MAX = 50000000,
    SERIES_CONDITIONS_MAX = 2048 /* less than LINE_FILE_LINE_MAX */
};

/* How things stand, told once a second or so on the calling thread. */
struct series_progress {
    struct contest_figures figures;
    int64_t pairs_wanted;
    double seconds;       /* since the start, of this run */
    int64_t pairs_of_run; /* without those that were read from the file */
    double seconds_left;  /* at this rate */
};

struct series_options {
    struct contest_rules rules;
    const char *player[2]; /* contestant.h */
    enum luck_judge luck;
    const char *judge; /* of luck: the weights, unless luck is LUCK_NONE */
    int64_t pairs;
    int threads;
    const char *file; /* results; NULL: none */
    bool is_resumed;  /* go on with `file`; else it must not be there yet */
    const char *conditions;
    const atomic_bool *stop; /* becomes true: finish the pairs being played */
    double minutes;          /* likewise after so long; 0: no limit */
    void (*report)(void *context, const struct series_progress *progress);
    void *context;
    struct contest_watcher watcher; /* called on any thread, one at a time */
};

struct series_result {
    struct contest_pair *pairs; /* sorted by number */
    int64_t count;
    double seconds;
    int64_t pairs_of_run;
    struct contestant_effort effort[2]; /* of this run */
};

/* Plays the pairs 0 .. pairs-1 that are not in the file yet. `result` is filled also
 * when it fails, with the pairs that were played until then; series_free() frees it. */
bool series_play(const struct series_options *options, struct series_result *result,
                 struct error *err);
void series_free(struct series_result *result);

/* One line of a file, without its line end; false when it is none. */
bool series_read_line(const char *line, struct contest_pair *pair);

#endif
