#pragma once
/*
 * The file format of a bearoff database, for its reader (bearoff.c) and its writer
 * (lab/race/bearoff_make.c): a header of 64 bytes, then the values, all in the byte
 * order of the machine that wrote it. Arrangements are numbered by bearoff_index().
 *
 * One-sided: float off[arrangements][32], the chance to be off after exactly 0..31
 * rolls; then, only if checkers is 15, float first[arrangements of exactly 15][16], the
 * chance to bear off the first one after exactly 0..15 rolls.
 *
 * Two-sided: struct bearoff_equities [arrangement of the side on roll][of the other].
 */

#include <stddef.h>
#include <stdint.h>

enum bearoff_kind { BEAROFF_ONE_SIDED = 1, BEAROFF_TWO_SIDED = 2 };

enum {
    BEAROFF_VERSION = 1,
    BEAROFF_FIRST_ROLLS = 16,
    BEAROFF_BYTE_ORDER = 0x01020304,
    BEAROFF_ARRANGEMENTS = 54264 /* of at most 15 checkers on 6 points */
};

#define BEAROFF_MAGIC "fibsbot bearoff" /* 16 bytes with the NUL */

struct bearoff_header {
    char magic[16];
    uint32_t byte_order;
    uint32_t version;
    uint32_t kind;
    uint32_t points;      /* 6 */
    uint32_t checkers;    /* most of a side: 1..15 */
    uint32_t rolls;       /* one-sided: 32; two-sided: 0 */
    uint64_t data_length; /* bytes after the header */
    uint64_t checksum;    /* bearoff_checksum() of those bytes */
    uint64_t reserved;    /* 0 */
};

/* Returns the number of arrangements of at most `checkers` checkers: 7, 28, ... 924
 * (6), ... 54264 (15). */
size_t bearoff_arrangements(int checkers);

/* Returns the bytes of data, after the header, of a database of this shape. */
uint64_t bearoff_data_length(enum bearoff_kind kind, int checkers);

/* Returns the complete header for `data`, which has bearoff_data_length() bytes. */
struct bearoff_header bearoff_header_make(enum bearoff_kind kind, int checkers,
                                          const void *data);
