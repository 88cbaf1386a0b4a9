/*
 * Every die moves some checker; a checker that passes point 19 no longer counts.
 * Arrangements are numbered as in bearoff.c, and every move lowers the number. For each
 * arrangement the best result of one, two and three moves by each die is kept, so that
 * the rest of a roll can be looked up after its first moves.
 */
#include "engine/race/race_clear.h"

#include <stdlib.h>

#include "engine/board/roll.h"
#include "engine/race/race_internal.h"

enum {
    BELOW = 18, /* point 18 + k is point k of the quarter */
    POINTS = 5,
    COUNTED = 8,
    ARRANGEMENTS = 1287, /* of at most 8 on 5 points: binomial(13, 5) */
    LONGEST = 14,        /* rolls; 8 checkers on point 23 need fewer */
    DICE = 6,
    HOPS_MAX = 3,
    WAYS = 36
};

struct race_clear {
    float chance[ARRANGEMENTS][LONGEST];
};

/* above[p]: checkers on point p of the quarter and above. */
struct place {
    int number;
    int above[POINTS + 2];
};

static void next_place(struct place *place)
{
    int p = POINTS;
    while (p > 1 && place->above[p] == place->above[p - 1]) {
        place->above[p--] = 0;
    }
    place->above[p]++;
    place->number++;
}

static int hops(const struct place *place, int die, int to[POINTS])
{
    int count = 0;
    for (int p = POINTS; p >= 1; p--) {
        if (place->above[p] == place->above[p + 1]) {
            continue;
        }
        int number = place->number;
        for (int q = p; q >= 1 && q > p - die; q--) {
            const uint16_t *term = race_multisets[POINTS - q];
            number -= term[place->above[q]] - term[place->above[q] - 1];
        }
        to[count++] = number;
    }
    return count;
}

/* The tables used while making the result. */
struct making {
    struct race_clear *clear;
    double mean[ARRANGEMENTS];
    int after[HOPS_MAX + 1][DICE][ARRANGEMENTS]; /* [0] is the arrangement itself */
};

static int best_behind(const struct making *m, const int *to, int count, int more,
                       int die)
{
    int best = m->after[more][die - 1][to[0]];
    for (int i = 1; i < count; i++) {
        int number = m->after[more][die - 1][to[i]];
        best = m->mean[number] < m->mean[best] ? number : best;
    }
    return best;
}

static int best_of_roll(const struct making *m, const struct place *place,
                        struct roll roll)
{
    int to[POINTS];
    int count = hops(place, roll.high, to);
    if (roll.high == roll.low) {
        return best_behind(m, to, count, HOPS_MAX, roll.high);
    }
    int a = best_behind(m, to, count, 1, roll.low);
    count = hops(place, roll.low, to);
    int b = best_behind(m, to, count, 1, roll.high);
    return m->mean[b] < m->mean[a] ? b : a;
}

/* Computes the chances of a place, those of all lower numbers being known. */
static void add_place(struct making *m, const struct place *place)
{
    const int at = place->number;
    float *chance = m->clear->chance[at];
    for (int d = 0; d < DICE; d++) {
        int to[POINTS];
        int count = hops(place, d + 1, to);
        m->after[0][d][at] = at;
        for (int more = 0; more < HOPS_MAX; more++) {
            m->after[more + 1][d][at] = best_behind(m, to, count, more, d + 1);
        }
    }
    for (int r = 0; r < ROLLS; r++) {
        const double weight = (double)roll_all[r].ways / WAYS;
        const int best = best_of_roll(m, place, roll_all[r].roll);
        m->mean[at] += weight * (1.0 + m->mean[best]);
        for (int n = 1; n < LONGEST; n++) {
            chance[n] += (float)weight * m->clear->chance[best][n - 1];
        }
    }
}

struct race_clear *race_clear_new(void)
{
    struct race_clear *clear = calloc(1, sizeof *clear);
    struct making *m = calloc(1, sizeof *m);
    if (clear != NULL && m != NULL) {
        struct place place = {.number = 0};
        m->clear = clear;
        clear->chance[0][0] = 1.0F;
        while (place.number + 1 < ARRANGEMENTS) {
            next_place(&place);
            add_place(m, &place);
        }
    } else {
        free(clear);
        clear = NULL;
    }
    free(m);
    return clear;
}

void race_clear_free(struct race_clear *clear)
{
    free(clear);
}

void race_clear_rolls(const struct race_clear *clear, const struct side *side,
                      struct race_rolls *rolls)
{
    int above = 0;
    int number = 0;
    for (int p = POINTS; p >= 1; p--) {
        above += side->at[BELOW + p];
        above = above < COUNTED ? above : COUNTED;
        number += race_multisets[POINTS - p][above];
    }
    race_rolls_from_chances(rolls, clear->chance[number], LONGEST);
}
