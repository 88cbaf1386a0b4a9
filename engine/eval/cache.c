#include "engine/eval/cache.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

enum { WAYS = 2, LINE_BYTES = 64 };

struct entry {
    uint64_t key; /* 0: empty */
    struct outputs outputs;
};

/* The newer entry is the first; a new one replaces the older. */
struct bucket {
    struct entry entries[WAYS];
};

struct cache {
    uint64_t mask;
    alignas(LINE_BYTES) struct bucket buckets[];
};

struct cache *cache_new(int bits)
{
    size_t buckets = (size_t)1 << bits;
    struct cache *cache =
        aligned_alloc(LINE_BYTES, sizeof *cache + buckets * sizeof(struct bucket));
    if (cache != NULL) {
        cache->mask = buckets - 1;
        cache_clear(cache);
    }
    return cache;
}

void cache_free(struct cache *cache)
{
    free(cache);
}

size_t cache_bytes(const struct cache *cache)
{
    return (size_t)(cache->mask + 1) * sizeof(struct bucket);
}

void cache_clear(struct cache *cache)
{
    memset(cache->buckets, 0, cache_bytes(cache));
}

void cache_prefetch(const struct cache *cache, uint64_t key)
{
    __builtin_prefetch(&cache->buckets[key & cache->mask]);
}

bool cache_get(const struct cache *cache, uint64_t key, struct outputs *out)
{
    const struct bucket *bucket = &cache->buckets[key & cache->mask];
    for (int i = 0; i < WAYS; i++) {
        if (bucket->entries[i].key == key && key != 0) {
            *out = bucket->entries[i].outputs;
            return true;
        }
    }
    return false;
}

void cache_put(struct cache *cache, uint64_t key, const struct outputs *outputs)
{
    struct bucket *bucket = &cache->buckets[key & cache->mask];
    bucket->entries[1] = bucket->entries[0];
    bucket->entries[0] = (struct entry){key, *outputs};
}
