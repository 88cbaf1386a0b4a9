#pragma once
/*
 * Draws the board as an <svg> element, seen by us as in draw.h: our points 12..1 below,
 * our home board at the right, our checkers light. Its <title> and <desc> say the same
 * in words: dice, cube and pips; each checker. A page needs the CSS of page_style.h.
 *
 * A checker is 40 units wide. Fills alone cannot tell checkers of both colours from
 * points of both colours and points from the field, so each checker has a rim of the
 * other tone.
 */

#include <stdbool.h>
#include <stdio.h>

struct board_view;

/* Writes the element to `out`. Escapes the names. */
void board_svg(const struct board_view *view, const char *my_name, const char *opponent,
               FILE *out);

/* Writes a picture of one checker, ours or the opponent's, to stand beside the name. */
void board_svg_checker(bool is_mine, FILE *out);
