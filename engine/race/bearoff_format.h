#ifndef ENGINE_RACE_BEAROFF_FORMAT_H
#define ENGINE_RACE_BEAROFF_FORMAT_H
/*
 * The file of a bearoff database, shared by its reader (bearoff.c) and its maker
 * (lab/bearoff_make.c). 64 bytes of header, then the values, all in the byte order of
 * the machine that made it. Arrangements are numbered by bearoff_index().
 *
 * One-sided: float off[arrangements][32], the chance to be off after exactly 0..31
 * rolls; then, only when checkers is 15, float first[arrangements of exactly 15][16],
 * the chance to have borne off the first one after exactly 0..15 rolls.
 *
 * Two-sided: struct bearoff_equities [arrangement on roll][arrangement waiting].
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
    uint32_t checkers;    /* of a side at most: 1..15 */
    uint32_t rolls;       /* one-sided: 32; two-sided: 0 */
    uint64_t data_length; /* bytes after the header */
    uint64_t checksum;    /* bearoff_checksum() of them */
    uint64_t reserved;    /* 0 */
};

/* How many arrangements at most `checkers` have: 7, 28, ... 924 (6), ... 54264 (15). */
size_t bearoff_arrangements(int checkers);

/* Bytes of data that a database of this shape has. */
uint64_t bearoff_data_length(enum bearoff_kind kind, int checkers);

/* A complete header for the data. */
struct bearoff_header bearoff_header_make(enum bearoff_kind kind, int checkers,
                                          const void *data);

#endif
