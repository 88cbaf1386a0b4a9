#ifndef FIBS_LINE_H
#define FIBS_LINE_H
/*
 * Bytes without telnet sequences -> lines, ready for fibs_message_read().
 *
 * Ends a line at LF or CR LF (a stray CR counts as blank). Drops BEL, other control
 * bytes and bytes >= 0x80, strips trailing blanks and leading prompts ("login: ",
 * "password: ",
 * "> ", repeatedly, when text follows). Prompts that end without a newline ("login: ",
 * "password: ", "Please give your password: ", ...) are given out as lines of their own
 * as soon as they stand alone at the end of what has come. A line longer than
 * FIBS_LINE_MAX is cut there and the rest up to its end dropped; `dropped` counts such
 * lines.
 */

#include <stdbool.h>
#include <stddef.h>

enum { FIBS_LINE_MAX = 4096 };

struct fibs_line {
    char buffer[FIBS_LINE_MAX + 1];
    size_t length;
    bool is_overlong;
    unsigned dropped;
};

void fibs_line_init(struct fibs_line *reader);

/* Takes bytes from `*data` (`*size` of them), advancing both, until a line is complete.
 * Returns it (terminated, valid until the next call), or NULL when the bytes are used
 * up. Call again until NULL. Empty lines are given out as "". */
const char *fibs_line_next(struct fibs_line *reader, const char **data, size_t *size);

#endif
