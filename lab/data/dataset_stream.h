#pragma once
/*
 * Returns the samples of some datasets in random order, pass after pass. Blocks are
 * read in an order drawn for each pass and mixed in a window of limited size. Each
 * sample comes exactly once in a pass. The same files, window and seed give the same
 * stream.
 *
 * A stream of pairs keeps siblings (sample.h) together: a sample that is marked comes
 * directly after the one that it is a sibling of. If no sample is marked, it is the
 * same as a stream of single samples.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "lab/data/sample.h"

struct dataset_stream;

/* Opens a stream, with `in_pairs` one of pairs. `window` is the number of samples, or of
 * pairs and unpaired samples, mixed at a time: 20 bytes of memory each, in pairs 40.
 * Returns NULL with `err` if a file cannot be read or is damaged, if there are no
 * samples, or if memory is short. The caller closes it with dataset_stream_close(). */
struct dataset_stream *dataset_stream_open(const char *const *paths, int count,
                                           size_t window, bool in_pairs, uint64_t seed,
                                           struct error *err);
void dataset_stream_close(struct dataset_stream *stream);

int64_t dataset_stream_count(const struct dataset_stream *stream); /* of one pass */

/* Writes the next `count` samples; the last may have its sibling in the next draw.
 * Returns false with `err` if a file is damaged. */
bool dataset_stream_draw(struct dataset_stream *stream, struct sample *samples,
                         size_t count, struct error *err);

/* Skips `count` samples of a stream that was just opened, as if they had been drawn. */
bool dataset_stream_skip(struct dataset_stream *stream, int64_t count,
                         struct error *err);
