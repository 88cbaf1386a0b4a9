#ifndef ENGINE_NET_NET_LANES_PLAIN_H
#define ENGINE_NET_NET_LANES_PLAIN_H
/*
 * The vector operations of net_kernel.h in plain C with one lane: for the kernel that
 * runs on every machine, and for the definition of the hand-made inputs.
 */

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "engine/net/inputs_hand.h"

enum { LANES = 1, SHORT_LANES = 1, TILE_ROWS = 3, BYTES_ROWS = 2 };

typedef float vfloat;
typedef int16_t vshort;
typedef const int16_t *vtable;
typedef int16_t vindex;
typedef int32_t vint;
typedef struct {
    int16_t first;
    int16_t second;
} vpair;
typedef struct {
    int16_t byte[4];
} vquad;

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

/* As the vector instructions do, returns the second operand if either is a NaN. */
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

static inline int16_t saturated(int32_t a)
{
    return (int16_t)(a < -32768 ? -32768 : a > 32767 ? 32767 : a);
}

static inline vshort s_set(int a)
{
    return (vshort)a;
}

static inline vshort s_add(vshort a, vshort b)
{
    return (vshort)(uint16_t)((uint16_t)a + (uint16_t)b);
}

static inline vshort s_sub(vshort a, vshort b)
{
    return (vshort)(uint16_t)((uint16_t)a - (uint16_t)b);
}

static inline vshort s_neg_sat(vshort a)
{
    return saturated(-a);
}

static inline vshort s_and(vshort a, vshort b)
{
    return (vshort)(a & b);
}

static inline vshort s_max(vshort a, vshort b)
{
    return a > b ? a : b;
}

static inline vshort s_left(vshort a, int n)
{
    return (vshort)(uint16_t)((uint16_t)a << n);
}

static inline vshort s_right(vshort a, int n)
{
    return (vshort)((uint16_t)a >> n);
}

static inline vshort s_mul_q15(vshort a, vshort b)
{
    return (vshort)((a * b + 16384) >> 15);
}

static inline vshort s_sign(vshort a, vshort b)
{
    return (vshort)(b > 0 ? a : b < 0 ? -a : 0);
}

static inline void s_store_bytes(uint8_t *p, vshort a)
{
    *p = (uint8_t)(a < 127 ? a : 127);
}

static inline vint sum_wrapping(vint a, vint b)
{
    return (vint)((uint32_t)a + (uint32_t)b);
}

static inline vshort s_narrow(const vint part[1], int down)
{
    return saturated(part[0] >> down);
}

static inline vtable t_make(const int16_t table[16])
{
    return table;
}

static inline vindex t_index(vshort index)
{
    return index;
}

static inline vshort t_lookup(vtable table, vindex index)
{
    return table[index];
}

static inline vint i_load(const int32_t *p)
{
    return *p;
}

static inline void i_store(int32_t *p, vint a)
{
    *p = a;
}

static inline vint i_part(vshort s, int k)
{
    (void)k; /* there is one part */
    return s;
}

static inline vint i_set(int a)
{
    return a;
}

static inline vint i_add(vint a, vint b)
{
    return sum_wrapping(a, b);
}

static inline vint i_sub(vint a, vint b)
{
    return (vint)((uint32_t)a - (uint32_t)b);
}

static inline vint i_and(vint a, vint b)
{
    return a & b;
}

static inline vint i_or(vint a, vint b)
{
    return a | b;
}

static inline vint i_xor(vint a, vint b)
{
    return a ^ b;
}

static inline vint i_max(vint a, vint b)
{
    return a > b ? a : b;
}

static inline vint i_above(vint a, vint b)
{
    return a > b ? -1 : 0;
}

static inline vint i_left(vint a, int n)
{
    return (vint)((uint32_t)a << n);
}

static inline vint i_right(vint a, int n)
{
    return (vint)((uint32_t)a >> n);
}

static inline vint i_left_by(vint a, vint n)
{
    return n < 32 ? i_left(a, n) : 0;
}

static inline vfloat i_float(vint a)
{
    return (float)a;
}

static inline vint i_trunc(vfloat a)
{
    return (vint)a;
}

static inline vint i_round(vfloat a)
{
    return (vint)lrintf(a);
}

static inline vint i_exponent(vint a)
{
    float number = (float)a;
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return (vint)(bits >> 23);
}

static inline vpair p_load(const int16_t *p)
{
    return (vpair){p[0], p[1]};
}

static inline vpair p_set(const int16_t *p)
{
    return p_load(p);
}

static inline vint p_madd(vpair a, vpair b, vint sum)
{
    vint products = sum_wrapping((vint)a.first * b.first, (vint)a.second * b.second);
    return sum_wrapping(sum, products);
}

static inline vpair p_zero(void)
{
    return (vpair){0, 0};
}

static inline vint p_sum(vpair a, vint sum)
{
    return sum_wrapping(sum, a.first + a.second);
}

static inline vquad q_load(const int8_t *p)
{
    return (vquad){{p[0], p[1], p[2], p[3]}};
}

static inline vquad q_set(const uint8_t *p)
{
    return (vquad){{p[0], p[1], p[2], p[3]}};
}

static inline vpair q_madd(vquad x, vquad w, vpair a)
{
    return (vpair){
        s_add(a.first, (vshort)(x.byte[0] * w.byte[0] + x.byte[1] * w.byte[1])),
        s_add(a.second, (vshort)(x.byte[2] * w.byte[2] + x.byte[3] * w.byte[3]))};
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

#endif
