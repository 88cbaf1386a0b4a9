#ifndef MATCH_BGAMMON_READ_H
#define MATCH_BGAMMON_READ_H
/*
 * Reads the replays of bgammon.org (.match), for match_format.h. Its REPLAY.md describes
 * them: an index of the games, then each game:
 *
 *      bgammon-replay 00000024
 *      i 1702738670 anna bert 5 0 0 1 2 0
 *      1 r 4-1 13/9 9/8
 *      2 r 6-1 1/7 1/2
 *      1 d 2 1
 *      1 r 6-5 13/7 7/2
 *      2 t
 *
 * The line i has the time, which older files lack, both players, the length, the score
 * before the game, the winner (0: none), the points won and the variant (0: backgammon).
 * Points are those of player 1 for both. A double names the cube and whether it was
 * taken. A player who resigned or left has a line t.
 */

#include <stdio.h>

#include "match/record_read.h"

#define BGAMMON_READ_BEGIN "bgammon" /* of a file, without blanks */

/* Returns whether the file has a game; the visitor gets all that was read. */
bool bgammon_read(FILE *file, const struct record_visitor *visitor, void *context);

#endif
