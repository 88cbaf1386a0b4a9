#ifndef LAB_DATA_DATASET_STREAM_H
#define LAB_DATA_DATASET_STREAM_H
/*
 * Returns the samples of some datasets in random order, pass after pass. Blocks are
 * read in an order drawn for each pass and mixed in a window of limited size. Each
 * sample comes exactly once in a pass. The same files, window and seed give the same
 * stream.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "lab/data/sample.h"

struct dataset_stream;

/* Opens a stream. `window` is the number of samples mixed at a time, 20 bytes of memory
 * each. Returns NULL with `err` if a file cannot be read or is damaged, if there are no
 * samples, or if memory is short. The caller closes it with dataset_stream_close(). */
struct dataset_stream *dataset_stream_open(const char *const *paths, int count,
                                           size_t window, uint64_t seed,
                                           struct error *err);
void dataset_stream_close(struct dataset_stream *stream);

int64_t dataset_stream_count(const struct dataset_stream *stream); /* of one pass */

/* Writes the next `count` samples. Returns false with `err` if a file is damaged. */
bool dataset_stream_draw(struct dataset_stream *stream, struct sample *samples,
                         size_t count, struct error *err);

/* Skips `count` samples of a stream that was just opened, as if they had been drawn. */
bool dataset_stream_skip(struct dataset_stream *stream, int64_t count,
                         struct error *err);

#endif
