#ifndef LAB_STUDY_EVALUATION_RECORD_H
#define LAB_STUDY_EVALUATION_RECORD_H
/*
 * An evaluator's result for one decision, as a line of a file (line_file.h), so that a
 * stopped benchmark continues with the missing decisions:
 *
 *     EVALUATOR NUMBER SECONDS CHOSEN CANDIDATES WIN GAMMON BACKGAMMON LOST-G LOST-BG ... .
 *
 * EVALUATOR is 16 hexadecimal digits; there are five numbers for each candidate.
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "engine/board/outputs.h"
#include "lab/sets/rollout_set.h"

enum { EVALUATION_DECISIONS_MAX = 10000000 };

struct evaluation_record {
    uint64_t evaluator; /* digest of the evaluator: its name and its weights */
    int number;         /* of the decision, from 0 */
    double seconds;     /* of processor time */
    int chosen;         /* index of the candidate it would play */
    int count;          /* of candidates, 1.. */
    struct outputs value[ROLLOUT_CANDIDATES_MAX];
};

/* Reads a line without its end. Returns false if it is malformed. */
bool evaluation_record_read(const char *line, struct evaluation_record *record);

/* Writes a line that keeps all bits of the values. Returns false if writing failed. */
bool evaluation_record_write(FILE *file, const struct evaluation_record *record);

#endif
