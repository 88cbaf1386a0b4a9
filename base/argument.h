#pragma once
/*
 * Reads numbers that people write, as on the command line. The whole text must be a number
 * within the limits, so that "--games 1OO" is refused instead of read as 1. `option` is the
 * option as given ("--games"). Returns false with `err`, which may be NULL: what was expected
 * and what was found.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

bool argument_whole(const char *option, const char *text, int64_t least, int64_t most,
                    int64_t *number, struct error *err);

bool argument_int(const char *option, const char *text, int least, int most,
                  int *number, struct error *err);

bool argument_real(const char *option, const char *text, double least, double most,
                   double *number, struct error *err);
