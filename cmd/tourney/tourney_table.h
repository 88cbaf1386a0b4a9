#ifndef CMD_TOURNEY_TOURNEY_TABLE_H
#define CMD_TOURNEY_TOURNEY_TABLE_H
/*
 * The standings of a tournament as text, JSON and CSV. In JSON and CSV an "error" is a
 * standard error, "low" and "high" are the ends of a 95 % interval; in the text every
 * column says what it has.
 */

#include <stdio.h>

#include "arena/rating/standings.h"

/* Prints the players, best first, with ratings from all pairings together, mean results
 * and, with `has_pairings`, all pairings. Without ratings if results do not link all players. */
void tourney_table_print(const struct rating_standings *standings, bool has_pairings,
                         FILE *out);

/* Writes one line: {"standings": [...], "pairings": [...], "unit": "elo" or "points"}. */
void tourney_table_json(const struct rating_standings *standings, FILE *out);

/* Writes a heading and a line for each player, best first. */
void tourney_table_csv(const struct rating_standings *standings, FILE *out);

#endif
