#pragma once
/*
 * Datasets: files of samples to which blocks are appended.
 *
 * Only complete blocks count: what a killed writer left of its last block is cut off
 * when the file is next opened for appending, and skipped by readers. Any other damage
 * is refused with its offset in the file. Each block has a mark, a number in which its
 * writer records its progress, so that a stopped writer can continue where the file
 * ends.
 *
 * The file, all numbers with their lowest byte first:
 *
 *      0   8  magic "fibsdata"        24   8  digest of the header with these 8 as zero
 *      8   4  version, 1              32 224  note: text for people, then zeros
 *     12   4  bytes of a sample, 20  256      blocks
 *     16   8  digest of the encoding
 *
 * A block:
 *
 *      0   4  magic "blok"            16   8  digest of the samples
 *      4   4  number of samples       24   8  digest of bytes 0..23 of the block
 *      8   8  mark                    32      samples (sample.h): of 20 bytes each, 10
 *                                             are the position, 5 x 2 the target
 *
 * The digest of the encoding is that of fixed positions and targets as samples: it
 * changes if sample.c no longer reads old files as they were written. It does not
 * depend on the inputs of a net: samples hold positions, so one dataset serves all
 * nets.
 *
 * A sample that is marked as a sibling (sample.h) belongs to the sample before it in
 * the same block.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "lab/data/sample.h"

enum {
    DATASET_NOTE_SIZE = 224,      /* including at least one zero byte */
    DATASET_BLOCK_MAX = 1 << 16,  /* samples */
    DATASET_BLOCKS_MAX = 1 << 22, /* of a file */
};

/* ---- reading ---- */

struct dataset;

struct dataset_block {
    int64_t offset; /* in the file */
    uint32_t count; /* samples */
    uint64_t mark;
};

struct dataset_info {
    char note[DATASET_NOTE_SIZE];
    int64_t count; /* samples */
    int blocks;
    struct dataset_block *block; /* (blocks) */
    int64_t cut_off; /* bytes of an incomplete block at the end; usually 0 */
};

/* Opens a dataset and reads the headers of all blocks. Returns NULL with `err`: the
 * file, what is wrong and at which byte. The caller closes it with dataset_close(). */
struct dataset *dataset_open(const char *path, struct error *err);
void dataset_close(struct dataset *dataset); /* may be NULL */

/* What is in the dataset; valid until it is closed. */
const struct dataset_info *dataset_info(const struct dataset *dataset);

/* Reads a block into `samples`, which has room for the block's count; checks the
 * block's digest and every position. Returns false with `err` as above. */
bool dataset_read(struct dataset *dataset, int block, struct sample *samples,
                  struct error *err);

/* ---- writing ---- */

struct dataset_writer;

/* Opens the file for appending, or creates it; checks all of it and cuts off an
 * incomplete block. The note of an existing file must be equal to `note`, so that all
 * samples of a file are made in the same way. Returns NULL with `err` on failure, also
 * if another program has the file open for writing. The caller closes it with
 * dataset_writer_close(). */
struct dataset_writer *dataset_append(const char *path, const char *note,
                                      struct error *err);

/* Return the number of samples and the last mark in the file when it was opened. */
int64_t dataset_writer_count(const struct dataset_writer *writer);
uint64_t dataset_writer_mark(const struct dataset_writer *writer); /* new file: 0 */

/* Appends one block of 1..DATASET_BLOCK_MAX samples and passes it to the system.
 * Returns false with `err` on failure. */
bool dataset_write(struct dataset_writer *writer, const struct sample *samples,
                   size_t count, uint64_t mark, struct error *err);

/* Writes everything to the disk and closes the writer. Returns false with `err` on
 * failure; the writer is closed anyway. */
bool dataset_writer_close(struct dataset_writer *writer, struct error *err);
