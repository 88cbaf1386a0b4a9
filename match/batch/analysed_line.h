#pragma once
/* The analysis of a turn as a line of the file of --save. */

#include <stdbool.h>
#include <stdio.h>

#include "match/match_analysis.h"

/* A line: is_analysed, is_choice, loss, luck, is_cube_choice, cube_loss, the number of
 * moves of the best play and their points, of an answer to a double the best one; then,
 * which files of former versions lack, the detail: "by" and a roller; "cube" and its
 * table; for each candidate "play", or "made" for that made, with its figures and moves. A
 * blank after each number and word. */
void analysed_line_write(const struct match_analysed_turn *turn, FILE *file);

/* Reads one without its end; false: it is none. */
bool analysed_line_read(const char *line, struct match_analysed_turn *turn);

/* Whether the plays of what was read can be made on the turn: who shows them relies on it. */
bool analysed_line_fits(const struct match_turn *turn,
                        const struct match_analysed_turn *saved);
