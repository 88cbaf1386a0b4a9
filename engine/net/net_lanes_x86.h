#pragma once
/*
 * The vector operations of net_kernel.h for x86-64: floats, int32 and bytes in 512-bit
 * vectors where the compiler may use AVX-512, else in 256-bit vectors; net_vshorts always in
 * 256 bits, the widest vector that always fits, since row widths are multiples of
 * NET_PANEL = 16. With NET_HAS_DOTS the products of bytes are those of the VNNI
 * instructions, which multiply and add in one.
 */

#include <immintrin.h>
#include <string.h>

#include "engine/net/inputs.h"
#include "engine/net/net_kernels.h"

/* ---- int16 ----------------------------------------------------------------------- */

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

/* ---- what differs between the widths --------------------------------------------- */

#ifdef __AVX512F__

#define X86(name) _mm512_##name

enum { NET_LANES = 16, NET_BYTES_SUMS = 12, NET_BYTES_ROWS = 6, NET_BYTES_PANELS = 6 };
enum { NET_TILE_SUMS = 24, NET_TILE_ROWS = 12, NET_TILE_PANELS = 8 };

typedef __m512 net_vfloat;
typedef __m512i net_vint;

#define v_bits(a)     _mm512_castps_si512(a)
#define v_of_bits(a)  _mm512_castsi512_ps(a)
#define i_load(p)     _mm512_loadu_si512(p)
#define i_store(p, a) _mm512_storeu_si512(p, a)
#define b_zero()      _mm512_setzero_si512()
#define i_and(a, b)   _mm512_and_si512(a, b)
#define i_or(a, b)    _mm512_or_si512(a, b)
#define i_xor(a, b)   _mm512_xor_si512(a, b)
#define i_above(a, b) _mm512_movm_epi32(_mm512_cmpgt_epi32_mask(a, b))
#define i_left(a, n)  _mm512_slli_epi32(a, (unsigned)(n))
#define i_right(a, n) _mm512_srli_epi32(a, (unsigned)(n))

static inline net_vint i_part(net_vshort s, int k)
{
    (void)k; /* there is one part */
    return _mm512_cvtepi16_epi32(s);
}

static inline net_vshort s_narrow(const net_vint part[1], int down)
{
    return _mm512_cvtsepi32_epi16(_mm512_srai_epi32(part[0], (unsigned)down));
}

#else

#define X86(name) _mm256_##name

enum { NET_LANES = 8, NET_BYTES_SUMS = 4, NET_BYTES_ROWS = 4, NET_BYTES_PANELS = 1 };
enum { NET_TILE_SUMS = 6, NET_TILE_ROWS = 6, NET_TILE_PANELS = 4 };

typedef __m256 net_vfloat;
typedef __m256i net_vint;

#define v_bits(a)     _mm256_castps_si256(a)
#define v_of_bits(a)  _mm256_castsi256_ps(a)
#define i_load(p)     load_256(p)
#define i_store(p, a) store_256(p, a)
#define b_zero()      _mm256_setzero_si256()
#define i_and(a, b)   _mm256_and_si256(a, b)
#define i_or(a, b)    _mm256_or_si256(a, b)
#define i_xor(a, b)   _mm256_xor_si256(a, b)
#define i_above(a, b) _mm256_cmpgt_epi32(a, b)
#define i_left(a, n)  _mm256_slli_epi32(a, n)
#define i_right(a, n) _mm256_srli_epi32(a, n)

/* k is 0 or 1. */
static inline net_vint i_part(net_vshort s, int k)
{
    return _mm256_cvtepi16_epi32(k == 0 ? _mm256_castsi256_si128(s)
                                        : _mm256_extracti128_si256(s, 1));
}

/* Packing works within 128 bits, so the middle quarters have to be swapped. */
static inline net_vshort s_narrow(const net_vint part[2], int down)
{
    __m256i a = _mm256_srai_epi32(part[0], down);
    __m256i b = _mm256_srai_epi32(part[1], down);
    return _mm256_permute4x64_epi64(_mm256_packs_epi32(a, b), 0xd8);
}

#endif

/* ---- floats, int32 and bytes in either width ------------------------------------- */

#define v_load(p)      X86(loadu_ps)(p)
#define v_store(p, a)  X86(storeu_ps)(p, a)
#define v_set(a)       X86(set1_ps)(a)
#define v_fma(a, b, c) X86(fmadd_ps)(a, b, c)
#define v_min(a, b)    X86(min_ps)(a, b)
#define v_max(a, b)    X86(max_ps)(a, b)
#define v_sqrt(a)      X86(sqrt_ps)(a)
#define v_power(t)     v_of_bits(i_add(i_left(v_bits(t), 23), i_set(0x3f800000)))

#define i_set(a)        X86(set1_epi32)(a)
#define i_add(a, b)     X86(add_epi32)(a, b)
#define i_sub(a, b)     X86(sub_epi32)(a, b)
#define i_max(a, b)     X86(max_epi32)(a, b)
#define i_left_by(a, n) X86(sllv_epi32)(a, n)
#define i_float(a)      X86(cvtepi32_ps)(a)
#define i_trunc(a)      X86(cvttps_epi32)(a)
#define i_round(a)      X86(cvtps_epi32)(a)
#define i_exponent(a)   i_right(v_bits(i_float(a)), 23)

typedef net_vint net_vpair;
typedef net_vint net_vquad;
typedef net_vint net_vpart;

#define p_load(p)         i_load(p)
#define p_set(p)          i_set(load_32(p))
#define p_madd(a, b, sum) i_add(sum, X86(madd_epi16)(a, b))
#define q_load(p)         i_load(p)
#define q_set(p)          i_set(load_32(p))

#ifdef NET_HAS_DOTS
enum { NET_BYTES_STEP = 1 << 15 }; /* all inputs of a layer: the sums have 32 bits */
#define b_madd(x, w, a) X86(dpbusd_epi32)(a, x, w)
#define b_sum(a, sum)   i_add(sum, a)
#else
enum { NET_BYTES_STEP = NET_BYTES_CHUNK };
#define b_madd(x, w, a) X86(add_epi16)(a, X86(maddubs_epi16)(x, w))
#define b_sum(a, sum)   p_madd(a, X86(set1_epi16)(1), sum)
#endif

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
