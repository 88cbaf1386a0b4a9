#include "engine/race/race_basis.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/race/bearoff_format.h"

enum { HOME = 6, FARTHEST = 23, MOST_PIPS = 24, MOST_OFF = 4 };

/* What is kept of an arrangement of 15 checkers, off or on points 1..6. */
struct shape {
    float mean; /* rolls to bear off all */
    float variance;
    float skew;
    float first_mean; /* rolls to bear off the first; 0 if one is off */
    float first_variance;
};

struct race_basis {
    struct shape shape[BEAROFF_ARRANGEMENTS];
};

/* ---- making ---- */

static void moments(const float chance[BEAROFF_ROLLS], float *mean, float *variance,
                    float *skew)
{
    double sum = 0.0;
    double square = 0.0;
    double cube = 0.0;
    for (int n = 1; n < BEAROFF_ROLLS; n++) {
        sum += n * (double)chance[n];
    }
    for (int n = 0; n < BEAROFF_ROLLS; n++) {
        const double d = n - sum;
        square += d * d * (double)chance[n];
        cube += d * d * d * (double)chance[n];
    }
    *mean = (float)sum;
    *variance = (float)square;
    *skew = square > 1e-6 ? (float)(cube / (square * sqrt(square))) : 0.0F;
}

static bool add_shape(struct race_basis *basis, const struct bearoff *bo,
                      const struct side *side)
{
    float chance[BEAROFF_ROLLS];
    float skew;
    struct shape *shape = &basis->shape[bearoff_index(side)];
    if (!bearoff_distribution(bo, side, chance)) {
        return false;
    }
    moments(chance, &shape->mean, &shape->variance, &shape->skew);
    if (!bearoff_first_distribution(bo, side, chance)) {
        return false;
    }
    moments(chance, &shape->first_mean, &shape->first_variance, &skew);
    return true;
}

/* Adds all arrangements of the remaining checkers on points `point`..1. */
static bool add_shapes(struct race_basis *basis, const struct bearoff *bo,
                       struct side *side, int point)
{
    if (point == 0) {
        return add_shape(basis, bo, side);
    }
    const uint8_t left = side->at[POINT_OFF];
    bool is_whole = true;
    for (uint8_t n = 0; is_whole && n <= left; n++) {
        side->at[point] = n;
        side->at[POINT_OFF] = (uint8_t)(left - n);
        is_whole = add_shapes(basis, bo, side, point - 1);
    }
    side->at[point] = 0;
    side->at[POINT_OFF] = left;
    return is_whole;
}

struct race_basis *race_basis_new(const struct bearoff *bo)
{
    struct race_basis *basis = bo != NULL ? calloc(1, sizeof *basis) : NULL;
    struct side side = {.at = {[POINT_OFF] = CHECKERS}};
    if (basis != NULL && !add_shapes(basis, bo, &side, HOME)) {
        free(basis);
        basis = NULL;
    }
    return basis;
}

void race_basis_free(struct race_basis *basis)
{
    free(basis);
}

/* ---- views ---- */

static int divide_up(int a, int b)
{
    return (a + b - 1) / b;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/* A roll has a mean of 49/6 pips and a variance of 18.6, so that the variance of the
 * number of rolls for many pips is .28 a roll. */
struct race_view race_view_of(const struct race_basis *basis, const struct side *side)
{
    const float per_roll = 49.0F / 6.0F;
    const float variance_per_roll = 0.28F;
    struct side home = *side;
    int outside = 0;
    int pips_home = 0; /* of the checkers outside, to the 6 point */
    for (int p = HOME + 1; p <= FARTHEST; p++) {
        outside += side->at[p];
        pips_home += (p - HOME) * side->at[p];
        home.at[p] = 0;
    }
    home.at[HOME] = (uint8_t)(home.at[HOME] + outside);
    const struct shape *shape = &basis->shape[bearoff_index(&home)];
    const int pips = position_pip_count(side);
    const int left = CHECKERS - side->at[POINT_OFF];
    const float way = (float)pips_home / per_roll;
    return (struct race_view){
        .guess[RACE_OFF] = {shape->mean + way,
                            sqrtf(shape->variance + variance_per_roll * way + 0.02F),
                            larger(divide_up(pips, MOST_PIPS),
                                   divide_up(left, MOST_OFF))},
        .guess[RACE_FIRST] = {shape->first_mean + way,
                              sqrtf(shape->first_variance + variance_per_roll * way +
                                    0.02F),
                              pips_home / MOST_PIPS + 1},
        .extras =
            {
                shape->mean - (float)(pips - pips_home) / per_roll,
                sqrtf(shape->variance),
                shape->skew,
                shape->first_mean,
                (float)pips_home / 32.0F,
                (float)outside / 8.0F,
                1.0F / (1.0F + (float)pips_home),
                (float)(left % 2),
            },
    };
}
