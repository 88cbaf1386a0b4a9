#pragma once
/*
 * Classes of positions. A net has separate weights for each class in all layers but the
 * first.
 *
 * The value of a position depends on the kind of game, and a net of a given size
 * evaluates better when each kind has its own layers: this costs memory, but no time.
 * All classes share the first layer, so that sibling positions still differ by only a
 * few of its rows.
 *
 * A weights file stores the id of its class set. Never change a set: add a new one.
 */

#include <stdint.h>

struct position;

enum { CLASSES_MAX = 16 };

struct class_set {
    const char *name;
    uint32_t id; /* in weights files; 0: all positions are of one class */
    int count;   /* 1..CLASSES_MAX */
    /* Returns the class of a position, 0..count-1. NULL if there is one class. */
    int (*of)(const struct position *pos);
};

/* Find a class set. "one" has one class; "men-back" has 16, by the number of checkers
 * (0, 1, 2, 3 or more) that each side has on the bar and in the other's home board.
 * Return NULL if there is no such set. */
const struct class_set *class_set_by_id(uint32_t id);
const struct class_set *class_set_by_name(const char *name);

int class_of(const struct class_set *set, const struct position *pos);

/* A run of consecutive rows of one class. */
struct class_run {
    int class;
    int from; /* its first row */
    int count;
};

/* Sorts `count` items by class (class[i] is the class of item i), keeping the order
 * within a class. Sets row_of[i] to the row of item i and `run` to the classes that
 * occur; returns the number of runs. */
int class_sort(const int *class, int count, struct class_run run[CLASSES_MAX],
               int *row_of);
