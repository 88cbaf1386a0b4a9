#ifndef MATCH_XG_WRITE_H
#define MATCH_XG_WRITE_H
/*
 * Writes a match as a file of eXtreme Gammon (.xg), for match_format.h: players, Elo,
 * event, place, date, rules, scores, plays, cube actions, results and comments, which
 * xg_read.h reads back as they were. There is no analysis and no picture.
 *
 * A game is a heading, a cube record and a move record for each roll, and an end if its
 * result is known; the last one of the match without a result goes on. What the match
 * record has no field for is in the comment of the match (xg_tags.h).
 */

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"
#include "match/record_read.h"

extern const struct record_visitor xg_write_visitor;

/* The visitor's context. `out` is the caller's. NULL: no memory, or no temporary file. */
void *xg_write_open(FILE *out);

/* Writes the file. False with `err`: there is more in the match than such a file can hold
 * (a second match, more than a raccoon, more than XG_RECORDS_MAX records). */
bool xg_write_finish(void *context, struct error *err);

/* Frees it. */
void xg_write_close(void *context);

#endif
