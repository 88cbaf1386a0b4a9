#pragma once
/*
 * The vector operations of net_kernel.h in 128-bit vectors of 64-bit ARM. With
 * NET_HAS_DOTS the products of bytes are those of the dot product instructions.
 */

#include <arm_neon.h>
#include <string.h>

#include "engine/net/inputs.h"
#include "engine/net/net_kernels.h"

enum { NET_LANES = 4, NET_SHORT_LANES = 8 };
enum { NET_TILE_SUMS = 4, NET_TILE_ROWS = 4, NET_TILE_PANELS = 4 };
enum { NET_BYTES_SUMS = 4, NET_BYTES_ROWS = 4, NET_BYTES_PANELS = 4 };

/* Returns the four bytes at p as an int, to be copied to all lanes. */
static inline int32_t load_32(const void *p)
{
    int32_t four;
    memcpy(&four, p, sizeof four);
    return four;
}

/* ---- floats ---------------------------------------------------------------------- */

typedef float32x4_t net_vfloat;

#define v_load(p)      vld1q_f32(p)
#define v_store(p, a)  vst1q_f32(p, a)
#define v_set(a)       vdupq_n_f32(a)
#define v_fma(a, b, c) vfmaq_f32(c, a, b)
#define v_sqrt(a)      vsqrtq_f32(a)

/* As the x86 instructions do, return the second operand if either is a NaN. */
static inline net_vfloat v_min(net_vfloat a, net_vfloat b)
{
    return vbslq_f32(vcltq_f32(a, b), a, b);
}

static inline net_vfloat v_max(net_vfloat a, net_vfloat b)
{
    return vbslq_f32(vcgtq_f32(a, b), a, b);
}

static inline net_vfloat v_power(net_vfloat t)
{
    int32x4_t bits = vshlq_n_s32(vreinterpretq_s32_f32(t), 23);
    return vreinterpretq_f32_s32(vaddq_s32(bits, vdupq_n_s32(0x3f800000)));
}

static inline void turn_block(float *out, const float *in)
{
    float32x4x4_t columns;
    float rows[16];
    for (int i = 0; i < 4; i++) {
        vst1q_f32(rows + 4 * i, vld1q_f32(in + i * NET_PANEL));
    }
    columns = vld4q_f32(rows);
    for (int k = 0; k < 4; k++) {
        vst1q_f32(out + k * NET_PANEL, columns.val[k]);
    }
}

/* ---- int32 ----------------------------------------------------------------------- */

typedef int32x4_t net_vint;

#define i_load(p)       vld1q_s32(p)
#define i_store(p, a)   vst1q_s32(p, a)
#define i_set(a)        vdupq_n_s32(a)
#define i_add(a, b)     vaddq_s32(a, b)
#define i_sub(a, b)     vsubq_s32(a, b)
#define i_and(a, b)     vandq_s32(a, b)
#define i_or(a, b)      vorrq_s32(a, b)
#define i_xor(a, b)     veorq_s32(a, b)
#define i_max(a, b)     vmaxq_s32(a, b)
#define i_above(a, b)   vreinterpretq_s32_u32(vcgtq_s32(a, b))
#define i_left(a, n)    vshlq_s32(a, vdupq_n_s32(n))
#define i_left_by(a, n) vshlq_s32(a, n)
#define i_float(a)      vcvtq_f32_s32(a)
#define i_trunc(a)      vcvtq_s32_f32(a)
#define i_round(a)      vcvtnq_s32_f32(a)

static inline net_vint i_right(net_vint a, int n)
{
    return vreinterpretq_s32_u32(vshlq_u32(vreinterpretq_u32_s32(a), vdupq_n_s32(-n)));
}

static inline net_vint i_exponent(net_vint a)
{
    uint32x4_t bits = vreinterpretq_u32_f32(vcvtq_f32_s32(a));
    return vreinterpretq_s32_u32(vshrq_n_u32(bits, 23));
}

/* ---- int16 ----------------------------------------------------------------------- */

typedef int16x8_t net_vshort;

#define s_load(p)       vld1q_s16(p)
#define s_store(p, a)   vst1q_s16(p, a)
#define s_set(a)        vdupq_n_s16(a)
#define s_add(a, b)     vaddq_s16(a, b)
#define s_sub(a, b)     vsubq_s16(a, b)
#define s_neg_sat(a)    vqnegq_s16(a)
#define s_and(a, b)     vandq_s16(a, b)
#define s_max(a, b)     vmaxq_s16(a, b)
#define s_left(a, n)    vshlq_s16(a, vdupq_n_s16(n))
#define s_mul_q15(a, b) vqrdmulhq_s16(a, b)

static inline net_vshort s_right(net_vshort a, int n)
{
    uint16x8_t bits = vreinterpretq_u16_s16(a);
    return vreinterpretq_s16_u16(vshlq_u16(bits, vdupq_n_s16((int16_t)-n)));
}

static inline net_vshort s_sign(net_vshort a, net_vshort b)
{
    net_vshort turned = vbslq_s16(vcltzq_s16(b), vnegq_s16(a), a);
    return vbslq_s16(vceqzq_s16(b), vdupq_n_s16(0), turned);
}

/* k is 0 or 1. */
static inline net_vint i_part(net_vshort s, int k)
{
    return k == 0 ? vmovl_s16(vget_low_s16(s)) : vmovl_high_s16(s);
}

static inline net_vshort s_narrow(const net_vint part[2], int down)
{
    const int32x4_t by = vdupq_n_s32(-down);
    return vqmovn_high_s32(vqmovn_s32(vshlq_s32(part[0], by)), vshlq_s32(part[1], by));
}

static inline void s_store_bytes(uint8_t *p, net_vshort a)
{
    vst1_u8(p, vreinterpret_u8_s8(vqmovn_s16(a)));
}

/* The low and high bytes of the numbers apart, since the instruction looks up bytes. */
typedef struct {
    uint8x16_t low;
    uint8x16_t high;
} net_vtable;
typedef struct {
    uint8x16_t low;
    uint8x16_t high;
} net_vindex;

static inline net_vtable t_make(const int16_t table[16])
{
    uint8x16x2_t bytes = vld2q_u8((const uint8_t *)table);
    return (net_vtable){bytes.val[0], bytes.val[1]};
}

/* An index byte above 15 looks up 0. */
static inline net_vindex t_index(net_vshort index)
{
    uint16x8_t bits = vreinterpretq_u16_s16(index);
    return (net_vindex){
        vreinterpretq_u8_u16(vorrq_u16(bits, vdupq_n_u16(0xff00))),
        vreinterpretq_u8_u16(vorrq_u16(vshlq_n_u16(bits, 8), vdupq_n_u16(0x00ff))),
    };
}

static inline net_vshort t_lookup(net_vtable table, net_vindex index)
{
    return vreinterpretq_s16_u8(
        vorrq_u8(vqtbl1q_u8(table.low, index.low), vqtbl1q_u8(table.high, index.high)));
}

/* ---- products of pairs and fours ------------------------------------------------- */

typedef int16x8_t net_vpair;
typedef int8x16_t net_vquad;

#define p_load(p) vld1q_s16(p)
#define p_set(p)  vreinterpretq_s16_s32(vdupq_n_s32(load_32(p)))
#define q_load(p) vld1q_s8(p)
#define q_set(p)  vreinterpretq_s8_s32(vdupq_n_s32(load_32(p)))

static inline net_vint p_madd(net_vpair a, net_vpair b, net_vint sum)
{
    int32x4_t low = vmull_s16(vget_low_s16(a), vget_low_s16(b));
    return vaddq_s32(sum, vpaddq_s32(low, vmull_high_s16(a, b)));
}

#ifdef NET_HAS_DOTS
enum { NET_BYTES_STEP = 1 << 15 }; /* all inputs of a layer: the sums have 32 bits */
typedef int32x4_t net_vpart;
#define b_zero()        vdupq_n_s32(0)
#define b_madd(x, w, a) vdotq_s32(a, x, w)
#define b_sum(a, sum)   i_add(sum, a)
#else
enum { NET_BYTES_STEP = NET_BYTES_CHUNK };
typedef int16x8_t net_vpart;
#define b_zero()      vdupq_n_s16(0)
#define b_sum(a, sum) vpadalq_s16(sum, a)

static inline net_vpart b_madd(net_vquad x, net_vquad w, net_vpart a)
{
    int16x8_t low = vmull_s8(vget_low_s8(x), vget_low_s8(w));
    return vaddq_s16(a, vpaddq_s16(low, vmull_high_s8(x, w)));
}
#endif

/* Computes the weighted sums of a side's slots: three sums and a free fourth lane. */
static inline void side_sums(const struct side *side, int32_t out[4])
{
    const uint8_t *slots = (const uint8_t *)side->at;
    for (int n = 0; n < 3; n++) {
        const uint8_t *weights = inputs_hand_slot_weights[n];
        uint8x16_t first = vld1q_u8(slots);
        uint8x16_t second = vld1q_u8(slots + 16);
        uint8x16_t w_first = vld1q_u8(weights);
        uint8x16_t w_second = vld1q_u8(weights + 16);
        uint16x8_t sum = vmull_u8(vget_low_u8(first), vget_low_u8(w_first));
        sum = vmlal_high_u8(sum, first, w_first);
        sum = vmlal_u8(sum, vget_low_u8(second), vget_low_u8(w_second));
        sum = vmlal_high_u8(sum, second, w_second);
        out[n] = vaddvq_u16(sum);
    }
}
