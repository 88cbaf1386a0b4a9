#ifndef MATCH_OLDMOVES_READ_H
#define MATCH_OLDMOVES_READ_H
/*
 * Reads what FIBS answers to `oldmoves`, as people save it from their terminals: one
 * game of a match.
 *
 *      Score is 0-0 in a 5 point match.
 *      anna is X - bert is O
 *      O: (5 1) 13-8 24-23
 *      X: (4 4) can't move
 *      X: doubles
 *      O: accepts
 *      X: (6 1) bar-1 12-18
 *      O: wants to resign
 *      X: accepts
 *
 * Points are numbered as the server's board has them: O moves down, X up. The one who is
 * X becomes player 1, and the first number of the score is taken for that of X. The last turns
 * may be missing. How much a resignation was worth is not in the lines: it is taken for a single
 * game.
 */

#include <stdbool.h>
#include <stdio.h>

#include "match/record_read.h"

/* What its files begin with, behind blanks. */
#define OLDMOVES_BEGIN "Scoreis"

/* False: no such game, or no memory. */
bool oldmoves_read(FILE *file, const struct record_visitor *visitor, void *context);

#endif
