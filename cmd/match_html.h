#ifndef CMD_MATCH_HTML_H
#define CMD_MATCH_HTML_H
/* The analysis of matches as one HTML page without scripts or outside files: tables,
 * curves of what both players lost and of the luck, and a board for each error. */

#include <stdio.h>

#include "match/match_report.h"

void match_html_begin(FILE *out);
void match_html_match(const struct match_report *report, FILE *out);
void match_html_end(FILE *out);

#endif
