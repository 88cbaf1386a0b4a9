#pragma once
/* What the files of this room share with each other and with tests. */

#include "engine/race/bearoff_format.h"
#include "engine/race/race.h"

/* [k][c]: the number of multisets of k + 1 out of c, binomial(c + k, k + 1). Numbers
 * arrangements of checkers in the combinatorial number system. */
extern const uint16_t race_multisets[BEAROFF_POINTS][CHECKERS + 1];

/* The `checksum` of a header (bearoff_format.h), of the data after it. */
uint64_t bearoff_checksum(const void *data, size_t length);

/* The one-sided database as it lies in memory, by the number of an arrangement; of
 * `first`, that of the first one of 15 checkers is 0. NULL: the database is missing or
 * does not have it. */
struct race_bearoff_rows {
    const float (*off)[BEAROFF_ROLLS];
    const float (*first)[BEAROFF_FIRST_ROLLS];
};
struct race_bearoff_rows bearoff_rows_of(const struct bearoff *bo);

/* Races by these weights, which are copied. NULL: out of memory, or no such database. */
struct race *race_new(const struct race_weights *w, const struct bearoff *bo);

/* Reads weights from memory. Returns NULL with `err`, which begins with `name` and names
 * the wrong field. The caller frees them with race_weights_free(). */
struct race_weights *race_weights_read(const unsigned char *bytes, size_t size,
                                       const char *name, struct error *err);

/* Returns the outputs of mine, who has just moved. */
struct outputs race_outputs(const struct race_side *mine,
                            const struct race_side *theirs);
