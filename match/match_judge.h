#ifndef MATCH_MATCH_JUDGE_H
#define MATCH_MATCH_JUDGE_H
/*
 * By what a side is judged. Nobody is judged by his own depth: a program whose level is
 * known is judged a ply deeper than it thought, one that thought at 3-ply by roller+, a
 * roller by the next one. Its cube actions, which have even plies, are judged by two
 * plies more.
 *
 * Levels stand in the headings of match files: "fibsbot 0.2.0: 2-ply". What stands
 * behind the colon is a number of plies, a roller or a level (level.h), with what else
 * may follow behind a comma.
 */

#include "engine/engine.h"
#include "match/record_read.h"

/* The level of a program that is known to have played, but not how. */
#define MATCH_JUDGE_UNKNOWN_LEVEL "program"

/* Makes `judge`, what is asked for both sides, deep enough for a side whose level is
 * `level`; "" (nothing is known: a person) leaves it as it is. A level that cannot be
 * read is judged at 3-ply. */
void match_judge_deepen(const char *level, struct strength *judge);

/* Writes "PROGRAM: LEVEL" for a heading. */
void match_judge_level(const char *program, const char *level,
                       char text[RECORD_NAME_MAX]);

enum { MATCH_JUDGE_SIZE = 48 };

/* Writes a strength in words: "3-ply, cube 4-ply", "roller+". */
void match_judge_text(const struct strength *judge, char text[MATCH_JUDGE_SIZE]);

#endif
