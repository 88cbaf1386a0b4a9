#ifndef ENGINE_NET_WEIGHTS_FILE_H
#define ENGINE_NET_WEIGHTS_FILE_H
/*
 * What files of weights have in common, those of nets (weights.h) and of the judge of
 * races (race_net.h). They begin with
 *
 *      0   8  magic
 *      8   4  version, 1
 *     12   4  0x01020304, to tell the order of bytes
 *     16   8  digest of the file with these 8 as zero (digest.h)
 *
 * and each goes on with a header of its own. All numbers have their lowest byte first.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum { WEIGHTS_FILE_HEAD = 24, WEIGHTS_FILE_MAGIC = 8 };

/* One kind of such files. */
struct weights_file_kind {
    char magic[WEIGHTS_FILE_MAGIC];
    size_t header;           /* bytes, with the head */
    size_t most;             /* bytes of a file */
    const char *other_fault; /* "magic: this is not ..." */
};

/* NULL if the head is sound and the digest is right, else what is wrong. */
const char *weights_file_fault(const struct weights_file_kind *kind,
                               const unsigned char *bytes, size_t size);

/* Writes the head but for the digest. */
void weights_file_begin(const struct weights_file_kind *kind, unsigned char *bytes);
/* Puts the digest in, the rest being written, and returns it. */
uint64_t weights_file_sign(unsigned char *bytes, size_t size);
/* The one that stands there. */
uint64_t weights_file_digest(const unsigned char *bytes);

/* The whole file in memory, for free(). NULL with `err`; also when it is too long. */
unsigned char *weights_file_load(const struct weights_file_kind *kind, const char *path,
                                 size_t *size, struct error *err);
/* By a file beside it, so that there is a whole one at any time. False with `err`. */
bool weights_file_save(const char *path, const unsigned char *bytes, size_t size,
                       struct error *err);

#endif
