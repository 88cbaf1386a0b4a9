#ifndef CMD_TOURNEY_TOURNEY_PAGE_H
#define CMD_TOURNEY_TOURNEY_PAGE_H
/*
 * The page of a match or tournament, `tourney --html`: standings, cross table and curves,
 * in one file without scripts or anything from elsewhere.
 */

#include <stdbool.h>

#include "arena/rating/rating.h"
#include "base/error.h"

struct tourney_page_match {
    int player[2];                  /* places in the standings */
    const struct arena_pair *pairs; /* in the order of their numbers */
    int64_t count;
    const char *conditions; /* of its result file */
};

struct tourney_page {
    const struct rating_standings *standings;
    struct arena_rules rules;
    bool is_reduced; /* results have the luck taken out */
    const struct tourney_page_match *match;
    int count;
};

/* Writes the page to a file beside `path` that then takes its place. Returns false with
 * `err` on failure. */
bool tourney_page_write(const struct tourney_page *page, const char *path,
                        struct error *err);

#endif
