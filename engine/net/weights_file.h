#pragma once
/*
 * What all files of weights have in common: those of nets (weights.h) and of race nets
 * (race_net.h). They begin with
 *
 *      0   8  magic
 *      8   4  version, 1
 *     12   4  0x01020304, to tell the order of bytes
 *     16   8  digest of the file with these 8 as zero (digest.h)
 *
 * and continue with a header of their own kind. All numbers have their lowest byte
 * first.
 */

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum { WEIGHTS_FILE_HEAD = 24, WEIGHTS_FILE_MAGIC = 8, WEIGHTS_FILE_DIGEST_AT = 16 };

/* One kind of weights file. */
struct weights_file_kind {
    char magic[WEIGHTS_FILE_MAGIC];
    size_t header;           /* bytes, including the head */
    size_t most;             /* largest size of a file in bytes */
    const char *other_fault; /* "magic: this is not ..." */
};

/* Returns NULL if the head is valid and the digest is right, else a static text that
 * says what is wrong. */
const char *weights_file_fault(const struct weights_file_kind *kind,
                               const unsigned char *bytes, size_t size);

/* Writes the head, except the digest. */
void weights_file_begin(const struct weights_file_kind *kind, unsigned char *bytes);
/* Computes the digest, stores it in the head and returns it. Call it when all the rest
 * is written. */
uint64_t weights_file_sign(unsigned char *bytes, size_t size);
/* Returns the digest stored in the head. */
uint64_t weights_file_digest(const unsigned char *bytes);

/* Finds the digest in a file's name, "big-45b19749dfbf9130.net"; false if there is none. */
bool weights_file_named_digest(const char *name, uint64_t *digest);

/* Reads `n` floats at *at and moves it past the last. Returns whether all are finite. */
bool weights_file_read_floats(const unsigned char **at, float *out, size_t n);
/* Writes `n` floats at `p`; returns the place after the last. */
unsigned char *weights_file_write_floats(unsigned char *p, const float *in, size_t n);

/* Reads the whole file into memory, which the caller releases with free(). Returns NULL
 * with `err` when the file cannot be read or is longer than kind->most. */
unsigned char *weights_file_load(const struct weights_file_kind *kind, const char *path,
                                 size_t *size, struct error *err);
/* Writes the file under another name and renames it, so that `path` always names a
 * complete file. Returns false with `err` on failure. */
bool weights_file_save(const char *path, const unsigned char *bytes, size_t size,
                       struct error *err);
