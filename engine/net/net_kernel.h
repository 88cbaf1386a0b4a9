/*
 * The inner loops of nets, written once for all instruction sets. net_plain.c,
 * net_avx2.c and the like take the vector operations listed below from
 * net_lanes_plain.h, net_lanes_x86.h or net_lanes_neon.h, and then include this file, which
 * defines their struct net_kernel. No include guard: each of them includes it once.
 *
 * What the functions of a kernel are for is said in net_kernels.h. In the order in which
 * a position passes through a net:
 *
 *   hand_inputs, changed_pairs   net_kernel_floats.h, here: the inputs made by hand, and
 *                                which of them differ from those of the base position
 *   change_rows, add_rows,       here: the first layer. Positions after plays from one
 *   rows_relu, add_pairs,        position differ little, so each is computed from the
 *   first_layer                  base by adding the weights of the inputs that changed
 *   dense_bytes, dense_whole,    net_kernel_dense.h: the other layers
 *   dense_last
 *   sigmoid_whole, relu_whole    here: the activations between layers
 *   outputs                      net_kernel_floats.h: the probabilities
 *
 * Training and the race net use the rest of net_kernel_floats.h.
 *
 * The loops have one form. A block (or tile) is a part of the outputs whose sums all fit
 * into registers: it loads them, adds the inputs one by one and stores them. Its size is
 * a parameter for which callers pass a constant; the block is inlined, so that its loops
 * over vectors are unrolled. Around it a function goes over the outputs in large blocks
 * and over the rest in small ones.
 *
 * To read this file, take NET_LANES and NET_SHORT_LANES as 1: it is then scalar code.
 *
 * The vector operations:
 *
 *   KERNEL, KERNEL_NAME   net_kernel_avx2, "avx2"
 *   NET_LANES                 floats in a net_vfloat
 *   NET_TILE_SUMS             panels of sums of floats that are kept in registers
 *                         together: of NET_TILE_ROWS rows, or of fewer, but at most of
 *                         NET_TILE_PANELS panels
 *   NET_BYTES_SUMS            the same in bytes: of NET_BYTES_ROWS positions, or of fewer, but
 *                         at most of NET_BYTES_PANELS panels
 *   turn_block(out, in)   out[k * NET_PANEL + i] = in[i * NET_PANEL + k] for i, k < 4
 *   net_vfloat                + - * /; v_load v_store v_set v_fma v_min v_max v_sqrt;
 *                         v_power(t) is 2^n where t = n + 1.5 * 2^23
 *   net_vshort                NET_SHORT_LANES int16: s_load s_store s_set s_add s_sub s_and
 *                         s_max s_left s_right; s_neg_sat(a) is -a, cut at 32767;
 *                         s_mul_q15(a, b) is (a * b + 2^14) >> 15; s_sign(a, b) is a, 0
 *                         or -a as b is above, at or below 0; s_narrow(part, down) is
 *                         part >> down of the vints of NET_SHORT_LANES int32, cut
 *                         s_store_bytes(p, a): to bytes, cut at 127
 *   net_vtable, net_vindex        16 int16 to look up by 0..15: t_make t_index t_lookup
 *   net_vint                  NET_LANES int32: i_load i_store i_set i_add i_sub i_and i_or
 *                         i_xor i_left i_right (zeros come in) i_left_by;
 *                         i_max; i_above(a, b) has all bits set where a > b;
 *                         i_part(s, k): the k-th NET_LANES of a net_vshort; i_float, i_trunc
 *                         (towards 0) i_round (to the nearest) from and to net_vfloat;
 *                         i_exponent(a): the bits of (float)a from its exponent up
 *   net_vpair                 NET_LANES pairs of int16: p_load; p_set(p): the pair at p in all
 *                         lanes; p_madd(a, b, sum): sum + both products of each pair
 *   net_vquad                 NET_LANES times 4 bytes: q_load; q_set(p): the four at p in all
 *                         lanes
 *   net_vpart                 NET_LANES sums of products of bytes in progress: b_zero;
 *                         b_madd(x, w, a): a + x0 * w0 + x1 * w1 + x2 * w2 + x3 * w3, x
 *                         in 0..127; b_sum(a, sum): sum + a. They may be pairs of 16
 *                         bits, which overflow beyond NET_BYTES_CHUNK inputs
 *   NET_BYTES_STEP            inputs that a net_vpart takes: NET_BYTES_CHUNK, or all of any layer
 *   side_sums(side, out)  out[0..2]: its sums by inputs_hand_slot_weights; out[3] is free
 */

#include <stddef.h>
#include <string.h>

#include "engine/board/side_bits.h"
#include "engine/net/inputs.h"
#include "engine/net/net_kernels.h"

enum {
    NET_TILE_VECTORS = NET_PANEL / NET_LANES,
    NET_CHANGE_VECTORS = 8,
    NET_GATHER_VECTORS = 8,
    NET_PARTS = NET_SHORT_LANES / NET_LANES, /* vints in a net_vshort */
    NET_LAST_VECTORS =
        NET_LAST_OUTPUTS / NET_LANES > 0 ? NET_LAST_OUTPUTS / NET_LANES : 1,
    NET_FIRST_VECTORS = 4 /* vshorts of a first layer kept in registers together */
};

#define INLINE static inline __attribute__((always_inline))

/* ---- first layer ---------------------------------------------------------------- */

INLINE void load_shorts(net_vshort *sum, const int16_t *from, const int vectors)
{
    for (int v = 0; v < vectors; v++) {
        sum[v] = s_load(from + v * NET_SHORT_LANES);
    }
}

INLINE void store_shorts(int16_t *to, const net_vshort *sum, const int vectors)
{
    for (int v = 0; v < vectors; v++) {
        s_store(to + v * NET_SHORT_LANES, sum[v]);
    }
}

INLINE void add_shorts(net_vshort *sum, const int16_t *row, const int vectors)
{
    for (int v = 0; v < vectors; v++) {
        sum[v] = s_add(sum[v], s_load(row + v * NET_SHORT_LANES));
    }
}

INLINE void subtract_shorts(net_vshort *sum, const int16_t *row, const int vectors)
{
    for (int v = 0; v < vectors; v++) {
        sum[v] = s_sub(sum[v], s_load(row + v * NET_SHORT_LANES));
    }
}

/* Computes `vectors` vshorts of a position's sums, from output `at` on, by changing
 * those of the base. */
INLINE void change_block(net_vshort *total, const int16_t *base, const int16_t *rows,
                         int width, const struct input_changes *changes, int at,
                         const int vectors)
{
    load_shorts(total, base + at, vectors);
    for (int i = 0; i < changes->count; i++) {
        const int16_t *add = rows + changes->add[i] * width + at;
        const int16_t *remove = rows + changes->remove[i] * width + at;
        for (int v = 0; v < vectors; v++) {
            net_vshort change = s_sub(s_load(add + v * NET_SHORT_LANES),
                                      s_load(remove + v * NET_SHORT_LANES));
            total[v] = s_add(total[v], change);
        }
    }
}

static void change_rows(int16_t *sum, const int16_t *base, const int16_t *rows,
                        int width, const struct input_changes *changes)
{
    const int step = NET_CHANGE_VECTORS * NET_SHORT_LANES;
    net_vshort total[NET_CHANGE_VECTORS];
    int at = 0;
    for (; at + step <= width; at += step) {
        change_block(total, base, rows, width, changes, at, NET_CHANGE_VECTORS);
        store_shorts(sum + at, total, NET_CHANGE_VECTORS);
    }
    for (; at < width; at += NET_SHORT_LANES) {
        change_block(total, base, rows, width, changes, at, 1);
        s_store(sum + at, total[0]);
    }
}

/* Computes `vectors` vshorts of the first layer of `pos`, from output `at` on. An input
 * says that a slot (a point, bar or off, of mine or theirs) has so many checkers or more:
 * where the position has n checkers more than the base, the next n rows are added. */
INLINE void rows_relu_block(int16_t *out, const struct net_first_layer *first,
                            const struct position *base, const struct position *pos,
                            int at, const int vectors)
{
    const int width = first->width;
    const int16_t *rows = first->rows + at;
    const uint8_t *checkers = (const uint8_t *)base; /* of mine, then of theirs */
    net_vshort total[NET_CHANGE_VECTORS];
    load_shorts(total, first->base + at, vectors);
    for (int by = 1;; by++) {
        uint64_t more = position_slots_above(pos, base, by);
        uint64_t fewer = position_slots_above(base, pos, by);
        if ((more | fewer) == 0) {
            break;
        }
        for (; more != 0; more &= more - 1) {
            int slot = __builtin_ctzll(more);
            int row = input_slot_rows[slot][checkers[slot] + by];
            add_shorts(total, rows + row * width, vectors);
        }
        for (; fewer != 0; fewer &= fewer - 1) {
            int slot = __builtin_ctzll(fewer);
            int row = input_slot_rows[slot][checkers[slot] - by + 1];
            subtract_shorts(total, rows + row * width, vectors);
        }
    }
    for (int v = 0; v < vectors; v++) {
        s_store(out + at + v * NET_SHORT_LANES, s_max(total[v], s_set(0)));
    }
}

static void rows_relu(int16_t *out, const struct net_first_layer *first,
                      const struct position *from, const struct position *pos,
                      int count, const int *row_of)
{
    enum { FULL = NET_CHANGE_VECTORS, HALF = FULL / 2 };
    for (int i = 0; i < count; i++) {
        int16_t *row = out + row_of[i] * first->width;
        int at = 0;
        for (; at + FULL * NET_SHORT_LANES <= first->width;
             at += FULL * NET_SHORT_LANES) {
            rows_relu_block(row, first, from, &pos[i], at, FULL);
        }
        for (; at + HALF * NET_SHORT_LANES <= first->width;
             at += HALF * NET_SHORT_LANES) {
            rows_relu_block(row, first, from, &pos[i], at, HALF);
        }
        for (; at < first->width; at += NET_SHORT_LANES) {
            rows_relu_block(row, first, from, &pos[i], at, 1);
        }
    }
}

INLINE void add_rows_block(int16_t *sum, const int16_t *rows, int width,
                           const uint16_t *active, int n, const int vectors)
{
    net_vshort total[NET_CHANGE_VECTORS];
    load_shorts(total, sum, vectors);
    for (int i = 0; i < n; i++) {
        add_shorts(total, rows + active[i] * width, vectors);
    }
    store_shorts(sum, total, vectors);
}

static void add_rows(int16_t *sum, const int16_t *rows, int width,
                     const uint16_t *active, int n)
{
    const int step = NET_CHANGE_VECTORS * NET_SHORT_LANES;
    int at = 0;
    for (; at + step <= width; at += step) {
        add_rows_block(sum + at, rows + at, width, active, n, NET_CHANGE_VECTORS);
    }
    for (; at < width; at += NET_SHORT_LANES) {
        add_rows_block(sum + at, rows + at, width, active, n, 1);
    }
}

/* CASE(n) for each number of rows that a tile may have: each is compiled apart, as the
 * rows of a tile must be a constant. */
/* clang-format off */
#define EACH_ROW_COUNT(CASE)                                                           \
    CASE(1) CASE(2) CASE(3) CASE(4) CASE(5) CASE(6)                                    \
    CASE(7) CASE(8) CASE(9) CASE(10) CASE(11) CASE(12)
/* clang-format on */
_Static_assert(NET_TILE_ROWS <= 12, "EACH_ROW_COUNT has each number of rows of a tile");

#include "engine/net/net_kernel_dense.h"

/* ---- activations in whole numbers ------------------------------------------------ */

/*
 * 1 / (1 + exp(-x)) - 1/2 for x >= 0 in units of 2^-15, in 16 intervals of width 1/2:
 * in each the parabola c0 + f * (c1 + f * c2), 0 <= f < 1, through the ends and the
 * middle.
 */
/* clang-format off */
static const int16_t logistic_c0[16] = {
    0, 4013, 7571, 10406, 12478, 13898, 14830, 15423,
    15795, 16024, 16165, 16251, 16303, 16335, 16354, 16366,
};
static const int16_t logistic_c1[16] = {
    4137, 3876, 3226, 2434, 1706, 1136, 730, 459, 285, 175, 107, 65, 40, 24, 15, 9,
};
static const int16_t logistic_c2[16] = {
    -124, -317, -391, -363, -286, -204, -137, -88, -55, -34, -21, -13, -8, -5, -3, -2,
};
/* clang-format on */

/* The tables, held in registers. */
struct net_logistic {
    net_vtable c0;
    net_vtable c1;
    net_vtable c2;
};

INLINE struct net_logistic logistic_tables(void)
{
    return (struct net_logistic){t_make(logistic_c0), t_make(logistic_c1),
                                 t_make(logistic_c2)};
}

/* Returns the logistic function less 1/2 in units of 2^-15: -1/2..1/2. */
INLINE net_vshort logistic_half(const struct net_logistic *tables, net_vshort x)
{
    net_vshort size = s_max(x, s_neg_sat(x));
    net_vindex piece = t_index(s_right(size, 11));
    net_vshort f = s_left(s_and(size, s_set(2047)), 4);
    net_vshort y =
        s_add(t_lookup(tables->c1, piece), s_mul_q15(f, t_lookup(tables->c2, piece)));
    y = s_add(t_lookup(tables->c0, piece), s_mul_q15(f, y));
    return s_sign(y, x);
}

/* Stores the logistic function in units of 2^-12; the error is below 1.05 units. */
INLINE void store_logistic(const struct net_logistic *tables, int16_t *out,
                           net_vshort x)
{
    s_store(out, s_right(s_add(s_set(16384 + 4), logistic_half(tables, x)), 3));
}

/*
 * Stores the logistic function in units of 2^-7, at most 127; the error is below .72
 * units. For x >= 0, 1 / (1 + exp(x)) is t * (c0 + t * (c1 + t * c2)), t = (1 - x /
 * 8)^4, to within .22 units; the coefficients were fitted for that and are exact at x =
 * 0.
 */
INLINE void store_logistic_bytes(uint8_t *out, net_vshort x)
{
    net_vshort s = s_sub(s_set(32767), s_max(x, s_neg_sat(x)));
    net_vshort t = s_mul_q15(s, s);
    t = s_mul_q15(t, t);
    net_vshort y = s_add(s_set(16900), s_mul_q15(t, s_set(-8500)));
    y = s_add(s_set(7986), s_mul_q15(t, y));
    y = s_sub(s_set(16384), s_mul_q15(t, y));
    s_store_bytes(out, s_right(s_add(s_set(16384 + 128), s_sign(y, x)), 8));
}

/* Loads NET_SHORT_LANES sums at p, rounded and shifted. */
INLINE net_vshort load_narrow(const int32_t *p, net_vint round, int down)
{
    net_vint part[NET_PARTS];
    for (int k = 0; k < NET_PARTS; k++) {
        part[k] = i_add(i_load(p + k * NET_LANES), round);
    }
    return s_narrow(part, down);
}

static void sigmoid_whole(int16_t *out, const int32_t *in, int down, int count)
{
    const struct net_logistic tables = logistic_tables();
    const net_vint round = i_set(down > 0 ? 1 << (down - 1) : 0);
    for (int i = 0; i < count; i += NET_SHORT_LANES) {
        store_logistic(&tables, out + i, load_narrow(in + i, round, down));
    }
}

static void relu_whole(int16_t *out, const int32_t *in, int down, int count)
{
    const net_vint round = i_set(down > 0 ? 1 << (down - 1) : 0);
    for (int i = 0; i < count; i += NET_SHORT_LANES) {
        s_store(out + i, s_max(load_narrow(in + i, round, down), s_set(0)));
    }
}

/* ---- first layer with extras ----------------------------------------------------- */

/* Computes `vectors` vshorts of one position's first layer, from output `at` on. */
INLINE void first_block(void *out, const struct net_first_layer *first,
                        const struct input_changes *changes,
                        const struct net_extra_changes *extras,
                        const struct net_logistic *tables, int at, const int vectors,
                        const enum net_first_outputs outputs)
{
    net_vshort total[NET_FIRST_VECTORS];
    net_vint sum[NET_FIRST_VECTORS][NET_PARTS];
    change_block(total, first->base, first->rows, first->width, changes, at, vectors);
    for (int v = 0; v < vectors; v++) {
        for (int k = 0; k < NET_PARTS; k++) {
            int o = at + v * NET_SHORT_LANES + k * NET_LANES;
            sum[v][k] = i_add(i_load(first->base_extras + o),
                              i_left(i_part(total[v], k), first->up));
        }
    }
    for (int i = 0; i < extras->count; i++) {
        const int16_t *row = first->pairs + 2 * (extras->pair[i] * first->width + at);
        net_vpair x = p_set(extras->change[i]);
        for (int v = 0; v < vectors; v++) {
            for (int k = 0; k < NET_PARTS; k++) {
                net_vpair weight =
                    p_load(row + 2 * (v * NET_SHORT_LANES + k * NET_LANES));
                sum[v][k] = p_madd(x, weight, sum[v][k]);
            }
        }
    }
    for (int v = 0; v < vectors; v++) {
        int o = at + v * NET_SHORT_LANES;
        net_vshort x = s_narrow(sum[v], first->down);
        if (outputs == NET_FIRST_IN_BYTES) {
            store_logistic_bytes((uint8_t *)out + o, x);
        } else if (outputs == NET_FIRST_LOGISTIC) {
            store_logistic(tables, (int16_t *)out + o, x);
        } else {
            s_store((int16_t *)out + o, s_max(x, s_set(0)));
        }
    }
}

INLINE void first_blocks(void *out, const struct net_first_layer *first,
                         const struct input_changes *changes,
                         const struct net_extra_changes *extras,
                         const enum net_first_outputs outputs)
{
    const struct net_logistic tables = logistic_tables();
    const int step = NET_FIRST_VECTORS * NET_SHORT_LANES;
    int at = 0;
    for (; at + step <= first->width; at += step) {
        first_block(out, first, changes, extras, &tables, at, NET_FIRST_VECTORS,
                    outputs);
    }
    for (; at < first->width; at += NET_SHORT_LANES) {
        first_block(out, first, changes, extras, &tables, at, 1, outputs);
    }
}

static void first_layer(void *out, const struct net_first_layer *first,
                        enum net_first_outputs outputs,
                        const struct input_changes *changes,
                        const struct net_extra_changes *extras)
{
    if (outputs == NET_FIRST_IN_BYTES) {
        first_blocks(out, first, changes, extras, NET_FIRST_IN_BYTES);
    } else if (outputs == NET_FIRST_LOGISTIC) {
        first_blocks(out, first, changes, extras, NET_FIRST_LOGISTIC);
    } else {
        first_blocks(out, first, changes, extras, NET_FIRST_LONG_RELU);
    }
}

/* Adds to `vectors` vints of the sums; callers pass a constant. */
INLINE void add_pairs_block(int32_t *sum, const int16_t *pairs, int width,
                            const struct net_extra_changes *extras, const int vectors)
{
    net_vint total[NET_CHANGE_VECTORS];
    for (int v = 0; v < vectors; v++) {
        total[v] = i_load(sum + v * NET_LANES);
    }
    for (int i = 0; i < extras->count; i++) {
        const int16_t *row = pairs + 2 * extras->pair[i] * width;
        net_vpair x = p_set(extras->change[i]);
        for (int v = 0; v < vectors; v++) {
            total[v] = p_madd(x, p_load(row + 2 * v * NET_LANES), total[v]);
        }
    }
    for (int v = 0; v < vectors; v++) {
        i_store(sum + v * NET_LANES, total[v]);
    }
}

static void add_pairs(int32_t *sum, const int16_t *pairs, int width,
                      const struct net_extra_changes *extras)
{
    const int step = NET_CHANGE_VECTORS * NET_LANES;
    int at = 0;
    for (; at + step <= width; at += step) {
        add_pairs_block(sum + at, pairs + 2 * at, width, extras, NET_CHANGE_VECTORS);
    }
    for (; at < width; at += NET_LANES) {
        add_pairs_block(sum + at, pairs + 2 * at, width, extras, 1);
    }
}

static void changed_pairs(int32_t *mask, const int32_t *extras, int stride,
                          const int32_t *base, int pairs, int count)
{
    for (int i = 0; i < count; i += NET_LANES) {
        net_vint all = i_set(0);
        for (int p = 0; p < pairs; p++) {
            const int32_t *a = extras + 2 * p * stride + i;
            net_vint differ = i_or(i_xor(i_load(a), i_set(base[2 * p])),
                                   i_xor(i_load(a + stride), i_set(base[2 * p + 1])));
            net_vint is_changed =
                i_above(differ, i_set(0)); /* extras are not negative */
            all = i_or(all, i_and(is_changed, i_set(1 << p)));
        }
        i_store(mask + i, all);
    }
}

#include "engine/net/net_kernel_floats.h"

#ifdef NET_WATCHED
#include "engine/net/net_watch.h"
#define ENTRY(name) .name = watched_##name
#else
#define ENTRY(name) .name = name
#endif

const struct net_kernel KERNEL = {
    .name = KERNEL_NAME,
    ENTRY(change_rows),
    ENTRY(add_rows),
    ENTRY(rows_relu),
    ENTRY(hand_inputs),
    ENTRY(hand_floats),
    ENTRY(changed_pairs),
    ENTRY(add_pairs),
    ENTRY(first_layer),
    ENTRY(dense_bytes),
    ENTRY(dense_whole),
    ENTRY(dense_last),
    ENTRY(sigmoid_whole),
    ENTRY(relu_whole),
    ENTRY(product),
    ENTRY(dense),
    ENTRY(sigmoid),
    ENTRY(relu),
    ENTRY(outputs),
    ENTRY(bell),
    ENTRY(gather_rows),
    ENTRY(scatter_rows),
    ENTRY(average),
    ENTRY(slope),
    ENTRY(turn_panel),
    ENTRY(adam),
    ENTRY(gather_panels),
    ENTRY(lit_sums),
    ENTRY(lit_adam),
};
