#pragma once
/*
 * The pages of `analyse --report FILE.html`: one that stands alone or, of several matches, a
 * list, and beside it the folder FILE_files with a page for each, their style and script.
 */

#include "base/file.h"
#include "match/report/match_html.h"

enum { ANALYSE_PAGES_NAME = 24 }; /* of a file in the folder */

struct analyse_pages {
    struct file_draft page; /* its stream is NULL: none is wanted */
    struct file_draft
        further; /* the page of the list that gets matches, if not the first */
    bool is_many;
    int count; /* of the matches so far */
    int lists; /* pages of the list */
    char further_path[FILE_PATH_MAX + ANALYSE_PAGES_NAME];
    char folder[FILE_PATH_MAX]; /* of many */
};

/* Begins the page or list, which gets its name when it is whole; `path` NULL: none is
 * wanted. False with `err`, as in all. */
bool analyse_pages_open(struct analyse_pages *pages, const char *path, bool is_many,
                        struct error *err);
bool analyse_pages_add(struct analyse_pages *pages, const struct match_report *report,
                       struct error *err);
bool analyse_pages_close(struct analyse_pages *pages, struct match_table *table,
                         struct error *err);
