#pragma once
/*
 * Writes foreign text into HTML, SVG and XML. The result is safe between tags and
 * inside a quoted attribute, and can never be markup.
 */

#include <stdio.h>

/* Writes `text` with & < > " ' as entities; control bytes and bytes beyond ASCII become
 * '?'. */
void markup_write(const char *text, FILE *out);

/* The same for HTML that says that it is UTF-8: line ends and bytes beyond ASCII stay. */
void markup_write_lines(const char *text, FILE *out);

/* The same as a value, for one fprintf() beside other words: markup(name).text. Only the
 * first 255 bytes of `text`. */
struct markup {
    char text[1536];
};
struct markup markup(const char *text);
