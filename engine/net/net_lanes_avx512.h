#ifndef ENGINE_NET_NET_LANES_AVX512_H
#define ENGINE_NET_NET_LANES_AVX512_H
/*
 * The vector operations of net_kernel.h in 512-bit vectors. With NET_HAS_DOTS the products
 * of bytes are those of the VNNI instructions, which multiply and add in one.
 */

#include "engine/net/net_kernel_shorts_x86.h"

enum { NET_LANES = 16, NET_BYTES_SUMS = 12, NET_BYTES_ROWS = 6, NET_BYTES_PANELS = 6 };
enum { NET_TILE_SUMS = 24, NET_TILE_ROWS = 12, NET_TILE_PANELS = 8 };

typedef __m512 net_vfloat;

#define v_load(p)      _mm512_loadu_ps(p)
#define v_store(p, a)  _mm512_storeu_ps(p, a)
#define v_set(a)       _mm512_set1_ps(a)
#define v_fma(a, b, c) _mm512_fmadd_ps(a, b, c)
#define v_add(a, b)    _mm512_add_ps(a, b)
#define v_sub(a, b)    _mm512_sub_ps(a, b)
#define v_mul(a, b)    _mm512_mul_ps(a, b)
#define v_div(a, b)    _mm512_div_ps(a, b)
#define v_min(a, b)    _mm512_min_ps(a, b)
#define v_max(a, b)    _mm512_max_ps(a, b)
#define v_sqrt(a)      _mm512_sqrt_ps(a)

static inline net_vfloat v_power(net_vfloat t)
{
    __m512i bits = _mm512_slli_epi32(_mm512_castps_si512(t), 23);
    return _mm512_castsi512_ps(_mm512_add_epi32(bits, _mm512_set1_epi32(0x3f800000)));
}

typedef __m512i net_vint;
typedef __m512i net_vpair;
typedef __m512i net_vquad;
typedef __m512i net_vpart;

#define i_load(p)       _mm512_loadu_si512(p)
#define i_store(p, a)   _mm512_storeu_si512(p, a)
#define i_set(a)        _mm512_set1_epi32(a)
#define i_add(a, b)     _mm512_add_epi32(a, b)
#define i_sub(a, b)     _mm512_sub_epi32(a, b)
#define i_and(a, b)     _mm512_and_si512(a, b)
#define i_or(a, b)      _mm512_or_si512(a, b)
#define i_xor(a, b)     _mm512_xor_si512(a, b)
#define i_max(a, b)     _mm512_max_epi32(a, b)
#define i_above(a, b)   _mm512_movm_epi32(_mm512_cmpgt_epi32_mask(a, b))
#define i_left(a, n)    _mm512_slli_epi32(a, (unsigned)(n))
#define i_right(a, n)   _mm512_srli_epi32(a, (unsigned)(n))
#define i_left_by(a, n) _mm512_sllv_epi32(a, n)
#define i_float(a)      _mm512_cvtepi32_ps(a)
#define i_trunc(a)      _mm512_cvttps_epi32(a)
#define i_round(a)      _mm512_cvtps_epi32(a)
#define i_exponent(a)   _mm512_srli_epi32(_mm512_castps_si512(_mm512_cvtepi32_ps(a)), 23)

#define p_load(p)         _mm512_loadu_si512(p)
#define p_set(p)          _mm512_set1_epi32(load_32(p))
#define p_madd(a, b, sum) _mm512_add_epi32(sum, _mm512_madd_epi16(a, b))
#define q_load(p)         _mm512_loadu_si512(p)
#define q_set(p)          _mm512_set1_epi32(load_32(p))

/* Products of fours, added up. */
#define b_zero() _mm512_setzero_si512()
#ifdef NET_HAS_DOTS
enum { NET_BYTES_STEP = 1 << 15 }; /* all inputs of a layer: the sums have 32 bits */
#define b_madd(x, w, a) _mm512_dpbusd_epi32(a, x, w)
#define b_sum(a, sum)   i_add(sum, a)
#else
enum { NET_BYTES_STEP = NET_BYTES_CHUNK };
#define b_madd(x, w, a) _mm512_add_epi16(a, _mm512_maddubs_epi16(x, w))
#define b_sum(a, sum)   p_madd(a, _mm512_set1_epi16(1), sum)
#endif

static inline net_vint i_part(net_vshort s, int k)
{
    (void)k; /* there is one part */
    return _mm512_cvtepi16_epi32(s);
}

static inline net_vshort s_narrow(const net_vint part[1], int down)
{
    return _mm512_cvtsepi32_epi16(_mm512_srai_epi32(part[0], (unsigned)down));
}

#endif
