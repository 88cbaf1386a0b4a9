#ifndef LAB_TRAIN_FIXED_POINT_H
#define LAB_TRAIN_FIXED_POINT_H
/*
 * Rounds a first layer to the int16 rows of struct weights.
 *
 * The unit is the smallest power of two (the largest shift) with which no arrangement
 * of 15 checkers a side makes a sum overflow 16 bits.
 */

#include <stddef.h>
#include <stdint.h>

/* Returns the shift for `rows` (INPUT_ROWS + 1, width), whose last row is the bias.
 * Extras are added later, in floats, and do not count. */
int fixed_point_shift(const float *rows, int width);

/* Rounds to the nearest; limits values to 16 bits. */
void fixed_point_round(int16_t *out, const float *rows, size_t count, int shift);

#endif
