#ifndef LAB_STUDY_EVALUATE_CUBES_H
#define LAB_STUDY_EVALUATE_CUBES_H
/*
 * Runs evaluators on a set of cube actions (cube_set.h), and reports how good they are.
 */

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"

enum { EVALUATE_CUBES_THREADS_MAX = 64 };

struct evaluate_cubes {
    const char *file;
    const char *const *names; /* of the evaluators, as they were typed */
    const char *const *specs; /* the same with the folder of weights (named_player.h) */
    int count;
    int threads; /* 1 to EVALUATE_CUBES_THREADS_MAX */
    bool is_json;
    const atomic_bool *stop; /* stop when it becomes true */
    void *context;

    /* Called as evaluator NAME begins. */
    void (*begin)(void *context, const char *name);
};

/* Runs the evaluators and writes the tables of those that have finished. Returns their
 * number: less than `count` when stopped, -1 with `err`. */
int evaluate_cubes(const struct evaluate_cubes *job, FILE *out, struct error *err);

#endif
