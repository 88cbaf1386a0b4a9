#pragma once
/*
 * Reads and writes numbers in files, lowest byte first on every machine.
 */

#include <stdint.h>

/* Read and write a number of `size` bytes, 1..8, at `p`. */
static inline uint64_t bytes_get(const unsigned char *p, int size)
{
    uint64_t value = 0;
    for (int i = size - 1; i >= 0; i--) {
        value = value << 8 | p[i];
    }
    return value;
}

static inline void bytes_put(unsigned char *p, int size, uint64_t value)
{
    for (int i = 0; i < size; i++) {
        p[i] = (unsigned char)(value >> (8 * i));
    }
}
