/*
 * The net_vshort operations of net_kernel.h in 256 bits, for net_avx2.c and net_avx512.c.
 * Row widths are multiples of NET_PANEL = 16, so this is the widest vector that always
 * fits.
 */
#ifndef ENGINE_NET_NET_KERNEL_SHORTS_X86_H
#define ENGINE_NET_NET_KERNEL_SHORTS_X86_H

#include <immintrin.h>
#include <string.h>

#include "engine/net/inputs.h"
#include "engine/net/net_kernels.h"

static inline void turn_block(float *out, const float *in)
{
    __m128 a = _mm_loadu_ps(in);
    __m128 b = _mm_loadu_ps(in + NET_PANEL);
    __m128 c = _mm_loadu_ps(in + 2 * NET_PANEL);
    __m128 d = _mm_loadu_ps(in + 3 * NET_PANEL);
    _MM_TRANSPOSE4_PS(a, b, c, d);
    _mm_storeu_ps(out, a);
    _mm_storeu_ps(out + NET_PANEL, b);
    _mm_storeu_ps(out + 2 * NET_PANEL, c);
    _mm_storeu_ps(out + 3 * NET_PANEL, d);
}

enum { NET_SHORT_LANES = 16 };
typedef __m256i net_vshort;

/* Loads without alignment, of any element type. */
static inline __m256i load_256(const void *p)
{
    return _mm256_loadu_si256(p);
}

static inline void store_256(void *p, __m256i a)
{
    _mm256_storeu_si256(p, a);
}

/* Returns the four bytes at p as an int, to be copied to all lanes. */
static inline int32_t load_32(const void *p)
{
    int32_t four;
    memcpy(&four, p, sizeof four);
    return four;
}

#define s_load(p)       load_256(p)
#define s_store(p, a)   store_256(p, a)
#define s_set(a)        _mm256_set1_epi16(a)
#define s_add(a, b)     _mm256_add_epi16(a, b)
#define s_sub(a, b)     _mm256_sub_epi16(a, b)
#define s_neg_sat(a)    _mm256_subs_epi16(_mm256_setzero_si256(), a)
#define s_and(a, b)     _mm256_and_si256(a, b)
#define s_max(a, b)     _mm256_max_epi16(a, b)
#define s_left(a, n)    _mm256_slli_epi16(a, n)
#define s_right(a, n)   _mm256_srli_epi16(a, n)
#define s_mul_q15(a, b) _mm256_mulhrs_epi16(a, b)
#define s_sign(a, b)    _mm256_sign_epi16(a, b)

static inline void s_store_bytes(uint8_t *p, net_vshort a)
{
    __m128i low = _mm256_castsi256_si128(a);
    __m128i high = _mm256_extracti128_si256(a, 1);
    _mm_storeu_si128((__m128i *)(void *)p, _mm_packs_epi16(low, high));
}

/* Computes the weighted sums of a side's slots: three sums and a free fourth lane. */
static inline void side_sums(const struct side *side, int32_t out[4])
{
    const __m256i ones = _mm256_set1_epi16(1);
    const __m256i slots = load_256(side->at);
    __m256i sum[3];
    for (int n = 0; n < 3; n++) {
        const __m256i weights = load_256(inputs_hand_slot_weights[n]);
        sum[n] = _mm256_madd_epi16(_mm256_maddubs_epi16(slots, weights), ones);
    }
    __m256i four = _mm256_hadd_epi32(_mm256_hadd_epi32(sum[0], sum[1]),
                                     _mm256_hadd_epi32(sum[2], sum[2]));
    _mm_storeu_si128(
        (__m128i *)(void *)out,
        _mm_add_epi32(_mm256_castsi256_si128(four), _mm256_extracti128_si256(four, 1)));
}

/* The low and high bytes of the numbers apart, since the instruction looks up bytes. */
typedef struct {
    __m256i low;
    __m256i high;
} net_vtable;
typedef struct {
    __m256i low;
    __m256i high;
} net_vindex;

static inline net_vtable t_make(const int16_t table[16])
{
    uint8_t low[16];
    uint8_t high[16];
    for (int i = 0; i < 16; i++) {
        low[i] = (uint8_t)((uint16_t)table[i] & 0xff);
        high[i] = (uint8_t)((uint16_t)table[i] >> 8);
    }
    return (net_vtable){
        _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(void *)low)),
        _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(void *)high)),
    };
}

/* An index byte of 0x80 or more looks up 0. */
static inline net_vindex t_index(net_vshort index)
{
    return (net_vindex){
        _mm256_or_si256(index, _mm256_set1_epi16((short)0x8000)),
        _mm256_or_si256(_mm256_slli_epi16(index, 8), _mm256_set1_epi16(0x0080)),
    };
}

static inline net_vshort t_lookup(net_vtable table, net_vindex index)
{
    return _mm256_or_si256(_mm256_shuffle_epi8(table.low, index.low),
                           _mm256_shuffle_epi8(table.high, index.high));
}

#endif
