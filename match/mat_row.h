#pragma once
/* Rows of matches in the layout that mat_read.c describes, and words of their lines. */

#include "match/match_reader.h"

const char *mat_skip_spaces(const char *text);

/* In capitals or not. */
bool mat_starts_with(const char *text, const char *word);

/* A whole number of at most six digits, -1 if there is none. Moves past it. */
int mat_take_number(const char **text);

/* Returns what stands behind the number of a row; the line itself where it has none but
 * begins with a cube action ("      Drops          Wins 1 point"). NULL: it is no row. */
const char *mat_row_of(const char *line);

/* `text` is what mat_row_of() returned. */
void mat_read_row(struct match_reader *r, const char *line, const char *text);

/* "      Wins 2 points and the match", "      Losses 1 point"; false: the line is none. */
bool mat_read_win(struct match_reader *r, const char *line);
