#ifndef LAB_STUDY_EVALUATION_RUN_H
#define LAB_STUDY_EVALUATION_RUN_H
/*
 * Runs one evaluator on the decisions of a rollout set: on several threads, each result
 * written to a file at once, until done or stopped by a signal or a time limit.
 */

#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

#include "lab/study/benchmark.h"
#include "lab/study/evaluation_record.h"

enum { EVALUATION_THREADS_MAX = 64 };

/* How far a run is. */
struct evaluation_state {
    int done;          /* decisions that have a record */
    double per_second; /* in this run */
    const struct evaluation_record *records;
};

struct evaluation {
    const char *name; /* for errors */
    const char *spec; /* evaluation_source.h */
    uint64_t digest;  /* in its records, as evaluation_record.evaluator */
    const struct rollout_set *set;
    int threads;             /* 1 to EVALUATION_THREADS_MAX */
    FILE *file;              /* gets a line for each decision; NULL: none */
    const atomic_bool *stop; /* begin no other decision when it becomes true */
    double ends;             /* nor after this work_now(), but for the first one */
    void *context;

    /* Called several times a second from evaluation_run()'s thread, once a decision of
     * this run is done. */
    void (*report)(void *context, const struct evaluation_state *state);
};

/* Fills those of `records` (one for each decision of the set, in order) that have count
 * 0. Stopped, it leaves some of them so. False with `err`. */
bool evaluation_run(const struct evaluation *evaluation,
                    struct evaluation_record *records, struct error *err);

/* Figures of the records that are there. */
struct benchmark_sums evaluation_record(const struct rollout_set *set,
                                        const struct evaluation_record *records);

/* The values of a record for decision `n` beside the rollout's; returns the number of
 * candidates. */
int evaluation_candidates(const struct rollout_set *set, int n,
                          const struct evaluation_record *record,
                          struct rollout_candidate candidates[ROLLOUT_CANDIDATES_MAX]);

#endif
