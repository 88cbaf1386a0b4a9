#pragma once
/*
 * Keeps a password out of traces and logs even if a server repeats it: replaces every
 * occurrence with "***". Does not keep the password itself, only its length and a hash
 * with a random key; a text with the same hash is masked, too.
 */

#include <stddef.h>
#include <stdint.h>

struct fibs_mask {
    uint64_t key, hash;
    size_t length; /* 0: nothing to mask */
};

/* Sets the password, replacing the one before; "": none. */
void fibs_mask_learn(struct fibs_mask *mask, const char *password);

/* Masks every occurrence in `text` in place; it does not grow. */
void fibs_mask_apply(const struct fibs_mask *mask, char *text);
