#pragma once
/* Lines of any bytes from a stream, for subcommands that answer line by line. */

#include <stdbool.h>
#include <stdio.h>

/* Reads a line into `line`, which has `size` bytes, without its end and without blanks
 * before it. `is_cut`: the line was longer, or held a NUL; what fitted is there. Returns
 * false at the end of input; a last line need not have an end. */
bool input_line_read(FILE *in, char *line, size_t size, bool *is_cut);

/* Waits for what follows, and returns whether it is nothing but blanks to the end of input;
 * these are read. */
bool input_line_was_last(FILE *in);
