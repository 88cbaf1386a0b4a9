#ifndef BOT_REVIEW_ANALYSIS_FILES_H
#define BOT_REVIEW_ANALYSIS_FILES_H
/*
 * Writes the analysis of a match beside its match file X.mat: X.analysis.txt for people
 * and other programs, and X.analysis.html, a page with a board for each error, to which
 * the status page links.
 */

#include <stddef.h>

#include "base/error.h"
#include "match/match_report.h"

/* Writes both, each in one step. `path` gets the name of the text. False with `err`. */
bool analysis_files_write(const struct match_report *report, const char *record,
                          char *path, size_t size, struct error *err);

#endif
