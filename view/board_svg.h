#ifndef VIEW_BOARD_SVG_H
#define VIEW_BOARD_SVG_H
/*
 * Draws the board as an <svg> element, seen by us as in draw.h: our points 12..1 below,
 * our home board at the right, our checkers light. Colours come from CSS classes of the
 * page: board, field, bar, light point, dark point, mine, theirs, die, cube, count,
 * label.
 */

#include <stdio.h>

#include "engine/board/board_view.h"

/* Writes the element to `out`. Escapes the names. */
void board_svg(const struct board_view *view, const char *my_name, const char *opponent,
               FILE *out);

#endif
