/* The kernel in plain C: one float at a time. Slow, and right on every machine. */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "inputs.h"
#include "net_kernels.h"

#define KERNEL      net_kernel_plain
#define KERNEL_NAME "plain"

enum { LANES = 1, SHORT_LANES = 1, TILE_ROWS = 3 };

typedef float vfloat;
typedef int16_t vshort;

static inline vfloat v_load(const float *p)
{
    return *p;
}

static inline void v_store(float *p, vfloat a)
{
    *p = a;
}

static inline vfloat v_set(float a)
{
    return a;
}

static inline vfloat v_fma(vfloat a, vfloat b, vfloat c)
{
    return fmaf(a, b, c);
}

static inline vfloat v_add(vfloat a, vfloat b)
{
    return a + b;
}

static inline vfloat v_sub(vfloat a, vfloat b)
{
    return a - b;
}

static inline vfloat v_mul(vfloat a, vfloat b)
{
    return a * b;
}

static inline vfloat v_div(vfloat a, vfloat b)
{
    return a / b;
}

/* The vector instructions give the second operand when either is not a number. */
static inline vfloat v_min(vfloat a, vfloat b)
{
    return a < b ? a : b;
}

static inline vfloat v_max(vfloat a, vfloat b)
{
    return a > b ? a : b;
}

static inline vfloat v_sqrt(vfloat a)
{
    return sqrtf(a);
}

static inline vfloat v_power(vfloat t)
{
    uint32_t bits;
    memcpy(&bits, &t, sizeof bits);
    bits = (bits << 23) + 0x3f800000U;
    memcpy(&t, &bits, sizeof t);
    return t;
}

static inline vshort s_load(const int16_t *p)
{
    return *p;
}

static inline void s_store(int16_t *p, vshort a)
{
    *p = a;
}

static inline vshort s_add(vshort a, vshort b)
{
    return (vshort)(uint16_t)((uint16_t)a + (uint16_t)b);
}

static inline vshort s_sub(vshort a, vshort b)
{
    return (vshort)(uint16_t)((uint16_t)a - (uint16_t)b);
}

static inline vfloat s_widen(const int16_t *p)
{
    return (float)*p;
}

#include "net_kernel.h"
