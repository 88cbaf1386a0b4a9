#ifndef FIBS_MASK_H
#define FIBS_MASK_H
/*
 * Keeps a password out of traces and logs, wherever a server repeats it: every
 * occurrence becomes "***". The password itself is not kept, only its length and a hash
 * under a random key; a text that happens to have the same hash is masked too.
 */

#include <stddef.h>
#include <stdint.h>

struct fibs_mask {
    uint64_t key, hash;
    size_t length; /* 0: there is nothing to mask */
};

/* The only password from now on; "": none. */
void fibs_mask_learn(struct fibs_mask *mask, const char *password);

/* Masks every occurrence in `text`, which does not grow. */
void fibs_mask_apply(const struct fibs_mask *mask, char *text);

#endif
