#ifndef LAB_DATA_DATASET_H
#define LAB_DATA_DATASET_H
/*
 * Datasets: files of samples that grow at their end, block by block.
 *
 * A block is written whole or not at all: what a killed writer left of its last block
 * is cut off when the file is next appended to, and passed over by readers. Any other
 * damage is refused with its place in the file. Each block carries a mark, a number of
 * its writer's (how far it had come), so that a stopped writer goes on where the file
 * ends.
 *
 * The file, all numbers with their lowest byte first:
 *
 *      0   8  magic "fibsdata"        24   8  digest of the header with these 8 as zero
 *      8   4  version, 1              32 224  note: text for people, zeros behind it
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
 * The digest of the encoding is taken over fixed positions and targets as samples: it
 * tells when sample.c would read old files otherwise than they were meant. It does not
 * depend on the inputs of any net, as samples hold positions: a dataset serves all
 * nets.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "lab/data/sample.h"

enum {
    DATASET_NOTE_SIZE = 224,      /* with at least one zero */
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

/* Reads the headers of all blocks. NULL with `err` naming the file, what is wrong and
 * at which byte. */
struct dataset *dataset_open(const char *path, struct error *err);
void dataset_close(struct dataset *dataset);

int64_t dataset_count(const struct dataset *dataset); /* samples */
int dataset_blocks(const struct dataset *dataset);
const struct dataset_block *dataset_block(const struct dataset *dataset, int block);
const char *dataset_note(const struct dataset *dataset);

/* Bytes of a torn block at the end; usually 0. */
int64_t dataset_torn(const struct dataset *dataset);

/* Fills `samples` (room for the block's count) after checking the block's digest and
 * every position. False with `err` as above. */
bool dataset_read(struct dataset *dataset, int block, struct sample *samples,
                  struct error *err);

/* ---- writing ---- */

struct dataset_writer;

/* Opens the file for appending, makes it if it is not there, checks all of it and cuts
 * off a torn block. The note must be that of the file, if it is not new: samples of two
 * makings do not belong in one file. NULL with `err`; also while another process has
 * it open for writing. */
struct dataset_writer *dataset_append(const char *path, const char *note,
                                      struct error *err);

/* What the file held when it was opened. */
int64_t dataset_writer_count(const struct dataset_writer *writer);
uint64_t dataset_writer_mark(const struct dataset_writer *writer); /* new file: 0 */

/* Appends one block of 1..DATASET_BLOCK_MAX samples; it is with the system when this
 * returns. */
bool dataset_write(struct dataset_writer *writer, const struct sample *samples,
                   size_t count, uint64_t mark, struct error *err);

/* Brings all to the disk. False with `err` when that failed; it is closed anyway. */
bool dataset_writer_close(struct dataset_writer *writer, struct error *err);

#endif
