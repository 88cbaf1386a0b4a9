#pragma once
/*
 * The one style sheet of the pages: table, status, reports of analysis and tournaments. Only
 * the board is coloured; the page is paper and ink with one accent, for light and dark
 * displays and any width. Text has a contrast of 4.5 at least; points against the field, and
 * checkers by body or rim against all that they can lie on, have 3 by luminance (WCAG 2.2),
 * which tests/unit/view holds them to. To people who see no red or no green the points keep 3
 * as well.
 *
 * Its files are in view/page: style.css is for all, report.css for pages of cards: status and
 * reports. There each <section> is a card; h1 names the page, h2 a card, h3 a part of it.
 * Classes: soft (secondary text), good, bad; n (numbers, in td and th); end (at the right of a
 * line); row (parts side by side where there is room); wide (a table that scrolls); head (a
 * card's first line); seat (a player beside a board: board_svg_checker(), turn, score).
 */

#include <stdio.h>

/* Writes both files, for a page of cards. */
void page_style_css(FILE *out);

/* Returns style.css. */
const char *page_style_sheet(void);
