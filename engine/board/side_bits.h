#pragma once
/*
 * The points of a side as bit masks: bit p stands for point p, bit 0 for off, bit 25
 * for the bar.
 */

#include <stdbool.h>
#include <string.h>

#include "engine/board/checkers.h"

#ifdef __AVX2__
#include <immintrin.h>
#elif defined __SSE2__
#include <emmintrin.h>
#endif

/* Returns the mask of slots p in 0..31 with at[p] >= least; least >= 1. */
static inline uint32_t side_points_with(const struct side *side, int least)
{
#ifdef __SSE2__
    __m128i bound = _mm_set1_epi8((char)(least - 1));
    __m128i low = _mm_loadu_si128((const __m128i *)(const void *)side->at);
    __m128i high = _mm_loadu_si128((const __m128i *)(const void *)(side->at + 16));
    uint32_t low_bits = (uint32_t)_mm_movemask_epi8(_mm_cmpgt_epi8(low, bound));
    uint32_t high_bits = (uint32_t)_mm_movemask_epi8(_mm_cmpgt_epi8(high, bound));
    return low_bits | high_bits << 16;
#else
    uint32_t bits = 0;
    for (int p = 0; p < SIDE_SLOTS; p++) {
        bits |= (uint32_t)(side->at[p] >= least) << p;
    }
    return bits;
#endif
}

/* Returns the mask of slots in which a has at least `by` checkers more than b; by >=
 * 1. */
static inline uint32_t side_points_above(const struct side *a, const struct side *b,
                                         int by)
{
#ifdef __AVX2__
    __m256i bound =
        _mm256_add_epi8(_mm256_load_si256((const __m256i *)(const void *)b->at),
                        _mm256_set1_epi8((char)(by - 1)));
    __m256i va = _mm256_load_si256((const __m256i *)(const void *)a->at);
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpgt_epi8(va, bound));
#elif defined __SSE2__
    __m128i more = _mm_set1_epi8((char)(by - 1));
    const __m128i *va = (const __m128i *)(const void *)a->at;
    const __m128i *vb = (const __m128i *)(const void *)b->at;
    uint32_t low = (uint32_t)_mm_movemask_epi8(
        _mm_cmpgt_epi8(_mm_load_si128(va), _mm_add_epi8(_mm_load_si128(vb), more)));
    uint32_t high = (uint32_t)_mm_movemask_epi8(_mm_cmpgt_epi8(
        _mm_load_si128(va + 1), _mm_add_epi8(_mm_load_si128(vb + 1), more)));
    return low | high << 16;
#else
    uint32_t bits = 0;
    for (int p = 0; p < SIDE_SLOTS; p++) {
        bits |= (uint32_t)(a->at[p] >= b->at[p] + by) << p;
    }
    return bits;
#endif
}

/* The same for a whole position: bits 0..31 are mine, bits 32..63 theirs. */
static inline uint64_t position_slots_with(const struct position *pos, int least)
{
    return side_points_with(&pos->mine, least) |
           (uint64_t)side_points_with(&pos->theirs, least) << 32;
}

static inline uint64_t position_slots_above(const struct position *a,
                                            const struct position *b, int by)
{
    return side_points_above(&a->mine, &b->mine, by) |
           (uint64_t)side_points_above(&a->theirs, &b->theirs, by) << 32;
}

/* Returns the number of checkers on the bar and in the opponent's home board. Adds the
 * slots 19..26, of which 25 is the bar and 26 is empty, as bytes of one word. */
static inline int side_checkers_back(const struct side *side)
{
    uint64_t slots;
    memcpy(&slots, &side->at[19], sizeof slots);
    return (int)(slots * UINT64_C(0x0101010101010101) >> 56);
}

#ifdef __SSE2__
/* clang-format off */
/* One checker in each slot. */
#define ONE_AT(slot) {{[slot] = 1}}
static const alignas(16) struct side side_units[POINT_BAR + 1] = {
    ONE_AT(0), ONE_AT(1), ONE_AT(2), ONE_AT(3), ONE_AT(4), ONE_AT(5), ONE_AT(6),
    ONE_AT(7), ONE_AT(8), ONE_AT(9), ONE_AT(10), ONE_AT(11), ONE_AT(12), ONE_AT(13),
    ONE_AT(14), ONE_AT(15), ONE_AT(16), ONE_AT(17), ONE_AT(18), ONE_AT(19), ONE_AT(20),
    ONE_AT(21), ONE_AT(22), ONE_AT(23), ONE_AT(24), ONE_AT(25),
};
#undef ONE_AT
/* clang-format on */
#endif

/* Returns `side` with one checker moved between two slots. Reads and writes whole
 * vectors, because a vector load stalls when it follows a store of one of its bytes. */
static inline struct side side_after_hop(const struct side *side, int from, int to)
{
    struct side after;
#ifdef __SSE2__
    const __m128i *before = (const __m128i *)(const void *)side->at;
    const __m128i *less = (const __m128i *)(const void *)side_units[from].at;
    const __m128i *more = (const __m128i *)(const void *)side_units[to].at;
    for (int half = 0; half < 2; half++) {
        __m128i sum = _mm_add_epi8(_mm_loadu_si128(before + half), more[half]);
        _mm_storeu_si128((__m128i *)(void *)after.at + half,
                         _mm_sub_epi8(sum, less[half]));
    }
#else
    after = *side;
    after.at[from]--;
    after.at[to]++;
#endif
    return after;
}

/* Whether contact is certain after any one play of mine: at least five checkers of mine
 * are behind their rearmost, and a play moves four. */
static inline bool position_keeps_contact(const struct position *pos)
{
    enum { MOVED_MOST = 4 };
    int facing = 25 - (31 - __builtin_clz(side_points_with(&pos->theirs, 1) | 1U));
    int behind = 0;
    for (int point = facing + 1; point <= POINT_BAR; point++) {
        behind += pos->mine.at[point];
    }
    return behind > MOVED_MOST;
}

/* position_has_contact() of position.h, inline. */
static inline bool position_is_contact(const struct position *pos)
{
    uint32_t mine = side_points_with(&pos->mine, 1) | 1U; /* 0 when all are off */
    uint32_t theirs = side_points_with(&pos->theirs, 1) | 1U;
    return 62 - __builtin_clz(mine) - __builtin_clz(theirs) > 24;
}
