#include "fibs/bgammon/lines.h"

void bgammon_lines_init(struct bgammon_lines *lines)
{
    lines->used = 0;
    lines->is_overlong = false;
}

/* The line that ends here; NULL if it was too long. A NUL in it would hide the rest. */
static const char *end_line(struct bgammon_lines *lines)
{
    bool is_whole = !lines->is_overlong;
    if (lines->used > 0 && lines->line[lines->used - 1] == '\r') {
        lines->used--;
    }
    lines->line[lines->used] = '\0';
    bgammon_lines_init(lines);
    return is_whole ? lines->line : NULL;
}

const char *bgammon_lines_next(struct bgammon_lines *lines, const char **bytes,
                               size_t *size)
{
    while (*size > 0) {
        char byte = *(*bytes)++;
        (*size)--;
        if (byte == '\n') {
            const char *line = end_line(lines);
            if (line != NULL) {
                return line;
            }
        } else if (lines->used < BGAMMON_LINE_MAX) {
            lines->line[lines->used++] = (char)(byte == '\0' ? '?' : byte);
        } else {
            lines->is_overlong = true;
        }
    }
    return NULL;
}
