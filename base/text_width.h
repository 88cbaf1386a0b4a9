#pragma once
/* Columns of tables and rooms of texts that may be UTF-8, such as the names of players. */

#include <stddef.h>

/* Returns the width to give to "%-*s" or "%*s", which count bytes, so that `text` takes
 * `columns` characters, each one column wide. A byte that is no UTF-8 counts as one. */
int text_width(const char *text, int columns);

/* Returns how many of the `length` bytes of `text` to keep where `most` have room: all, or as
 * many whole characters as fit. */
size_t text_cut(const char *text, size_t length, size_t most);
