#pragma once
/* The terminal of the person: its size, what it can do, and lines on it. It belongs to
 * standard output. */

#include <stdbool.h>

#include "bot/seat/terminal/terminal_text.h"

struct terminal_screen {
    struct terminal_size size;
    bool is_in_place; /* it has a cursor: the board is drawn in place */
    bool has_colours; /* never without a cursor, nor where NO_COLOR is set */
};

void terminal_screen_open(struct terminal_screen *screen);

/* Reads its size again. Returns whether it has changed. */
bool terminal_screen_resize(struct terminal_screen *screen);

/* Clears it, where it has a cursor. */
void terminal_screen_clear(const struct terminal_screen *screen);

/* Writes the lines over what stands there, or without a cursor below it. */
void terminal_screen_write(const struct terminal_screen *screen,
                           const struct terminal_page *page);
