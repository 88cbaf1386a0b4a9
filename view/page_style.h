#ifndef VIEW_PAGE_STYLE_H
#define VIEW_PAGE_STYLE_H
/*
 * The one style sheet of the pages that show boards, curves and tables: status, reports of
 * analysis and tournaments. Only the board is coloured; the page is paper and ink with one
 * accent, for light and dark displays and any width.
 *
 * Each <section> is a card; h1 names the page, h2 a card, h3 a part of it. Classes: soft
 * (secondary text), good, bad; n (numbers, in td and th); end (at the right of a line);
 * row (parts side by side where there is room); head (a card's first line); seat (a
 * player beside a board: board_svg_checker(), turn, score).
 */

#include <stdio.h>

/* Writes the CSS, with that of palette.h, board_svg.h and chart.h. */
void page_style_css(FILE *out);

#endif
