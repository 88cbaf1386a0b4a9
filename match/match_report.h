#pragma once
/*
 * The analysis of a match as text: a short summary for the opponent, and the full
 * report as a file.
 */

#include <stdio.h>

#include "engine/board/notation.h"
#include "match/match_analysis.h"
#include "match/reference_level.h"

enum { MATCH_REPORT_LINES = 5, MATCH_REPORT_LINE_SIZE = 240 };

/* Writes the summary for the opponent: error rates, luck, the two worst decisions
 * and why the worst one lost.
 * `moves_up`: the opponent moved from 1 to 24, and points are numbered so. Returns the number of
 * lines. */
int match_report_lines(const struct match_turns *turns,
                       const struct match_analysis *analysis, bool moves_up,
                       char lines[MATCH_REPORT_LINES][MATCH_REPORT_LINE_SIZE]);

struct match_report {
    const struct match_turns *turns;
    const struct match_analysis *analysis;
    const char *program; /* who judges: "fibsbot 0.2.0" */
    /* A document keeps what was weighed only of decisions that lost ANALYSIS_ERROR. */
    bool has_only_errors;
};

const char *match_report_name(const struct match_report *report, enum record_side side);

enum { MATCH_STOPPED_SIZE = 48 };

/* Writes "stopped after 12 of 197 turns", or "" of a whole analysis. Returns `text`. */
const char *match_report_stopped(const struct match_report *report,
                                 char text[MATCH_STOPPED_SIZE]);

/* Writes by what the decisions of a side are judged (reference_level.h). */
void match_report_reference(const struct match_report *report, enum record_side side,
                            char reference[REFERENCE_LEVEL_SIZE]);

/* Returns how many turns were judged again by a roller that was asked for close ones only. */
int match_report_rolled(const struct match_report *report);

enum { MATCH_TURN_SIZE = 96 };

/* "take", "pass", "beaver", "raccoon", with these stakes (match_turns.h). */
const char *match_report_answer(enum record_cell_type type, int stakes);

/* Both of a bad decision: the play, the cube action, or the double that was not made. */
void match_report_worst(const struct match_turns *turns,
                        const struct match_analysis *analysis,
                        const struct match_worst_decision *worst,
                        char made[MATCH_TURN_SIZE], char better[NOTATION_SIZE]);

/* Prints every decision that is done, errors with the better one and the XGID, tables
 * of the games and of both sides, and by what they are judged. Returns false if writing
 * failed. */
bool match_report_print(const struct match_report *report, FILE *out);
