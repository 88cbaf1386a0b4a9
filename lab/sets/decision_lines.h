#pragma once
/*
 * Reads files with a decision a line.
 */

#include <stddef.h>

#include "base/error.h"

/* What a line is. */
enum decision_line { DECISION_LINE_BAD, DECISION_LINE_OTHER, DECISION_LINE_TAKEN };

struct decision_lines {
    size_t size; /* of a decision, whose alignment is 64 bytes at most */
    /* Reads a line, without its end, into `decision`; may cut it up. DECISION_LINE_OTHER:
     * it has none. DECISION_LINE_BAD with `err`. */
    enum decision_line (*take)(void *context, char *line, void *decision,
                               struct error *err);
    void *context;
};

/* Returns an array of the decisions, at least one, which the caller frees. NULL with
 * `err`, which names the line. */
void *decision_lines_read(const struct decision_lines *lines, const char *path,
                          int *count, struct error *err);
