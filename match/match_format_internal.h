#ifndef MATCH_MATCH_FORMAT_INTERNAL_H
#define MATCH_MATCH_FORMAT_INTERNAL_H
/* What only match_format.c and its test need. */

#include "match/match_format.h"

/* By the end of a file's name; without a known one it is that of our own files. */
const struct match_format *match_format_of(const char *path);

#endif
