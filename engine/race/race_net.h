#ifndef ENGINE_RACE_RACE_NET_H
#define ENGINE_RACE_RACE_NET_H
/*
 * The net of races: one side's checkers in, two waits out: until all are borne off, and
 * until the first one is, which saves the gammon.
 *
 * Inputs are rows, as many as a side has checkers: row 15 p + k - 1 is on when point p
 * (0: off) holds at least k. Beside them stand some numbers from the one-sided database
 * (race_basis.h). Two hidden layers of rectified units follow, and 16 numbers come out,
 * 8 a wait: how far the centre of its curve (race_rolls.h) lies from a first guess, the
 * logarithm of its spread by that of the guess, and the bends.
 *
 * All numbers stand in one block, which is also what a file holds, floats in the layout
 * of the kernels (net_kernels.h):
 *
 *      rows    (RACE_ROWS + 1, size[0])               the last row is the bias
 *      panels  (size[0] / PANEL, RACE_EXTRAS, PANEL)
 *      bias    (size[1])
 *      panels  (size[1] / PANEL, size[0], PANEL)
 *      bias    (RACE_NUMBERS)
 *      panels  (1, size[1], PANEL)
 *
 * The file, all numbers with their lowest byte first:
 *
 *      0  8  magic "fibsrace"          24  4  size[0]
 *      8  4  version, 1                28  4  size[1]
 *     12  4  byte order, 0x01020304    32  4  numbers in the block
 *     16  8  digest of the file with   36  4  zero
 *            these 8 bytes as zero     40     the block
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "engine/board/position.h"
#include "engine/net/net_kernels.h"
#include "engine/race/race_basis.h"
#include "engine/race/race_rolls.h"

enum {
    RACE_POINTS = 24, /* 0..23: nobody on 24 is past a checker of the other side */
    RACE_ROWS = RACE_POINTS * CHECKERS,
    RACE_NUMBERS = PANEL,
    RACE_HIDDEN_MAX = 256,
    RACE_FILE_MAX = 1 << 20
};

/* Weights as numbers. Sizes are multiples of PANEL. */
struct race_weights {
    int size[2];
    size_t count;
    float *numbers;  /* the block */
    uint64_t digest; /* of the file; 0 before it was read or written */
};

/* Where in the block they begin. */
size_t race_weights_bias(const struct race_weights *w, int layer);   /* layer 1, 2 */
size_t race_weights_panels(const struct race_weights *w, int layer); /* layer 0..2 */

/* All zero; NULL without memory. Sizes 16, 32, ... RACE_HIDDEN_MAX. */
struct race_weights *race_weights_new(int first, int second);
void race_weights_free(struct race_weights *w);

/* NULL with `err` naming the file and the field that is wrong. */
struct race_weights *race_weights_load(const char *path, struct error *err);

/* Writes beside `path` and renames. Sets the digest. */
bool race_weights_save(struct race_weights *w, const char *path, struct error *err);

/* The curve that 8 numbers of the net make of the guess. */
struct race_curve race_curve_of(const float *numbers, const struct race_guess *guess);

/* The rows of a side that are on: CHECKERS numbers. The side has nobody beyond point
 * 23. */
void race_rows(const struct side *side, uint16_t rows[CHECKERS]);

/* ---- ready to play: read-only, shared by threads ---- */

struct race_net;

/* `w` is copied, `basis` stays the caller's. NULL: no memory. */
struct race_net *race_net_new(const struct race_weights *w,
                              const struct race_basis *basis);
void race_net_free(struct race_net *net);
uint64_t race_net_digest(const struct race_net *net);

enum { RACE_BATCH = 32 };

/* Room for race_net_rolls(); no state. */
struct race_layers {
    struct race_view view[RACE_BATCH];
    float extras[RACE_BATCH * RACE_EXTRAS];
    float hidden[2][RACE_BATCH * RACE_HIDDEN_MAX];
    float numbers[RACE_BATCH * RACE_NUMBERS];
};

/* The waits of at most RACE_BATCH sides, nobody being on point 24 or the bar, somebody
 * still on the board: off[i] and first[i] belong to side[i]; first[i] is that of
 * somebody who is done when a checker is off. */
void race_net_rolls(const struct race_net *net, const struct net_kernel *kernel,
                    struct race_layers *layers, const struct side *side, int count,
                    struct race_rolls *off, struct race_rolls *first);

#endif
