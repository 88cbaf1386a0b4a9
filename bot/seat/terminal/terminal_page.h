#ifndef BOT_SEAT_TERMINAL_TERMINAL_PAGE_H
#define BOT_SEAT_TERMINAL_TERMINAL_PAGE_H
/*
 * The page of the terminal, above the line that is typed: the board with what is made of
 * the play, the last sentences, and what the person may do. It fits the terminal; on one
 * of 80 x 24 the board has 13 lines and 7 sentences stand below. Pure.
 */

#include "bot/seat/terminal/terminal_text.h"

enum { TERMINAL_PAGE_SIZE = 16384, TERMINAL_PAGE_LINES = 64 };

struct terminal_size {
    int rows, columns;
};

struct terminal_page {
    int count; /* of lines */
    int used;
    const char *lines[TERMINAL_PAGE_LINES]; /* in `text`; fit the columns */
    char text[TERMINAL_PAGE_SIZE];
};

/* Makes the page, at most rows - 2 lines: the line that is typed and its end follow. */
void terminal_page_make(const struct seat_view *view, const struct terminal_log *log,
                        struct terminal_size size, bool has_colours,
                        struct terminal_page *page);

/* Makes the page of the commands instead. */
void terminal_page_help(struct terminal_size size, struct terminal_page *page);

#endif
