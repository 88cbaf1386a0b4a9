#ifndef MATCH_XG_READ_H
#define MATCH_XG_READ_H
/*
 * Reads matches and positions of eXtreme Gammon (.xg, .xgp), for match_format.h: players,
 * Elo, event, place, date, length and rules, scores, plays, cube actions, results and
 * comments. Its own analysis is passed over.
 *
 * temp.xg of the container (xg_archive.h) has the records of xg_fields.h. A game whose first
 * record has another position or cube than the usual one begins there. Faults are reported with the
 * number of the record, from 1, as their line.
 */

#include <stdbool.h>
#include <stdio.h>

#include "match/record_read.h"

/* Returns whether the file has a match; the visitor gets all that was read. */
bool xg_read(FILE *file, const struct record_visitor *visitor, void *context);

#endif
