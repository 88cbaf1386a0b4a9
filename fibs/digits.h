#ifndef FIBS_DIGITS_H
#define FIBS_DIGITS_H
/* Whole numbers at the beginning of a text, without sign, whose digits the caller limits:
 * for board.c and pattern.c only. */

#include <stddef.h>

/* How many decimal digits `text` begins with. */
size_t fibs_digits_count(const char *text);
/* The number of the first `count` digits, at most 18. */
long fibs_digits_value(const char *text, size_t count);

#endif
