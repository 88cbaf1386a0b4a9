#pragma once
/*
 * Matches that come twice among the files of a run: copies, links, the same match in
 * another format. Two are the same if their players are the same and either all their
 * turns or their site and match id are.
 */

#include "match/match_turns.h"

struct match_duplicates {
    int count;
    struct match_seen *seen; /* of `count` */
};

/* Returns the path of the same match, or NULL, and then remembers this one; `path` must
 * live as long. Without memory it is not remembered. */
const char *match_duplicates_find(struct match_duplicates *duplicates,
                                  const struct match_turns *turns, const char *path);
void match_duplicates_free(struct match_duplicates *duplicates);
