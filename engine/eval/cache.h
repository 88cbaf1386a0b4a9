#ifndef ENGINE_EVAL_CACHE_H
#define ENGINE_EVAL_CACHE_H
/*
 * The big net's outputs of positions met before, cube and score apart. Entries are
 * recognised by the 64 bits of position_hash() alone, a collision being less likely
 * than a fault of the memory; so what is found is what the net would say, and no result
 * depends on what the cache holds. One per thread.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/board/outputs.h"

struct cache;

struct cache *cache_new(int bits); /* 2^bits buckets of two entries; NULL: no memory */
void cache_free(struct cache *cache);
void cache_clear(struct cache *cache);

bool cache_get(const struct cache *cache, uint64_t key, struct outputs *out);
void cache_put(struct cache *cache, uint64_t key, const struct outputs *outputs);

size_t cache_bytes(const struct cache *cache);

#endif
