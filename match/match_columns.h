#pragma once
/*
 * The tables of an analysis (view/column.h): of the two sides of a match, of its games, and
 * of the players of many matches. A new figure of a side is a row of each that shall have it.
 */

#include "match/match_report.h"
#include "view/column.h"

/* A side of a match or, of many matches, a player or a month of one. */
struct match_side_row {
    const char *name;
    const struct match_analysed_side *sums;
    const char *month; /* of many: "2026-11"; "": all */
    int matches, finished, won;
};
extern const struct column match_side_columns[];
extern const int match_side_column_count;
extern const struct column match_player_columns[];
extern const int match_player_column_count;
enum { MATCH_PLAYER_COLUMNS_MAX = 32, MATCH_PLAYER_NAME = 1 /* the column's place */ };

/* Writes the table of both sides, or that of the games with the match as its last row, by
 * column_text() or column_page(). */
typedef void match_columns_write(const struct column *columns, int count,
                                 const void *row, FILE *out);
void match_columns_sides(const struct match_report *report, match_columns_write *write,
                         FILE *out);
void match_columns_games(const struct match_report *report, match_columns_write *write,
                         FILE *out);
