#ifndef LAB_STUDY_EVALUATE_REPORT_H
#define LAB_STUDY_EVALUATE_REPORT_H
/*
 * What `lab evaluate` reports of evaluators on a set of rolled-out decisions: Markdown tables,
 * of all and by class of position, or a line of JSON.
 */

#include <stdbool.h>
#include <stdio.h>

#include "lab/study/benchmark.h"

/* An evaluator; the pointers are the caller's. */
struct evaluate_verdict {
    const char *name;
    double ms;     /* a decision */
    bool shows_ms; /* in the tables: not if its time is another process's */
    const struct benchmark_sums *all;
    const double *losses;                  /* by decision */
    const struct benchmark_sums *by_first; /* the first one's values being the truth */
    const struct benchmark_sums *by_class; /* [BENCHMARK_CLASSES] */
};

struct evaluate_report {
    const char *file;
    int decisions;
    int count;
    const struct evaluate_verdict *verdicts;
    const struct benchmark_sums *perfect; /* a perfect player's; NULL: not known */
};

void evaluate_report_print(const struct evaluate_report *report, FILE *out);
void evaluate_report_json(const struct evaluate_report *report, FILE *out);

#endif
