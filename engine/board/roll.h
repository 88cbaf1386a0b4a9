#pragma once
/* Rolls of two dice. */

#include <stdint.h>

/* high >= low, equal for a double. {0, 0} means not rolled. */
struct roll {
    uint8_t high;
    uint8_t low;
};

/* Returns the roll of two dice in any order. */
static inline struct roll roll_of_dice(int a, int b)
{
    return a > b ? (struct roll){(uint8_t)a, (uint8_t)b}
                 : (struct roll){(uint8_t)b, (uint8_t)a};
}

/* The 21 different rolls, each with the number of the 36 ways in which it falls (1 or
 * 2). */
enum { ROLLS = 21 };
struct roll_weighted {
    struct roll roll;
    uint8_t ways;
};
extern const struct roll_weighted roll_all[ROLLS];
