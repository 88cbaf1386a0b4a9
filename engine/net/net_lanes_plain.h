#pragma once
/*
 * The vector operations of net_kernel.h in plain C with one lane: for the kernel that
 * runs on every machine, and for the definition of the hand-made inputs.
 */

#include <math.h>
#include <string.h>

#include "engine/net/inputs.h"

enum { NET_LANES = 1, NET_SHORT_LANES = 1, NET_TILE_ROWS = 3 };
enum { NET_BYTES_SUMS = 2, NET_BYTES_ROWS = 2, NET_BYTES_PANELS = 1 };

typedef float net_vfloat;
typedef int16_t net_vshort;
typedef int32_t net_vint;
typedef const int16_t *net_vtable;
typedef int16_t net_vindex;
typedef struct {
    int16_t first;
    int16_t second;
} net_vpair;
typedef struct {
    int16_t byte[4];
} net_vquad;

#define v_load(p)      (*(p))
#define v_store(p, a)  (*(p) = (a))
#define v_set(a)       (a)
#define v_fma(a, b, c) fmaf(a, b, c)
#define v_sqrt(a)      sqrtf(a)

/* As the vector instructions do, returns the second operand if either is a NaN. */
static inline net_vfloat v_min(net_vfloat a, net_vfloat b)
{
    return a < b ? a : b;
}

static inline net_vfloat v_max(net_vfloat a, net_vfloat b)
{
    return a > b ? a : b;
}

static inline net_vfloat v_power(net_vfloat t)
{
    uint32_t bits;
    memcpy(&bits, &t, sizeof bits);
    bits = (bits << 23) + 0x3f800000U;
    memcpy(&t, &bits, sizeof t);
    return t;
}

#define s_load(p)       (*(p))
#define s_store(p, a)   (*(p) = (a))
#define s_set(a)        ((net_vshort)(a))
#define s_add(a, b)     ((net_vshort)((a) + (b)))
#define s_sub(a, b)     ((net_vshort)((a) - (b)))
#define s_neg_sat(a)    saturated(-(a))
#define s_and(a, b)     ((net_vshort)((a) & (b)))
#define s_left(a, n)    ((net_vshort)((uint16_t)(a) << (n)))
#define s_right(a, n)   ((net_vshort)((uint16_t)(a) >> (n)))
#define s_mul_q15(a, b) ((net_vshort)(((a) * (b) + 16384) >> 15))

#define t_make(table)          (table)
#define t_index(index)         (index)
#define t_lookup(table, index) ((table)[index])

static inline int16_t saturated(int32_t a)
{
    return (int16_t)(a < -32768 ? -32768 : a > 32767 ? 32767 : a);
}

static inline net_vshort s_max(net_vshort a, net_vshort b)
{
    return a > b ? a : b;
}

static inline net_vshort s_sign(net_vshort a, net_vshort b)
{
    return (net_vshort)(b > 0 ? a : b < 0 ? -a : 0);
}

static inline net_vshort s_narrow(const net_vint part[1], int down)
{
    return saturated(part[0] >> down);
}

static inline void s_store_bytes(uint8_t *p, net_vshort a)
{
    *p = (uint8_t)(a < 127 ? a : 127);
}

#define i_load(p)     (*(p))
#define i_store(p, a) (*(p) = (a))
#define i_set(a)      ((net_vint)(a))
#define i_add(a, b)   ((net_vint)((uint32_t)(a) + (uint32_t)(b)))
#define i_sub(a, b)   ((net_vint)((uint32_t)(a) - (uint32_t)(b)))
#define i_and(a, b)   ((a) & (b))
#define i_or(a, b)    ((a) | (b))
#define i_xor(a, b)   ((a) ^ (b))
#define i_above(a, b) ((a) > (b) ? -1 : 0)
#define i_left(a, n)  ((net_vint)((uint32_t)(a) << (n)))
#define i_right(a, n) ((net_vint)((uint32_t)(a) >> (n)))
#define i_float(a)    ((float)(a))
#define i_trunc(a)    ((net_vint)(a))
#define i_round(a)    ((net_vint)lrintf(a))

static inline net_vint i_part(net_vshort s, int k)
{
    (void)k; /* there is one part */
    return s;
}

static inline net_vint i_max(net_vint a, net_vint b)
{
    return a > b ? a : b;
}

static inline net_vint i_left_by(net_vint a, net_vint n)
{
    return n < 32 ? i_left(a, n) : 0;
}

static inline net_vint i_exponent(net_vint a)
{
    float number = (float)a;
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return (net_vint)(bits >> 23);
}

#define p_set(p)  p_load(p)
#define q_load(p) ((net_vquad){{(p)[0], (p)[1], (p)[2], (p)[3]}})
#define q_set(p)  q_load(p) /* of signed and of unsigned bytes */

static inline net_vpair p_load(const int16_t *p)
{
    return (net_vpair){p[0], p[1]};
}

static inline net_vint p_madd(net_vpair a, net_vpair b, net_vint sum)
{
    net_vint products =
        i_add((net_vint)a.first * b.first, (net_vint)a.second * b.second);
    return i_add(sum, products);
}

/* In 32 bits no sum of a layer overflows. */
enum { NET_BYTES_STEP = 1 << 15 };
typedef net_vint net_vpart;
#define b_zero()      0
#define b_sum(a, sum) i_add(sum, a)

static inline net_vpart b_madd(net_vquad x, net_vquad w, net_vpart a)
{
    for (int k = 0; k < 4; k++) {
        a += x.byte[k] * w.byte[k];
    }
    return a;
}

static inline void side_sums(const struct side *side, int32_t out[4])
{
    for (int n = 0; n < 3; n++) {
        out[n] = 0;
        for (int p = 0; p < SIDE_SLOTS; p++) {
            out[n] += inputs_hand_slot_weights[n][p] * side->at[p];
        }
    }
}
