#ifndef MATCH_REPORT_MATCH_HTML_H
#define MATCH_REPORT_MATCH_HTML_H
/* The analysis of matches as one HTML page without scripts or outside files: tables,
 * curves of what both players lost and of the luck, and a board for each error. */

#include <stdio.h>

#include "match/match_report.h"

/* One page: its begin with its title, any number of matches, its end. Names are
 * escaped. */
void match_html_begin(const char *title, FILE *out);
void match_html_match(const struct match_report *report, FILE *out);
void match_html_end(FILE *out);

#endif
