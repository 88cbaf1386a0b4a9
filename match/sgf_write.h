#ifndef MATCH_SGF_WRITE_H
#define MATCH_SGF_WRITE_H
/*
 * Writes a match as SGF, FF[4] GM[6], for match_format.h: a tree a game. Player 1 is
 * white, as GNU Backgammon seats the left column of Jellyfish text. Points are letters: a
 * to x for white's points 1 to 24 and for black's 24 to 1, y the bar, z off. MI has
 * scores and length as GNU Backgammon writes them. Files of fibsbot 0.2 have player 1
 * black; those of 0.1.0 have all points mirrored, too. Levels are the ranks WR and BR;
 * WELO, BELO and MID are our own.
 */

#include <stdio.h>

#include "match/record_read.h"

/* AP of our files, and of those in which player 1 is black; "fibsbot" alone is 0.1.0. */
#define SGF_WRITE_PROGRAM "fibsbot:0.3"
#define SGF_WRITE_BLACK   "fibsbot:0.2"

extern const struct record_visitor sgf_write_visitor;

/* The visitor's context. `out` is the caller's. NULL: no memory. */
void *sgf_write_open(FILE *out);
/* Writes what is open and frees it. */
void sgf_write_close(void *context);

#endif
