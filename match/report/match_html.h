#pragma once
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

/* Where a page is one of many: the list of all matches in the folder above (""; that
 * folder itself), the way to viewer.css and viewer.js ("": beside it), and whether an engine
 * answers in the folder above (viewer_task.js). */
struct match_html_place {
    const char *list, *files;
    bool has_engine;
};

/* A page of many, with a link to the list; `report` NULL: the viewer without a match, to
 * edit positions. Its two files are those of view/page_viewer.h. */
bool match_html_page_of_many(const struct match_report *report,
                             const struct match_html_place *place, FILE *out);

/* The list: its begin, a row for each match with a link to its page NUMBER.html in
 * `folder` ("": beside it), and its end with the table of players. No page of it has more
 * than MATCH_HTML_LIST_MAX bytes: once it is full, the next matches go into another one,
 * list2.html ... in `folder`, and of the players those with the fewest matches are left out,
 * which is said. */
enum { MATCH_HTML_LIST_MAX = 2000000, MATCH_HTML_LIST_ROWS = 1200000 };
void match_html_list_begin(FILE *out);
bool match_html_list_is_full(FILE *out);
void match_html_list_match(const struct match_report *report, const char *folder,
                           int number, FILE *out);
/* Ends the first of `pages`; `table` may be NULL. */
void match_html_list_end(struct match_table *table, const char *folder, int pages,
                         FILE *out);
/* Ends a further one; `list` is the file of the first. */
void match_html_list_end_further(const char *list, FILE *out);
