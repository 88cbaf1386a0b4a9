#pragma once
/*
 * Progress on standard error: on a terminal one line that is overwritten, otherwise, as
 * in a log, a line every 30 seconds.
 */

#include <stdbool.h>

/* Begin with {.is_quiet = ...}. */
struct progress {
    bool is_quiet;
    bool has_printed;     /* since it was cleared */
    double printed_at;    /* work_now(); 0: never */
    double reading_since; /* likewise: the first file */
};

/* Writes a line, unless one was written a moment ago. */
void progress_print(struct progress *progress, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Whether progress_print() would write, for callers whose text is costly to make. */
bool progress_is_due(const struct progress *progress);

/* Says that file `number` of `count` is being read, if it is large, or has had to wait a
 * second for others. */
void progress_reading(struct progress *progress, const char *path, int number,
                      int count);

/* Removes the line from the terminal, before results are printed. */
void progress_clear(struct progress *progress);

/* ---- figures --------------------------------------------------------------------- */

/* "5.1 M", "820 k", "17". */
struct progress_count {
    char text[32];
};
struct progress_count progress_count(double count);

/* "3 h 20 min", "4.5 min", "?" below 0. */
struct progress_count progress_minutes(double minutes);
