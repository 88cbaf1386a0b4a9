#ifndef MATCH_XG_READ_H
#define MATCH_XG_READ_H
/*
 * Reads matches and positions of eXtreme Gammon (.xg, .xgp), for match_format.h: players,
 * Elo, event, place, date, length and rules, scores, plays, cube actions, results and
 * comments. Its own analysis is passed over.
 *
 * temp.xg of the container (xg_archive.h) has records of 2560 bytes; byte 8 is the type.
 * xg_read.c has their fields. Positions are 26 bytes with a sign, seen by player 1, whose
 * checkers count up; [0] is the other side's bar, [25] that of player 1. A game whose first record
 * has another position or cube than the usual one begins there. Faults are reported with the
 * number of the record, from 1, as their line.
 */

#include <stdbool.h>
#include <stdio.h>

#include "match/record_read.h"

/* Returns whether the file has a match; the visitor gets all that was read. */
bool xg_read(FILE *file, const struct record_visitor *visitor, void *context);

#endif
