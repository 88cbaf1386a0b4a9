#ifndef ENGINE_NET_NET_LANES_AVX2_H
#define ENGINE_NET_NET_LANES_AVX2_H
/*
 * The vector operations of net_kernel.h in 256-bit vectors.
 */

#include "engine/net/net_kernel_shorts_x86.h"

enum { NET_LANES = 8, NET_BYTES_SUMS = 4, NET_BYTES_ROWS = 4, NET_BYTES_PANELS = 1 };
enum { NET_TILE_SUMS = 6, NET_TILE_ROWS = 6, NET_TILE_PANELS = 4 };

typedef __m256 net_vfloat;

#define v_load(p)      _mm256_loadu_ps(p)
#define v_store(p, a)  _mm256_storeu_ps(p, a)
#define v_set(a)       _mm256_set1_ps(a)
#define v_fma(a, b, c) _mm256_fmadd_ps(a, b, c)
#define v_add(a, b)    _mm256_add_ps(a, b)
#define v_sub(a, b)    _mm256_sub_ps(a, b)
#define v_mul(a, b)    _mm256_mul_ps(a, b)
#define v_div(a, b)    _mm256_div_ps(a, b)
#define v_min(a, b)    _mm256_min_ps(a, b)
#define v_max(a, b)    _mm256_max_ps(a, b)
#define v_sqrt(a)      _mm256_sqrt_ps(a)

static inline net_vfloat v_power(net_vfloat t)
{
    __m256i bits = _mm256_slli_epi32(_mm256_castps_si256(t), 23);
    return _mm256_castsi256_ps(_mm256_add_epi32(bits, _mm256_set1_epi32(0x3f800000)));
}

typedef __m256i net_vint;
typedef __m256i net_vpair;
typedef __m256i net_vquad;
typedef __m256i net_vpart;

#define i_load(p)       load_256(p)
#define i_store(p, a)   store_256(p, a)
#define i_set(a)        _mm256_set1_epi32(a)
#define i_add(a, b)     _mm256_add_epi32(a, b)
#define i_sub(a, b)     _mm256_sub_epi32(a, b)
#define i_and(a, b)     _mm256_and_si256(a, b)
#define i_or(a, b)      _mm256_or_si256(a, b)
#define i_xor(a, b)     _mm256_xor_si256(a, b)
#define i_max(a, b)     _mm256_max_epi32(a, b)
#define i_above(a, b)   _mm256_cmpgt_epi32(a, b)
#define i_left(a, n)    _mm256_slli_epi32(a, n)
#define i_right(a, n)   _mm256_srli_epi32(a, n)
#define i_left_by(a, n) _mm256_sllv_epi32(a, n)
#define i_float(a)      _mm256_cvtepi32_ps(a)
#define i_trunc(a)      _mm256_cvttps_epi32(a)
#define i_round(a)      _mm256_cvtps_epi32(a)
#define i_exponent(a)   _mm256_srli_epi32(_mm256_castps_si256(_mm256_cvtepi32_ps(a)), 23)

#define p_load(p)         load_256(p)
#define p_set(p)          _mm256_set1_epi32(load_32(p))
#define p_madd(a, b, sum) _mm256_add_epi32(sum, _mm256_madd_epi16(a, b))
#define q_load(p)         load_256(p)
#define q_set(p)          _mm256_set1_epi32(load_32(p))

/* Products of fours, added up. */
#define b_zero() _mm256_setzero_si256()
enum { NET_BYTES_STEP = NET_BYTES_CHUNK };
#define b_madd(x, w, a) _mm256_add_epi16(a, _mm256_maddubs_epi16(x, w))
#define b_sum(a, sum)   p_madd(a, _mm256_set1_epi16(1), sum)

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
