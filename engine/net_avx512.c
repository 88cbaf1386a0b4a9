/* The kernel in 512-bit vectors, for x86-64 with AVX-512 F, BW, VL and DQ (Skylake-X,
 * Zen 4 and newer). The Makefile compiles this file with those flags; elsewhere it is
 * empty. */
#include "net_kernels.h"

#if NET_HAS_X86_KERNELS
#include <immintrin.h>
#include <stddef.h>
#include <string.h>

#include "inputs.h"
#include "net_kernel_shorts_x86.h"

#define KERNEL      net_kernel_avx512
#define KERNEL_NAME "avx512"

enum { LANES = 16, TILE_ROWS = 12 };

typedef __m512 vfloat;

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

static inline vfloat v_power(vfloat t)
{
    __m512i bits = _mm512_slli_epi32(_mm512_castps_si512(t), 23);
    return _mm512_castsi512_ps(_mm512_add_epi32(bits, _mm512_set1_epi32(0x3f800000)));
}

typedef __m512i vint;
typedef __m512i vpair;

#define i_left(a, n) _mm512_slli_epi32(a, (unsigned)(n))

static inline vint i_load(const int32_t *p)
{
    return _mm512_loadu_si512(p);
}

static inline void i_store(int32_t *p, vint a)
{
    _mm512_storeu_si512(p, a);
}

static inline vint i_widen(const int16_t *p)
{
    return _mm512_cvtepi16_epi32(s_load(p));
}

static inline vpair p_load(const int16_t *p)
{
    return _mm512_loadu_si512(p);
}

static inline vpair p_set(const int16_t *p)
{
    int32_t pair;
    memcpy(&pair, p, sizeof pair);
    return _mm512_set1_epi32(pair);
}

static inline vint p_madd(vpair a, vpair b, vint sum)
{
    return _mm512_add_epi32(sum, _mm512_madd_epi16(a, b));
}

static inline vshort s_narrow(const int32_t *p, int round, int down)
{
    __m512i sum = _mm512_add_epi32(i_load(p), _mm512_set1_epi32(round));
    return _mm512_cvtsepi32_epi16(_mm512_srai_epi32(sum, (unsigned)down));
}

#include "net_kernel.h"
#endif
