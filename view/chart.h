#ifndef VIEW_CHART_H
#define VIEW_CHART_H
/*
 * A curve over time, as lines of text for the terminal and as SVG. Points come in the
 * order of x; there may be any number of them.
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
    bool is_time;          /* x is seconds since 1970, told as dates; else a count */
    double floor, ceiling; /* of y; equal: from the points */
    const char *format;    /* of a number on the y axis: "%.0f" */
};

/* Draws `width` columns by `height` lines with a scale at the left and dates below: in
 * Braille dots (2 x 4 a character) or, not `is_utf8`, in asterisks. */
void chart_text(const struct chart *chart, int width, int height, bool is_utf8,
                FILE *out);

/* An <svg> element without an XML head, to stand in HTML or, with `is_file`, alone. It
 * takes the colours of the page by CSS variables, with sensible ones for a file. */
void chart_svg(const struct chart *chart, int width, int height, bool is_file,
               FILE *out);

#endif
