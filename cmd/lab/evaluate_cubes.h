#ifndef CMD_LAB_EVALUATE_CUBES_H
#define CMD_LAB_EVALUATE_CUBES_H
/*
 * `fibsbot lab evaluate` on cube actions with their equities (cube_set.h).
 */

#include "base/error.h"
#include "cmd/tool/lab_run.h"

enum { EVALUATE_CUBES_THREADS_MAX = 64 };

struct evaluate_cubes {
    const char *file;
    const char *const *names; /* of the evaluators, as they were typed */
    const char *const *specs; /* the same with the folder of weights (named_player.h) */
    int count;
    int threads; /* 1 to EVALUATE_CUBES_THREADS_MAX */
    bool is_json;
    struct lab_progress *progress;
};

/* Runs the evaluators and prints the tables. Returns the exit status: 0, or LAB_STOPPED
 * with a message when a signal came before the end; 1 with `err`. */
int evaluate_cubes(const struct evaluate_cubes *job, struct error *err);

#endif
