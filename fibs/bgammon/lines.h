#pragma once
/*
 * Bytes of a bgammon.org server to lines: JSON may come split over packets and several
 * lines in one. A line that is longer than BGAMMON_LINE_MAX is left out.
 */

#include "fibs/bgammon/event.h"

struct bgammon_lines {
    char line[BGAMMON_LINE_MAX + 1];
    size_t used;
    bool is_overlong;
};

/* For a new connection. */
void bgammon_lines_init(struct bgammon_lines *lines);

/* Takes bytes up to the next line end and moves `*bytes` and `*size` on. Returns the line
 * without its end (LF, or CR LF), valid until the next call; NULL: all bytes are taken. */
const char *bgammon_lines_next(struct bgammon_lines *lines, const char **bytes,
                               size_t *size);
