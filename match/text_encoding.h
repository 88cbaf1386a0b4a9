#ifndef MATCH_TEXT_ENCODING_H
#define MATCH_TEXT_ENCODING_H
/* Files in UTF-16, as some programs of Windows write them, for readers of UTF-8. */

#include <stdio.h>

/* Returns the file itself, at its beginning, or, if it is UTF-16 (by its byte order mark,
 * or by a NUL beside its first letter), a temporary file with the text in UTF-8, and
 * closes the former one. What is no character becomes U+FFFD. NULL: no temporary file
 * could be written; `file` is closed then. */
FILE *text_encoding_as_utf8(FILE *file);

#endif
