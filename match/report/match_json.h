#pragma once
/* The analysis of a match as JSON objects, one a line: kind decision, game and match.
 * The manual page, fibsbot(1), describes the members. Each function returns false if it
 * cannot write. */

#include <stdbool.h>
#include <stdio.h>

#include "match/match_report.h"

/* A match of a file. */
struct match_json {
    const char *path;
    int number; /* of the match in its file, from 1 */
    const struct match_report *report;
};

/* Turn `i`: a double that was not made before the roll, if that counts, and the turn. */
bool match_json_decision(const struct match_json *match, int i, FILE *out);
bool match_json_game(const struct match_json *match, int game, FILE *out);
bool match_json_match(const struct match_json *match, FILE *out);
