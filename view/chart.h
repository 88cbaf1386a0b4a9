#pragma once
/*
 * Draws a curve as text for the terminal or as SVG. Points are in the order of x; there
 * may be any number of them.
 */

#include <stdbool.h>
#include <stdio.h>

struct chart_point {
    double x, y;
};

/* A place on the x axis to mark on a page, such as the end of a game. */
struct chart_mark {
    double x;
    char label[24];
};

struct chart {
    const char *title;
    const struct chart_point *points;
    int count;
    bool is_time;          /* x is seconds since 1970, shown as dates; else a count */
    double floor, ceiling; /* range of y; if equal, from the points */
    const char *format;    /* printf format of numbers on the y axis: "%.0f" */
    /* of chart_html() alone: */
    const struct chart_point *second; /* a second, thinner curve, over the same x */
    int second_count;
    const struct chart_mark *marks; /* in the order of x */
    int mark_count;
    bool is_sloped; /* straight from point to point, not in steps */
};

/* Draws `width` columns by `height` lines with a scale at the left and dates below: in
 * Braille dots (2 x 4 a character) or, not `is_utf8`, in asterisks. */
void chart_text(const struct chart *chart, int width, int height, bool is_utf8,
                FILE *out);

/* Writes an SVG file on white. Colours are attributes, which every viewer knows. Values
 * hold until the next one, in steps, as chart_text() shows them. */
void chart_svg(const struct chart *chart, int width, int height, FILE *out);

/* Writes a <div> that fills the width of its place, for a page of any width: lines are
 * stretched, words keep their size. Needs the CSS of page_style.h; class "tall" makes it
 * higher. Fewer than two points make a sentence instead. */
void chart_html(const struct chart *chart, bool is_tall, FILE *out);
