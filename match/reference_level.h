#pragma once
/*
 * The level at which a side's decisions are evaluated. It is deeper than the side's own,
 * but for roller++, which is the deepest: the first roller for a program that plays at
 * 2-ply or less, roller+ for one at 3- or 4-ply, and for a roller the next one. That takes
 * less time than a search one ply deeper, whose cube actions need two plies more, and loses
 * less by rollouts.
 *
 * Match files have levels in their headings: "fibsbot 0.2.0: 2-ply". After the colon
 * comes a number of plies, a roller or a level (level.h); what follows a comma is ignored.
 */

#include "engine/engine.h"
#include "match/record_read.h"

/* The level of a program that is known to have played, but not how. */
#define REFERENCE_LEVEL_UNKNOWN "program"

/* Makes `reference`, what is asked for both sides, deep enough for a side whose level is
 * `level`; "" (nothing is known: a person) leaves it as it is. A level that cannot be
 * read is judged by the first roller. */
void reference_level_deepen(const char *level, struct strength *reference);

/* Writes "PROGRAM: LEVEL" for a heading. */
void reference_level_heading(const char *program, const char *level,
                             char text[RECORD_NAME_MAX]);

enum { REFERENCE_LEVEL_SIZE = 48 };

/* Writes a strength in words: "2-ply", "3-ply, cube 4-ply", "2-ply, no cube", "roller+". */
void reference_level_text(const struct strength *reference,
                          char text[REFERENCE_LEVEL_SIZE]);
