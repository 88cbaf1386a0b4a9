/* The kernel in 256-bit vectors, for x86-64 with AVX2 and FMA (Haswell, Zen and newer).
 * The Makefile compiles this file with those flags; elsewhere it is empty. */
#include "net_kernels.h"

#if NET_HAS_X86_KERNELS
#include <immintrin.h>
#include <stddef.h>

#include "inputs.h"

#define KERNEL      net_kernel_avx2
#define KERNEL_NAME "avx2"

enum { LANES = 8, SHORT_LANES = 16, TILE_ROWS = 6 };

typedef __m256 vfloat;
typedef __m256i vshort;

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
#define s_add(a, b)    _mm256_add_epi16(a, b)
#define s_sub(a, b)    _mm256_sub_epi16(a, b)

static inline vfloat v_power(vfloat t)
{
    __m256i bits = _mm256_slli_epi32(_mm256_castps_si256(t), 23);
    return _mm256_castsi256_ps(_mm256_add_epi32(bits, _mm256_set1_epi32(0x3f800000)));
}

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
    __m128i shorts = _mm_loadu_si128((const __m128i *)(const void *)p);
    return _mm256_cvtepi32_ps(_mm256_cvtepi16_epi32(shorts));
}

#include "net_kernel.h"
#endif
