#ifndef ENGINE_RACE_BEAROFF_INTERNAL_H
#define ENGINE_RACE_BEAROFF_INTERNAL_H
/* What bearoff.c shares with its tests. */

#include "engine/race/bearoff.h"

/* Returns the effective pip count (Trice), the mean number of rolls times the 49/6 pips
 * of an average roll; -1 if not covered. */
double bearoff_epc(const struct bearoff *bo, const struct side *side);

/* Returns the mean number of rolls to bear off; -1 if not covered. */
double bearoff_mean_rolls(const struct bearoff *bo, const struct side *side);

/* Whether the one-sided database is there and holds this position (any view). */
bool bearoff_one_sided_covers(const struct bearoff *bo, const struct position *pos);

/* bearoff_open() of databases that the caller keeps in memory, aligned to 16 bytes. */
struct bearoff *bearoff_open_memory(const void *one_sided, size_t one_size,
                                    const void *two_sided, size_t two_size,
                                    struct error *err);

/* The `checksum` of a header (bearoff_format.h), of the data behind it. */
uint64_t bearoff_checksum(const void *data, size_t length);

#endif
