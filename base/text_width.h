#pragma once
/* Columns of tables and rooms of texts that may be UTF-8, such as the names of players; lines
 * of texts for people and for troff. */

#include <stddef.h>
#include <stdio.h>

/* Returns the width to give to "%-*s" or "%*s", which count bytes, so that `text` takes
 * `columns` characters, each one column wide. A byte that is no UTF-8 counts as one. */
int text_width(const char *text, int columns);

/* Returns the bytes of the UTF-8 character that `text`, which ends with a NUL, begins with; 0 if
 * there is none. */
int text_letter(const char *text);

/* Returns how many of the `length` bytes of `text` to keep where `most` have room: all, or as
 * many whole characters as fit. */
size_t text_cut(const char *text, size_t length, size_t most);

/* Writes the words of `text` in lines of `width` at most, each but the first behind `prefix`;
 * the first begins in `column`. A number and its percent sign stay together. Ends the last
 * line. */
void text_wrap(const char *text, int column, const char *prefix, int width, FILE *out);

/* Writes text for troff: backslashes and dashes as they are, and no line that is a request. */
void text_roff(const char *text, size_t length, FILE *out);
