#ifndef ENGINE_NET_CLASSES_H
#define ENGINE_NET_CLASSES_H
/*
 * Classes of positions, by which a net chooses the weights behind its first layer.
 *
 * What a plan is worth depends on the kind of game, and a net of one size knows more
 * when each kind has layers of its own: they cost memory, but no time. The first layer
 * is one for all, so that siblings still differ by a few rows of it.
 *
 * A weights file names its set by id. Never change a set: add another one.
 */

#include <stdint.h>

#include "engine/board/position.h"

enum { CLASSES_MAX = 16 };

struct class_set {
    const char *name;
    uint32_t id; /* in weights files; 0: all positions are of one class */
    int count;   /* 1..CLASSES_MAX */
    /* The class of a position, 0..count-1; NULL with one class. */
    int (*of)(const struct position *pos);
};

/* "one" has one class; "men-back" has 16, by how many checkers (0, 1, 2, 3 or more)
 * each side has on the bar and in the other one's home board. NULL: there is no such
 * set. */
const struct class_set *class_set_by_id(uint32_t id);
const struct class_set *class_set_by_name(const char *name);

int class_of(const struct class_set *set, const struct position *pos);

/* Things of one class, side by side. */
struct class_run {
    int class;
    int from; /* the first one's row */
    int count;
};

/* Sorts `count` things by their classes `class`, those of one class in the order in
 * which they were: thing i gets row row_of[i]. Returns the number of runs, one for each
 * class that is there. */
int class_sort(const int *class, int count, struct class_run run[CLASSES_MAX],
               int *row_of);

#endif
