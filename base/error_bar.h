#pragma once
/*
 * The error behind a measured mean, as people read it. One sample tells nothing of its
 * spread: behind the mean of fewer than two stands no error, not one of 0.
 */

#include <stdint.h>

struct error_bar {
    char text[40];
};

/* " +- 0.0123" with so many digits behind the point, and `unit` ("", " %") at its end; ""
 * for fewer than two samples. */
struct error_bar error_bar(int64_t samples, double error, int digits, const char *unit);

/* The same for a column of its own: "0.0123", or "-". */
struct error_bar error_bar_alone(int64_t samples, double error, int digits,
                                 const char *unit);
