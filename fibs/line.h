#ifndef FIBS_LINE_H
#define FIBS_LINE_H
/*
 * Bytes without telnet sequences -> lines, ready for fibs_message_read().
 *
 *   - A line ends at LF. A CR in front is dropped, elsewhere it counts as a blank, as a
 *     tab does. Trailing blanks are stripped; leading ones are kept, they have meaning.
 *   - BEL, other control bytes, terminal sequences (ESC [ ... letter) and bytes >= 0x80
 *     are dropped.
 *   - The telnet prompt "> " at the beginning is stripped, repeatedly.
 *   - Prompts that end without a newline ("login:", "password:", "Please give your
 *     password:", ...) are lines of their own the moment they are complete, and blanks
 *     behind them are swallowed. So "login: 1 our_bot ..." is "login:" and then
 *     "1 our_bot ...", in one read or in many.
 *   - A line longer than FIBS_LINE_MAX is cut there and the rest up to its end dropped;
 *     `dropped` counts such lines.
 *
 * How the bytes are spread over reads makes no difference to the lines.
 */

#include <stdbool.h>
#include <stddef.h>

enum { FIBS_LINE_MAX = 4096 };

enum fibs_line_escape { FIBS_LINE_TEXT, FIBS_LINE_ESC, FIBS_LINE_ESC_BRACKET };

/* Made by fibs_line_init(); only `dropped` is for others. */
struct fibs_line {
    char buffer[FIBS_LINE_MAX + 1];
    size_t length;
    enum fibs_line_escape escape;
    bool is_given;        /* the buffer was given out: start anew */
    bool is_after_prompt; /* a prompt was given out: no text since */
    bool is_overlong;
    unsigned dropped;
};

void fibs_line_init(struct fibs_line *reader);

/* Takes bytes from `*data` (`*size` of them), advancing both, until a line is complete.
 * Returns it (terminated, valid until the next call), or NULL when the bytes are used
 * up. Call again until NULL. Empty lines are given out as "". */
const char *fibs_line_next(struct fibs_line *reader, const char **data, size_t *size);

/* Whether the unfinished line ends with a whole board. FIBS often forgets the line end
 * of one, and may have nothing more to say until somebody moves: a caller who has
 * waited long enough feeds a line end of his own. (No other text is so: half a line is
 * rubbish.)
 */
bool fibs_line_holds_board(const struct fibs_line *reader);

#endif
