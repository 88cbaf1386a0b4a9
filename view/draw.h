#pragma once
/*
 * Draws the board as text for a terminal, seen by us: our points 12..1 below, our home
 * board at the right, our checkers O, the opponent's X.
 */

#include <stdbool.h>

struct board_view;

enum {
    DRAW_SIZE = 4096,
    DRAW_ROWS = 13,   /* players, match and turn stand beside it */
    DRAW_COLUMNS = 44 /* of draw_parts() */
};

/* Writes the board to `text`, each line with a newline, NUL-terminated. `has_colours`:
 * with ANSI colours. A name is cut off where its line would be longer than 80 columns. */
void draw_board(const struct board_view *view, const char *my_name,
                const char *opponent, bool has_colours, char text[DRAW_SIZE]);

/* The same with whole names, but what stands beside the board goes to `notes`, as a
 * sentence; NULL: it stays there. */
void draw_parts(const struct board_view *view, const char *my_name,
                const char *opponent, bool has_colours, char text[DRAW_SIZE],
                char notes[DRAW_SIZE]);
