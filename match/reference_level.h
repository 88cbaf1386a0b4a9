#pragma once
/*
 * The level at which a side's decisions are evaluated. It is deeper than the side's own: a
 * ply more than a program whose level is known; roller+ for one that plays at 3-ply, and
 * for a roller the next one. Cube actions, which have even plies, are searched two plies
 * deeper.
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
 * read is judged at 3-ply. */
void reference_level_deepen(const char *level, struct strength *reference);

/* Writes "PROGRAM: LEVEL" for a heading. */
void reference_level_heading(const char *program, const char *level,
                             char text[RECORD_NAME_MAX]);

enum { REFERENCE_LEVEL_SIZE = 48 };

/* Writes a strength in words: "3-ply, cube 4-ply", "2-ply, no cube", "roller+". */
void reference_level_text(const struct strength *reference,
                          char text[REFERENCE_LEVEL_SIZE]);
