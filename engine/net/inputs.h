#pragma once
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

#include "engine/board/checkers.h"

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

/* ---- hand-made inputs ---- */

/*
 * The extras of the input set "checkers+hand", which its fill() defines: features that
 * a net of this size hardly learns from the checkers alone, such as shots, primes,
 * mobility and the race. INPUTS_HAND_SIDE for mine, then as many for theirs, most of
 * them in 0..1. Net kernels compute the same for many positions at once
 * (net_kernels.h), from the same source, inputs_hand_lanes.h.
 */
enum { INPUTS_HAND_SIDE = 16, INPUTS_HAND = 2 * INPUTS_HAND_SIDE };

/* The inputs of one side, in order. "Own" is this side, "the other" its opponent. */
enum input_hand_input {
    INPUT_HAND_SHOTS,     /* share of the other's 36 rolls that hit an own blot */
    INPUT_HAND_SHOT_PIPS, /* mean pips lost to these rolls, if the farthest blot is hit */
    INPUT_HAND_SHOT_DANGER, /* shots x the strength of the other's home board */
    INPUT_HAND_FREEDOM,     /* mean pips that own rearmost checker can move in a roll */
    INPUT_HAND_PRIME, /* longest run of made points before the other's rearmost checker */
    INPUT_HAND_PRIME_4, /* 1 if that run is at least 4, 5, 6 points long */
    INPUT_HAND_PRIME_5,
    INPUT_HAND_PRIME_6,
    INPUT_HAND_BLOCK_NEAR, /* made points 1..6 pips before the other's rearmost checker */
    INPUT_HAND_BLOCK_FAR, /* 7..12 pips before it */
    INPUT_HAND_BOARD,    /* (made home points / 6) squared: how often one checker on the
                       * bar dances */
    INPUT_HAND_DANCE,    /* the same if the other has a checker on the bar, else 0 */
    INPUT_HAND_RACE,     /* of mine: own share of all pips; of theirs: 1 if there is
                       * contact */
    INPUT_HAND_REARMOST, /* own rearmost checker's point */
    INPUT_HAND_GAMMON_PIPS, /* pips needed to save the gammon, 0 once a checker is off */
    INPUT_HAND_TIMING, /* pips that can be played outside the home board, not counting
                  * checkers back */
};

/* Weights of a side's slots in three sums over its checkers: all pips, pips until all
 * are home, and the pips of INPUT_HAND_TIMING. */
extern const uint8_t inputs_hand_slot_weights[3][SIDE_SLOTS];
