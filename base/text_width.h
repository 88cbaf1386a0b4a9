#pragma once
/* Columns of tables whose texts may be UTF-8, such as the names of players. */

/* Returns the width to give to "%-*s" or "%*s", which count bytes, so that `text` takes
 * `columns` characters, each one column wide. A byte that is no UTF-8 counts as one. */
int text_width(const char *text, int columns);
