#include "engine/eval/cache.h"

#include <stdint.h>
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

_Static_assert(sizeof(struct bucket) == LINE_BYTES, "a bucket fills a line");

struct cache {
    uint64_t mask;
    struct bucket *buckets; /* each in a line of its own, within `room` */
    void *room;
};

/* Zeros of calloc() cost nothing until they are read, and few starts fill the cache. */
struct cache *cache_new(int bits)
{
    size_t buckets = (size_t)1 << bits;
    struct cache *cache = calloc(1, sizeof *cache);
    void *room = calloc(buckets + 1, sizeof(struct bucket));
    if (cache == NULL || room == NULL) {
        free(cache);
        free(room);
        return NULL;
    }
    uintptr_t past = (uintptr_t)room % LINE_BYTES;
    *cache = (struct cache){
        .mask = buckets - 1,
        .buckets = (struct bucket *)((char *)room + (LINE_BYTES - past) % LINE_BYTES),
        .room = room,
    };
    return cache;
}

void cache_free(struct cache *cache)
{
    if (cache != NULL) {
        free(cache->room);
        free(cache);
    }
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
