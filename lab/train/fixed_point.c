#include "lab/train/fixed_point.h"

#include <math.h>
#include <string.h>

#include "engine/net/inputs.h"
#include "engine/net/weights.h"

enum { SHIFT_MAX = 12 };

/* Adds a slot to the largest sums that n checkers can make, as in a knapsack problem.
 * `best` is (CHECKERS + 1, width). */
static void take_slot(float best[][NET_HIDDEN_MAX], const float *rows, int first,
                      int slot_rows, int width, float sign)
{
    static const float zeros[NET_HIDDEN_MAX];
    float sum[CHECKERS + 1][NET_HIDDEN_MAX];
    memcpy(sum[0], zeros, sizeof sum[0]);
    for (int n = 1; n <= CHECKERS; n++) {
        const float *row = rows + (first + (n < slot_rows ? n : slot_rows) - 1) * width;
        for (int j = 0; j < width; j++) {
            sum[n][j] = sum[n - 1][j] + sign * row[j];
        }
    }
    for (int held = CHECKERS; held > 0; held--) {
        for (int n = 1; n <= held; n++) {
            for (int j = 0; j < width; j++) {
                float with = best[held - n][j] + sum[n][j];
                best[held][j] = best[held][j] > with ? best[held][j] : with;
            }
        }
    }
}

/* Adds to `most` (width) the largest sum, times `sign`, that one side's 15 checkers can
 * make. */
static void add_most_of_side(float *most, const float *rows, int width, float sign)
{
    float best[CHECKERS + 1][NET_HIDDEN_MAX];
    for (int j = 0; j < width; j++) {
        best[0][j] = 0.0F;
        for (int held = 1; held <= CHECKERS; held++) {
            best[held][j] = -1e9F;
        }
    }
    for (int point = 0; point < 24; point++) {
        take_slot(best, rows, point * 6, 6, width, sign);
    }
    take_slot(best, rows, 144, 3, width, sign);
    take_slot(best, rows, 147, CHECKERS, width, sign);
    for (int j = 0; j < width; j++) {
        most[j] += best[CHECKERS][j];
    }
}

int fixed_point_shift(const float *rows, int width)
{
    float largest = 0.0F;
    for (float sign = -1.0F; sign <= 1.0F; sign += 2.0F) {
        float most[NET_HIDDEN_MAX];
        for (int j = 0; j < width; j++) {
            most[j] = sign * rows[INPUT_ROWS * width + j];
        }
        add_most_of_side(most, rows, width, sign);
        add_most_of_side(most, rows + INPUT_ROWS_SIDE * width, width, sign);
        for (int j = 0; j < width; j++) {
            largest = most[j] > largest ? most[j] : largest;
        }
    }
    int shift = SHIFT_MAX;
    float rounding = 0.5F * (INPUTS_ACTIVE + 1);
    while (shift > 0 && ldexpf(largest, shift) + rounding > 32767.0F) {
        shift--;
    }
    return shift;
}

void fixed_point_round(int16_t *out, const float *rows, size_t count, int shift)
{
    for (size_t i = 0; i < count; i++) {
        float scaled = rintf(ldexpf(rows[i], shift));
        scaled = scaled < -32768.0F ? -32768.0F : scaled > 32767.0F ? 32767.0F : scaled;
        out[i] = (int16_t)scaled;
    }
}
