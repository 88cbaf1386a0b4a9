#pragma once
/*
 * The shape of a line: what it has in common with lines that differ only in names,
 * numbers and quoted words. Two lines of one shape are one thing to look at.
 *
 *     ** opp_a is bored after 12 games of 'chess' with bob.
 *     ** NAME is bored after N games of 'TEXT' with NAME.
 */

#include <stdbool.h>
#include <stddef.h>

enum { LINE_SHAPE_SIZE = 160 }; /* bytes of a shape, with the NUL */

/* Whether the word is the name of a user; `context` is the caller's. */
typedef bool line_shape_is_name(const void *context, const char *word, size_t length);

/* Writes the shape of `line`, NUL-terminated and cut to what fits. A number becomes N; a
 * text in apostrophes 'TEXT'; a word with an '@', a digit or an underscore in it, or that
 * `is_name` (may be NULL) knows, NAME; further blanks one blank. */
void line_shape(const char *line, line_shape_is_name *is_name, const void *context,
                char shape[LINE_SHAPE_SIZE]);
