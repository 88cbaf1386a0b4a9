#pragma once
/* Positions in the layout that mat_read.c describes. */

#include "match/match_reader.h"

/* Returns what stands behind "Illegal play (...;)" and blanks, or `text` if it does not
 * begin here. */
const char *mat_behind_illegal(const char *text);

/* "Illegal play", behind the roll: with the position that it led to the play is found out,
 * without one it is unknown. */
void mat_read_illegal(struct match_reader *r, enum record_side side, struct roll roll,
                      const char *text);

/* "; Set Pos=-a----E-C---eE---c-e----B-/0", by which eXtreme Gammon begins a game elsewhere;
 * false: the line is none. */
bool mat_read_set_position(struct match_reader *r, const char *line);
