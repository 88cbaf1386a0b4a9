#ifndef MATCH_MATCH_REPORT_H
#define MATCH_MATCH_REPORT_H
/*
 * The analysis of a match in words: a few lines to tell the opponent, and the whole of
 * it as a text file.
 */

#include <stdio.h>

#include "match/match_analysis.h"

enum { REPORT_LINES = 4, REPORT_LINE_SIZE = 240 };

/* What to tell the opponent: error rates, luck, his two worst decisions. Returns the
 * number of lines. */
int match_report_lines(const struct match_turns *turns,
                       const struct match_analysis *analysis,
                       char lines[REPORT_LINES][REPORT_LINE_SIZE]);

/* Every decision and a table of both sides. False when it could not be written. */
bool match_report_print(const struct match_turns *turns,
                        const struct match_analysis *analysis, FILE *out);

#endif
