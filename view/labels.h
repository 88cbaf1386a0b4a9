#pragma once
/*
 * Places names beside the points of a plot, so that neither names nor points cover each
 * other. Lengths are pixels, y runs down.
 */

#include <stdbool.h>

struct labels_label {
    double x, y; /* the point that is named */
    const char *text;
    /* set by labels_place(): the end of the text beside the point, on its baseline */
    double text_x, text_y;
    bool is_left;    /* the text ends there instead of beginning */
    bool is_far_off; /* so far from the point that a line should join them */
};

/* Places `count` labels in text of 11 pixels, each as near to its point as those before
 * it leave room. One that finds no room anywhere stands at the right of its point. Time
 * grows with the square of `count`. */
void labels_place(struct labels_label *labels, int count);
