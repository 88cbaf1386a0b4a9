#ifndef LAB_TRAIN_FIXED_POINT_H
#define LAB_TRAIN_FIXED_POINT_H
/*
 * Rounding a first layer to the int16 rows of struct weights.
 *
 * The unit is the smallest power of two (the largest shift) with which no placing of 15
 * checkers a side lets the sum of any unit leave 16 bits.
 */

#include <stddef.h>
#include <stdint.h>

/* `rows` is (INPUT_ROWS + 1, width), the bias being the last row. `extras` are added
 * later, in floats, and do not count. */
int fixed_point_shift(const float *rows, int width);

/* To the nearest; what does not fit in 16 bits is cut. */
void fixed_point_round(int16_t *out, const float *rows, size_t count, int shift);

#endif
