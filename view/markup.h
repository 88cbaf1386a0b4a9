#ifndef VIEW_MARKUP_H
#define VIEW_MARKUP_H
/*
 * Writes foreign text into HTML, SVG and XML. The result is safe between tags and
 * inside a quoted attribute, and can never be markup.
 */

#include <stdio.h>

/* Writes `text` with & < > " ' as entities; control bytes and bytes beyond ASCII become
 * '?'. */
void markup_write(const char *text, FILE *out);

#endif
