#pragma once
/*
 * A cache of the nets' outputs for positions, whatever the cube and score. Entries are
 * found by their 64-bit key (position_hash()) alone: a collision is less likely than a
 * memory fault, so that an entry is what the net would compute, and no result depends
 * on the contents of the cache. Each thread has its own.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/board/outputs.h"

struct cache;

struct cache *cache_new(int bits); /* 2^bits buckets of two entries; NULL if memory is
                                    * short */
void cache_free(struct cache *cache);
void cache_clear(struct cache *cache);

/* Begins to fetch what cache_get() will read for the key. */
void cache_prefetch(const struct cache *cache, uint64_t key);

bool cache_get(const struct cache *cache, uint64_t key, struct outputs *out);
void cache_put(struct cache *cache, uint64_t key, const struct outputs *outputs);

size_t cache_bytes(const struct cache *cache);
