#ifndef ENGINE_NET_INPUTS_H
#define ENGINE_NET_INPUTS_H
/*
 * The inputs of a net: the single definition, for playing and for training. Positions
 * are afterstates: `mine` has just moved.
 *
 * Rows. Every checker activates exactly one row of the first layer: the n-th checker of
 * a side on a point activates row n of that point, the 7th and later ones row 6 once
 * more. So 30 rows are active in any position, counting repeats, and to get from one
 * position to another only the rows of the checkers that moved have to be added and
 * subtracted. One side's 162 rows:
 *
 *      0..143    point 1..24, six rows each: 1st, 2nd, ... 6th and later checker
 *      144..146  bar: 1st, 2nd, 3rd and later checker
 *      147..161  borne off: 1st, ... 15th checker
 *
 * The rows of mine come first, then those of theirs, each side in its own numbering of
 * the points.
 *
 * Extras. An input set may add hand-made inputs, which are computed for each position.
 *
 * A weights file stores the id and the digest of its input set; the digest reveals a
 * set that was changed by mistake. Never change a set: add a new one.
 */

#include "engine/board/position.h"

enum {
    INPUT_ROWS_SIDE = 24 * 6 + 3 + 15,
    INPUT_ROWS = 2 * INPUT_ROWS_SIDE,
    INPUTS_ACTIVE = 2 * CHECKERS, /* active rows, repeats counted */
    INPUT_EXTRAS_MAX = 64
};

struct input_set {
    const char *name;
    uint32_t id; /* in weights files; never reuse one */
    int extras;  /* number of hand-made inputs: a multiple of 16 or 0 */
    /* Writes `extras` values, each in about 0..1. NULL if there are none. */
    void (*fill)(const struct position *pos, float *extras);
};

/* Find an input set. Return NULL if there is no such set. */
const struct input_set *input_set_by_id(uint32_t id);
const struct input_set *input_set_by_name(const char *name);

/* Returns a 64-bit digest of the inputs that the set gives for a few thousand fixed
 * positions. */
uint64_t input_set_digest(const struct input_set *set);

/* The row of the n-th checker (from 1) in each slot, first of mine and then of
 * theirs. */
extern const uint16_t input_slot_rows[2 * SIDE_SLOTS][CHECKERS + 1];

/* Writes the INPUTS_ACTIVE active rows of `pos`, those of mine first. */
void inputs_rows(const struct position *pos, uint16_t rows[INPUTS_ACTIVE]);

/* The rows to add to those of `from` and to subtract from them to get those of `to`.
 * Both have `count` rows, since no checker appears or disappears. */
struct input_changes {
    int count;
    uint16_t add[INPUTS_ACTIVE + 1]; /* one spare entry for branch-free writing */
    uint16_t remove[INPUTS_ACTIVE + 1];
};
void inputs_changes(const struct position *from, const struct position *to,
                    struct input_changes *changes);

#endif
