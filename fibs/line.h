#pragma once
/*
 * Splits bytes without telnet sequences into lines for fibs_message_read().
 *
 *   - A line ends at LF. A CR before it is dropped; elsewhere a CR or tab counts as a
 *     blank. Trailing blanks are stripped; leading ones are kept: they have meaning.
 *   - BEL, other control bytes, terminal sequences (ESC [ ... letter) and bytes >= 0x80
 *     are dropped.
 *   - The telnet prompt "> " at the beginning is stripped, repeatedly.
 *   - Prompts without a newline ("login:", "password:", "Please give your password:",
 *     ...) are lines of their own as soon as they are complete, and blanks after each
 *     are dropped. So "login: 1 our_bot ..." is "login:" and then
 *     "1 our_bot ...", in one read or in many.
 *   - A line longer than FIBS_LINE_MAX is cut there and the rest up to its end dropped;
 *     `dropped` counts such lines.
 *
 * The lines do not depend on how the bytes are split into reads.
 */

#include <stdbool.h>
#include <stddef.h>

enum { FIBS_LINE_MAX = 4096 };

enum fibs_line_escape { FIBS_LINE_TEXT, FIBS_LINE_ESC, FIBS_LINE_ESC_BRACKET };

/* Initialised by fibs_line_init(); callers may read `dropped` only. */
struct fibs_line {
    char buffer[FIBS_LINE_MAX + 1];
    size_t length;
    enum fibs_line_escape escape;
    bool is_given;        /* the buffer was returned: begin a new line */
    bool is_after_prompt; /* a prompt was returned and no text has come since */
    bool is_overlong;
    unsigned dropped;
};

void fibs_line_init(struct fibs_line *reader);

/* Consumes bytes from `*data` (`*size` of them), advancing both, until a line is
 * complete. Returns the line, NUL-terminated and valid until the next call, or NULL
 * when the bytes are used up; call it until it returns NULL. Empty lines are returned
 * as "". */
const char *fibs_line_next(struct fibs_line *reader, const char **data, size_t *size);

/* Returns whether the unfinished line ends with a complete board. FIBS often omits the
 * line end of a board and may send nothing more until somebody moves; a caller that has
 * waited long enough supplies a line end itself. No other text needs this. */
bool fibs_line_holds_board(const struct fibs_line *reader);

/* Returns whether the unfinished line ends in a number, which the end of the connection may
 * have cut: "won 5-1" of "won 5-12". */
bool fibs_line_ends_in_number(const struct fibs_line *reader);
