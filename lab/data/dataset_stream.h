#ifndef LAB_DATA_DATASET_STREAM_H
#define LAB_DATA_DATASET_STREAM_H
/*
 * The samples of some datasets in random order, pass after pass: blocks are read in an
 * order drawn for each pass and mixed in a window of bounded size. Each sample comes
 * exactly once a pass. The same files, window and seed give the same stream.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "lab/data/sample.h"

struct dataset_stream;

/* `window`: samples mixed at a time, 20 bytes of memory each. NULL with `err`: a file
 * that cannot be read or is damaged, no sample in any of them, or no memory. */
struct dataset_stream *dataset_stream_open(const char *const *paths, int count,
                                           size_t window, uint64_t seed,
                                           struct error *err);
void dataset_stream_close(struct dataset_stream *stream);

int64_t dataset_stream_count(const struct dataset_stream *stream); /* of one pass */

/* The next `count` samples. False with `err` when a file is damaged. */
bool dataset_stream_draw(struct dataset_stream *stream, struct sample *samples,
                         size_t count, struct error *err);

/* As if that many samples had been drawn from a stream just opened. */
bool dataset_stream_skip(struct dataset_stream *stream, int64_t count,
                         struct error *err);

#endif
