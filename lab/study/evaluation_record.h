#ifndef LAB_STUDY_EVALUATION_RECORD_H
#define LAB_STUDY_EVALUATION_RECORD_H
/*
 * What an evaluator said to one decision, as a line of a file (line_file.h), so that
 * judging that was stopped goes on with the decisions that are missing:
 *
 *     WHO NUMBER SECONDS CHOSEN CANDIDATES WIN GAMMON BACKGAMMON LOST-G LOST-BG ... .
 *
 * WHO being 16 hexadecimal digits, and five numbers for each candidate.
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "engine/board/outputs.h"
#include "lab/study/evaluation_source.h"

enum { BENCHMARK_DECISIONS_MAX = 10000000 };

struct evaluation_record {
    uint64_t who;   /* digest of the evaluator: its name and its weights */
    int number;     /* of the decision, from 0 */
    double seconds; /* of processor time */
    int chosen;     /* index of the candidate it would play */
    int count;      /* of candidates, 1.. */
    struct outputs value[BENCHMARK_CANDIDATES_MAX];
};

/* A line without its end; false when it is none. */
bool evaluation_record_read(const char *line, struct evaluation_record *record);

/* False when it cannot be written. All bits of the values are kept. */
bool evaluation_record_write(FILE *file, const struct evaluation_record *record);

#endif
