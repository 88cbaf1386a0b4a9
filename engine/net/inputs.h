#ifndef ENGINE_NET_INPUTS_H
#define ENGINE_NET_INPUTS_H
/*
 * What a net sees of a position: the single definition of its inputs, for playing and
 * for training. Positions are afterstates: `mine` has just moved.
 *
 * Rows. Every checker switches on exactly one row of the first layer: the n-th checker
 * of a side on a point switches on row n of that point, the 7th and later ones row 6
 * once more. So 30 rows are on in any position, counting repeats, and the checkers of a
 * play that changed place are all that has to be added and taken away to get from one
 * position to the next. One side's 162 rows:
 *
 *      0..143    point 1..24, six rows each: 1st, 2nd, ... 6th and later checker
 *      144..146  bar: 1st, 2nd, 3rd and later checker
 *      147..161  borne off: 1st, ... 15th checker
 *
 * Mine come first, theirs follow, each side on its own numbering of the points.
 *
 * Extras. An input set may add hand-made inputs, computed afresh for each position.
 *
 * A weights file names its set by id and carries the set's digest, so that a set that
 * was changed is noticed. Never change a set: add another one.
 */

#include <stdint.h>

#include "engine/board/position.h"

enum {
    INPUT_ROWS_SIDE = 24 * 6 + 3 + 15,
    INPUT_ROWS = 2 * INPUT_ROWS_SIDE,
    INPUTS_ACTIVE = 2 * CHECKERS, /* rows that are on, repeats counted */
    INPUT_EXTRAS_MAX = 64
};

struct input_set {
    const char *name;
    uint32_t id; /* in weights files; never used again for another set */
    int extras;  /* hand-made inputs, a multiple of 16, may be 0 */
    /* Writes `extras` values, about 0..1 each. NULL without extras. */
    void (*fill)(const struct position *pos, float *extras);
};

/* NULL when there is no such set. */
const struct input_set *input_set_by_id(uint32_t id);
const struct input_set *input_set_by_name(const char *name);

/* 64 bits that change when the set gives any different input for any of a few thousand
 * fixed positions. */
uint64_t input_set_digest(const struct input_set *set);

/* The row of the n-th checker, from 1, in each slot: mine and then theirs. */
extern const uint16_t input_slot_rows[2 * SIDE_SLOTS][CHECKERS + 1];

/* The rows that are on. */
void inputs_rows(const struct position *pos, uint16_t rows[INPUTS_ACTIVE]);

/* The rows to add to and to take from those of `from` to get those of `to`: as many of
 * either, since no checker comes or goes. */
struct input_changes {
    int count;
    uint16_t add[INPUTS_ACTIVE + 1]; /* one more for the way they are written */
    uint16_t remove[INPUTS_ACTIVE + 1];
};
void inputs_changes(const struct position *from, const struct position *to,
                    struct input_changes *changes);

#endif
