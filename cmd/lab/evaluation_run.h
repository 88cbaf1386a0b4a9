#ifndef CMD_LAB_EVALUATION_RUN_H
#define CMD_LAB_EVALUATION_RUN_H
/*
 * Runs one evaluator on the decisions of a rollout set: on several threads, each result
 * written to a file at once, until done or stopped by a signal or a time limit.
 */

#include <stdint.h>
#include <stdio.h>

#include "cmd/lab/rollout_set.h"
#include "cmd/tool/lab_run.h"
#include "lab/study/evaluation_record.h"

enum { EVALUATION_THREADS_MAX = 64 };

struct evaluation {
    const char *name; /* for progress */
    const char *spec; /* evaluation_source.h */
    uint64_t digest;  /* in its records, as evaluation_record.evaluator */
    const struct rollout_set *set;
    int threads;         /* 1 to EVALUATION_THREADS_MAX */
    FILE *file;          /* gets a line for each decision; NULL: none */
    struct lab_run *run; /* over: finishes the decisions under way, one at least */
};

/* Fills those of `records` (one for each decision of the set, in order) that have count
 * 0. Stopped, it leaves some of them so. False with `err`. */
bool evaluation_run(const struct evaluation *evaluation,
                    struct evaluation_record *records, struct error *err);

/* Figures of the records that are there. */
struct evaluation_result evaluation_record(const struct rollout_set *set,
                                           const struct evaluation_record *records);

/* The values of a record for decision `n` beside the rollout's; returns the number of
 * candidates. */
int evaluation_candidates(const struct rollout_set *set, int n,
                          const struct evaluation_record *record,
                          struct candidate candidates[BENCHMARK_CANDIDATES_MAX]);

#endif
