#pragma once
/* The errors of an analysed match one at a time, as text for a terminal. */

#include <stdbool.h>
#include <stdio.h>

#include "match/match_report.h"

/* Lists what a side (enum record_side; -1: both) lost at least `least` by, in the order of
 * play. Returns its number, at most `max`. */
int match_errors_of(const struct match_report *report, int side, double least,
                    struct match_worst_decision *errors, int max);

/* Prints one: the board as the player saw it, what was made and lost, the candidates or
 * the cube table with chances in percent, why it lost, and the XGID. `rows`: of the window,
 * 0: any number; where they are too few, gaps and candidates between the best play and the
 * one made are left out, then the board. `has_colours`: with ANSI colours. No line
 * is wider than 80 columns; what stands beside the board goes below it where names are long. */
void match_error_print(const struct match_report *report,
                       const struct match_worst_decision *error, int rows,
                       bool has_colours, FILE *out);
