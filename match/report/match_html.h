#ifndef MATCH_REPORT_MATCH_HTML_H
#define MATCH_REPORT_MATCH_HTML_H
/*
 * The analysis of a match as a page: the viewer (view/page_viewer.h) with the document of
 * match_review.h, tables of players and games, and for browsers without scripts the report
 * as text. It needs nothing from outside, unless it is one of many.
 */

#include <stdio.h>

#include "match/match_report.h"
#include "match/report/match_table.h"

/* A page that stands alone. False: no memory, or it cannot be written. */
bool match_html_page(const struct match_report *report, FILE *out);

/* A page in a folder, beside viewer.css and viewer.js, with a link to the list of all
 * matches, a file in the folder above; and these two files. */
bool match_html_page_of_many(const struct match_report *report, const char *list,
                             FILE *out);
void match_html_style(FILE *out);
void match_html_script(FILE *out);

/* The list: its begin, a row for each match with a link to its page NUMBER.html in
 * `folder`, and its end with the table of players. */
void match_html_list_begin(FILE *out);
void match_html_list_match(const struct match_report *report, const char *folder,
                           int number, FILE *out);
void match_html_list_end(struct match_table *table,
                         FILE *out); /* `table` may be NULL */

#endif
