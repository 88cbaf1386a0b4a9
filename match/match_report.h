#ifndef MATCH_MATCH_REPORT_H
#define MATCH_MATCH_REPORT_H
/*
 * The analysis of a match as text: a short summary for the opponent, and the full
 * report as a file.
 */

#include <stdio.h>

#include "match/match_analysis.h"

enum { REPORT_LINES = 4, REPORT_LINE_SIZE = 240 };

/* Writes the summary for the opponent: error rates, luck, his two worst decisions.
 * Returns the number of lines. */
int match_report_lines(const struct match_turns *turns,
                       const struct match_analysis *analysis,
                       char lines[REPORT_LINES][REPORT_LINE_SIZE]);

/* Prints every decision and a table of both sides. Returns false if writing failed. */
bool match_report_print(const struct match_turns *turns,
                        const struct match_analysis *analysis, FILE *out);

#endif
