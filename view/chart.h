#ifndef VIEW_CHART_H
#define VIEW_CHART_H
/*
 * Draws a curve as text for the terminal or as SVG. Points are in the order of x; there
 * may be any number of them.
 */

#include <stdbool.h>
#include <stdio.h>

struct chart_point {
    double x, y;
};

struct chart {
    const char *title;
    const struct chart_point *points;
    int count;
    bool is_time;          /* x is seconds since 1970, shown as dates; else a count */
    double floor, ceiling; /* range of y; if equal, from the points */
    const char *format;    /* printf format of numbers on the y axis: "%.0f" */
};

/* Draws `width` columns by `height` lines with a scale at the left and dates below: in
 * Braille dots (2 x 4 a character) or, not `is_utf8`, in asterisks. */
void chart_text(const struct chart *chart, int width, int height, bool is_utf8,
                FILE *out);

/* Writes an <svg> element without an XML head, for use in HTML or, with `is_file`, on
 * its own and on white. Colours are attributes, which every viewer knows; a page sets
 * others by the classes grid, curve and title. Values hold until the next one, in steps,
 * as chart_text() shows them. */
void chart_svg(const struct chart *chart, int width, int height, bool is_file,
               FILE *out);

#endif
