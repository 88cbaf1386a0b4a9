#ifndef MATCH_MAT_READ_H
#define MATCH_MAT_READ_H
/*
 * Reads matches in the layout of Jellyfish (.mat, .txt), as Jellyfish, GNU Backgammon,
 * eXtreme Gammon, Backgammon Galaxy, Backgammon Studio, GridGammon and clients of FIBS
 * write it, for match_format.h. record.h shows the layout. Programs differ in
 *
 *   the heading      tags ("; [Player 1 "anna"]") or none; "5 point match", "unlimited
 *                    match" or nothing
 *   the names        eXtreme Gammon's desktop has them in the tags in another order than
 *                    in the columns. The line "anna : 0   bert : 0" of the first game
 *                    wins; a tag only completes a name that is cut off there. Level and
 *                    Elo in the tags follow the name
 *   the columns      the right one begins at column 32 to 41; a cell is recognised by
 *                    its dice or its word
 *   plays            "24/18 18/14", "24/14", "8/2(2)", "bar/21", "25/21", "6/off",
 *                    "6/0", with or without asterisks; "Cannot Move", "" for a dance;
 *                    "????" for an unknown one
 *   cube actions     "Doubles => 2", "Takes", "Accepts", "Drops", "Passes", "Rejects",
 *                    "Beavers => 4", "Raccoons => 8"
 *   the result       in a line or in a cell of its own: "Wins 2 points"
 *
 * A file may hold several matches. Text lines are those of text_line.h.
 */

#include <stdio.h>

#include "match/record_read.h"

/* Returns whether the file has a match; the visitor gets all that was read. */
bool mat_read(FILE *file, const struct record_visitor *visitor, void *context);

#endif
