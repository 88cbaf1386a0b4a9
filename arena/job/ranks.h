#pragma once
/*
 * Work in numbered units on the threads of one program or, in fibsbot-mpi, of all its
 * ranks: processes that mpirun starts on one or many machines. Rank 0 gives out the units
 * one by one and takes the results; every rank, rank 0 too, does them on its threads. All
 * ranks are started with the same command line and must be the same program: results
 * travel as the bytes of a struct.
 *
 * A rank that ends ends the others (mpirun sees to it), with a status other than 0. What
 * rank 0 has taken until then is in its result file, and the same command with
 * --resume goes on.
 *
 * This is the only file that knows MPI. Without it there is one rank.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* Starts MPI, before anything else looks at the arguments; false if it has not what is
 * needed. ranks_end() ends it and returns the exit status; a failure (neither 0 nor
 * `stopped`) ends all ranks. */
bool ranks_begin(int *argc, char ***argv);
int ranks_end(int status, int stopped);

int ranks_count(void);
bool ranks_is_first(void); /* rank 0, which alone writes and prints */

/* This rank, for people: "rank 3 of 16 on HOST". */
struct ranks_name {
    char text[112];
};
struct ranks_name ranks_name(void);

/* Returns rank 0's `value` on every rank. Every rank must call it. */
int ranks_share(int value);

/* Compares `text`, which must be the same on all ranks; `what` names it in errors. On rank
 * 0 false with `err`, which names the first rank that differs; on the others true. Every
 * rank must call it. */
bool ranks_agree(const char *what, const char *text, struct error *err);

struct ranks_work {
    void *context;
    size_t result_max; /* bytes of a result */
    /* Whether a unit is to be done; on rank 0, one call at a time. NULL: all are. */
    bool (*is_wanted)(void *context, int64_t unit);
    /* Whether no more units are begun in this run; on rank 0, one call at a time. NULL:
     * never. */
    bool (*is_over)(void *context);
    /* Does a unit on thread 0..threads-1 and returns the size of its result, which
     * depends on the number alone. `result` is aligned for any type. */
    size_t (*work)(void *context, int64_t unit, int thread, void *result);
    /* Takes a result; on rank 0, one call at a time. */
    void (*take)(void *context, int64_t unit, const void *result, size_t size);
    /* Called on rank 0's calling thread, about once a second. NULL: never. */
    void (*watch)(void *context);
};

struct ranks;

/* Returns NULL with `err` without memory. Every rank must call it; their `threads` may
 * differ. Closing lets the other ranks go. `work` is copied. */
struct ranks *ranks_open(const struct ranks_work *work, int threads, struct error *err);
void ranks_close(struct ranks *ranks); /* may be NULL */

/* On rank 0: has the units first..first+count-1 done and returns when all results are
 * taken. On another rank: does units until rank 0 closes. False with `err` if its threads
 * cannot be started; then it has done nothing. */
bool ranks_run(struct ranks *ranks, int64_t first, int64_t count, struct error *err);

/* What rank 0 has spent on units of other ranks: their number and its processor time. */
struct ranks_cost {
    int64_t units;
    double seconds;
};
struct ranks_cost ranks_cost(const struct ranks *ranks);
