#pragma once
/* The history against the server's own results: every match of every account, its
 * games, who won them and how many points, and the ratings after it. */

#include <stdbool.h>
#include <stdio.h>

struct verdict {
    int matches, games; /* that were compared; each match twice, from both sides */
    int inferred;       /* matches whose end nobody saw on this side */
    int pending; /* games of saved matches that this side learns of when they go on */
    int differences;
    int points; /* of all games of the history */
};

/* `results` is the file that the server wrote, `history` the database. The first
 * differences go to `out`. False: a file could not be read. */
bool verdict_compare(const char *results, const char *history, struct verdict *verdict,
                     FILE *out);

/* Counts the games that were won, and their points, in all match files below `folder`.
 */
bool verdict_match_files(const char *folder, int *games, int *points);
