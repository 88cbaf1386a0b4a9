#ifndef VIEW_PALETTE_H
#define VIEW_PALETTE_H
/*
 * The colours of pages and boards, each for a light and a dark display. Text has a
 * contrast of 4.5 at least; points against the field, and checkers by body or rim against
 * all that they can lie on, have 3 by luminance (WCAG 2.2), which tests/unit/view holds
 * them to. To people who see no red or no green the points keep 3 as well.
 */

#include <stdio.h>

/* Writes the CSS that sets the variables as the reader's display prefers. */
void palette_css(FILE *out);

#endif
