#pragma once
/*
 * The match files of a folder and those below it: regular files whose names end in .mat, .txt,
 * .sgf, .xg, .xgp or .match, in their order. Left out are our own reports (.analysis.txt)
 * and an SGF beside a .mat of the same name. A link to a folder is followed, but not back to
 * one above it.
 */

#include <stdbool.h>

#include "base/error.h"

enum { MATCH_FOLDER_DEPTH = 4, MATCH_FOLDER_FILES_MAX = 100000 };

struct match_paths {
    int count;
    char **path; /* of `count`, each owned */
};

/* Adds a path. False with `err`: out of memory, or too many. */
bool match_paths_add(struct match_paths *paths, const char *path, struct error *err);
void match_paths_free(struct match_paths *paths);

/* Adds the files of a folder. False with `err`. */
bool match_folder_list(const char *folder, struct match_paths *paths,
                       struct error *err);
