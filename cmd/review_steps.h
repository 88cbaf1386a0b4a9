#pragma once
/* Stepping through the errors of matches in the terminal, a key a step. */

#include "match/match_report.h"

/* The errors of one match, in the order of play. */
struct review_match {
    struct match_report report;
    struct match_analysis *analysis; /* that of the report */
    const char *path;
    int count;
    struct match_worst_decision *errors;
};

/* Shows one error after the other until the person quits or the input ends. Keys of a
 * terminal come without Enter. */
void review_steps(const struct review_match *matches, int count);
