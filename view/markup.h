#ifndef VIEW_MARKUP_H
#define VIEW_MARKUP_H
/*
 * Foreign text inside HTML, SVG and XML: the one way in. What comes out can stand
 * between tags and inside a quoted attribute, and can never be markup.
 */

#include <stddef.h>
#include <stdio.h>

/* & < > " ' become entities; control bytes and bytes beyond ASCII become '?'. */
void markup_write(const char *text, FILE *out);

#endif
