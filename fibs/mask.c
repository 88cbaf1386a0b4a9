#include "fibs/mask.h"

#include <string.h>
#include <unistd.h>

/* A polynomial in the odd key. */
static uint64_t hash_of(const struct fibs_mask *mask, const char *text)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < mask->length; i++) {
        hash = hash * mask->key + (unsigned char)text[i] + 1;
    }
    return hash;
}

void fibs_mask_learn(struct fibs_mask *mask, const char *password)
{
    uint64_t key = 0x9E3779B97F4A7C15ULL; /* if the system has no random bytes */
    (void)!getentropy(&key, sizeof key);
    mask->key = key | 1;
    mask->length = strlen(password);
    mask->hash = hash_of(mask, password);
}

void fibs_mask_apply(const struct fibs_mask *mask, char *text)
{
    if (mask->length == 0) {
        return;
    }
    size_t left = strlen(text);
    char *out = text;
    while (left > 0) {
        if (left >= mask->length && hash_of(mask, text) == mask->hash) {
            size_t stars = mask->length < 3 ? mask->length : 3;
            memset(out, '*', stars);
            out += stars;
            text += mask->length;
            left -= mask->length;
        } else {
            *out++ = *text++;
            left--;
        }
    }
    *out = '\0';
}
