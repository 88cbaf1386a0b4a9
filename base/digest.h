#pragma once
/*
 * A 64-bit digest that detects damage to files and changes of behaviour: FNV-1a
 * (Fowler, Noll, Vo; RFC 9923). It does not protect against forgery.
 */

#include <stddef.h>
#include <stdint.h>

static inline uint64_t digest_start(void)
{
    return 0xcbf29ce484222325U;
}

static inline uint64_t digest_bytes(uint64_t digest, const void *bytes, size_t size)
{
    const unsigned char *p = bytes;
    for (size_t i = 0; i < size; i++) {
        digest = (digest ^ p[i]) * 0x100000001b3U;
    }
    return digest;
}

/* Adds the four bytes of a number, lowest first on every machine. */
static inline uint64_t digest_u32(uint64_t digest, uint32_t value)
{
    for (int i = 0; i < 4; i++) {
        digest = (digest ^ ((value >> (8 * i)) & 0xff)) * 0x100000001b3U;
    }
    return digest;
}

/* Returns the digest of a file that holds its own digest in the 8 bytes at `at`, which
 * count as zero; size >= at + 8. */
static inline uint64_t digest_of_file(const unsigned char *bytes, size_t size,
                                      size_t at)
{
    static const unsigned char zero[8];
    uint64_t digest = digest_bytes(digest_start(), bytes, at);
    digest = digest_bytes(digest, zero, sizeof zero);
    return digest_bytes(digest, bytes + at + sizeof zero, size - at - sizeof zero);
}
