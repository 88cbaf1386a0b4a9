#pragma once
/*
 * The race net. Input: the checkers of one side. Output: two distributions of the
 * number of rolls, to bear off all checkers and to bear off the first one, which saves
 * the gammon.
 *
 * The inputs are rows, one for each checker: row 15 p + k - 1 is active when point p
 * (0: off) holds at least k checkers; and some numbers from the one-sided database
 * (struct race_view). Two hidden layers of rectified units follow. The 16 outputs, 8 for
 * each distribution, are the difference between the centre of its curve (race_rolls.h)
 * and that of the first estimate, the logarithm of the ratio of its spread to that of
 * the estimate, and the bends.
 *
 * All weights are one block of floats, in memory and in the file, in the layout of the
 * kernels (net_kernels.h):
 *
 *      rows    (RACE_ROWS + 1, size[0])               the last row is the bias
 *      panels  (size[0] / NET_PANEL, RACE_EXTRAS, NET_PANEL)
 *      bias    (size[1])
 *      panels  (size[1] / NET_PANEL, size[0], NET_PANEL)
 *      bias    (RACE_NUMBERS)
 *      panels  (1, size[1], NET_PANEL)
 *
 * The file begins as weights_file.h says, with magic "fibsrace", and continues with
 *
 *     24  4  size[0]       32  4  numbers in the block       40  the block
 *     28  4  size[1]       36  4  zero
 */

#include "base/error.h"
#include "engine/board/checkers.h"
#include "engine/race/bearoff.h"
#include "engine/race/race_rolls.h"

/* ---- first estimates ---- */

/*
 * What the one-sided database says about a side whose checkers are not all home. Its
 * checkers outside the home board are moved to the 6 point. The mean and the variance
 * of the number of rolls for that arrangement are known exactly, including the effects
 * of gaps, stacks and odd numbers of checkers; the pips on the way home are added at
 * 49/6 pips a roll. The race net only learns the rest.
 */

/* The goal of a distribution: to bear off all checkers, or the first of 15. */
enum race_goal { RACE_OFF, RACE_FIRST, RACE_GOALS };

/* A first estimate of a distribution. */
struct race_guess {
    float centre; /* rolls */
    float spread; /* rolls */
    int least;    /* lower bound, for any dice */
};

/* Inputs of the net besides the checkers. */
enum { RACE_EXTRAS = 8 };

struct race_view {
    struct race_guess guess[RACE_GOALS];
    float extras[RACE_EXTRAS];
};

struct race_basis;

/* Makes the basis, 1 MB, from the one-sided database in some milliseconds; `bo` is not
 * kept. Returns NULL if memory is short, or if the one-sided database is missing or
 * does not have 15 checkers and the chances for the first one. The caller frees it with
 * race_basis_free(). */
struct race_basis *race_basis_new(const struct bearoff *bo);
void race_basis_free(struct race_basis *basis);

/* Returns the estimates and inputs for a side that has no checker on point 24 or the
 * bar and has not borne off all. guess[RACE_FIRST] is meaningful only with 15 checkers
 * left. */
struct race_view race_view_of(const struct race_basis *basis, const struct side *side);

/* ---- weights ---- */

enum {
    RACE_POINTS = 24, /* 0..23: a checker on 24 is never past all contact */
    RACE_ROWS = RACE_POINTS * CHECKERS,
    RACE_NUMBERS = NET_PANEL,
    RACE_HIDDEN_MAX = 256,
    RACE_FILE_MAX = 1 << 20
};

/* The weights in memory. Sizes are multiples of NET_PANEL. */
struct race_weights {
    int size[2];
    size_t count;
    float *numbers;  /* the block */
    uint64_t digest; /* of the file; 0 before it is read or written */
};

/* Return where in the block the biases or panels of a layer begin. */
size_t race_weights_bias(const struct race_weights *w, int layer);   /* layer 1, 2 */
size_t race_weights_panels(const struct race_weights *w, int layer); /* layer 0..2 */

/* Allocates weights that are all zero, for hidden layers of 16, 32, ... RACE_HIDDEN_MAX
 * units. Returns NULL if memory is short. The caller frees them with
 * race_weights_free(). */
struct race_weights *race_weights_new(int first, int second);
void race_weights_free(struct race_weights *w);

/* NULL with `err` naming the file and the field that is wrong. */
struct race_weights *race_weights_load(const char *path, struct error *err);

/* Writes the weights to `path` and sets w->digest. Writes a new file and renames it, so
 * that `path` always names a complete file. Returns false with `err` on failure. */
bool race_weights_save(struct race_weights *w, const char *path, struct error *err);

/* Returns the curve given by 8 outputs of the net and the first estimate. */
struct race_curve race_curve_of(const float *numbers, const struct race_guess *guess);

/* Writes the CHECKERS active rows of a side that has no checker beyond point 23. */
void race_rows(const struct side *side, uint16_t rows[CHECKERS]);

/* ---- ready to play: read-only, shared by threads ---- */

struct race_net;

/* Makes a net from `w`, which is copied, and `basis`, which the caller keeps for as
 * long as the net. Returns NULL if memory is short. Read-only once made, so threads may
 * share it. */
struct race_net *race_net_new(const struct race_weights *w,
                              const struct race_basis *basis);
void race_net_free(struct race_net *net);
uint64_t race_net_digest(const struct race_net *net); /* of its file */

enum { RACE_BATCH = 32 };

/* Scratch memory for race_net_rolls(); it keeps nothing between calls. */
struct race_layers {
    struct race_view view[RACE_BATCH];
    float extras[RACE_BATCH * RACE_EXTRAS];
    float hidden[2][RACE_BATCH * RACE_HIDDEN_MAX];
    float numbers[RACE_BATCH * RACE_NUMBERS];
};

/* Computes the distributions of at most RACE_BATCH sides that have no checker on point
 * 24 or the bar and at least one on the board. off[i] and first[i] are those of
 * side[i]; first[i].count is 0 if a checker of side[i] is already off. */
void race_net_rolls(const struct race_net *net, const struct net_kernel *kernel,
                    struct race_layers *layers, const struct side *side, int count,
                    struct race_rolls *off, struct race_rolls *first);
