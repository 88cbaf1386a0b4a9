/* The kernel in 512-bit vectors, for x86-64 with AVX-512 F, BW, VL and DQ (Skylake-X,
 * Zen 4 and newer). The Makefile compiles this file with those flags; elsewhere it is
 * empty. */
#include "net_kernels.h"

#if NET_HAS_X86_KERNELS
#include <immintrin.h>
#include <stddef.h>

#include "inputs.h"

#define KERNEL      net_kernel_avx512
#define KERNEL_NAME "avx512"

enum { LANES = 16, SHORT_LANES = 16, TILE_ROWS = 12 };

typedef __m512 vfloat;
typedef __m256i vshort;

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
#define s_add(a, b)    _mm256_add_epi16(a, b)
#define s_sub(a, b)    _mm256_sub_epi16(a, b)

static inline vfloat v_power(vfloat t)
{
    __m512i bits = _mm512_slli_epi32(_mm512_castps_si512(t), 23);
    return _mm512_castsi512_ps(_mm512_add_epi32(bits, _mm512_set1_epi32(0x3f800000)));
}

/* Rows are multiples of PANEL = 16 wide, so 256 bits are as wide as always fits. */
static inline vshort s_load(const int16_t *p)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)p);
}

static inline void s_store(int16_t *p, vshort a)
{
    _mm256_storeu_si256((__m256i *)(void *)p, a);
}

static inline vfloat s_widen(const int16_t *p)
{
    return _mm512_cvtepi32_ps(_mm512_cvtepi16_epi32(s_load(p)));
}

#include "net_kernel.h"
#endif
