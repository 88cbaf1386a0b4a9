/*
 * The source of every kernel: net_plain.c, net_avx2.c and net_avx512.c define the few
 * vector operations below and then include this file, which defines their struct
 * net_kernel. No include guard: each includes it once.
 *
 *   KERNEL, KERNEL_NAME   net_kernel_avx2, "avx2"
 *   LANES                 floats in a vfloat
 *   TILE_ROWS             positions whose sums are kept in registers together
 *   vfloat                v_load v_store v_set v_fma v_add v_sub v_mul v_div v_min
 *                         v_max v_sqrt; v_power(t) is 2^n where t = n + 1.5 * 2^23
 *   vshort                SHORT_LANES int16: s_load s_store s_set s_add s_sub s_and
 *                         s_max s_left s_right; s_neg_sat(a) is -a, cut at 32767;
 *                         s_mul_q15(a, b) is (a * b + 2^14) >> 15; s_sign(a, b) is a, 0
 *                         or -a as b is above, at or below 0; s_narrow(p, round, down)
 *                         is (p[i] + round) >> down of SHORT_LANES int32, cut
 *   vtable, vindex        16 int16 to look up by 0..15: t_make t_index t_lookup
 *   vint                  LANES int32: i_load i_store i_left; i_widen(p): from int16
 *   vpair                 LANES pairs of int16: p_load; p_set(p): the pair at p in all
 *                         lanes; p_madd(a, b, sum): sum + both products of each pair
 *
 * To read it, take LANES and SHORT_LANES as 1: then it is scalar code.
 */

enum { TILE_VECTORS = PANEL / LANES, CHANGE_VECTORS = 8 };

#define INLINE static inline __attribute__((always_inline))

/* ---- first layer ---------------------------------------------------------------- */

/* `vectors` vshorts of the sum at once, a constant where this is called. */
INLINE void change_block(int16_t *sum, const int16_t *base, const int16_t *rows,
                         int width, const struct input_changes *changes,
                         const int vectors)
{
    vshort total[CHANGE_VECTORS];
    for (int v = 0; v < vectors; v++) {
        total[v] = s_load(base + v * SHORT_LANES);
    }
    for (int i = 0; i < changes->count; i++) {
        const int16_t *add = rows + changes->add[i] * width;
        const int16_t *remove = rows + changes->remove[i] * width;
        for (int v = 0; v < vectors; v++) {
            vshort change =
                s_sub(s_load(add + v * SHORT_LANES), s_load(remove + v * SHORT_LANES));
            total[v] = s_add(total[v], change);
        }
    }
    for (int v = 0; v < vectors; v++) {
        s_store(sum + v * SHORT_LANES, total[v]);
    }
}

static void change_rows(int16_t *sum, const int16_t *base, const int16_t *rows,
                        int width, const struct input_changes *changes)
{
    int j = 0;
    for (; j + CHANGE_VECTORS * SHORT_LANES <= width;
         j += CHANGE_VECTORS * SHORT_LANES) {
        change_block(sum + j, base + j, rows + j, width, changes, CHANGE_VECTORS);
    }
    for (; j < width; j += SHORT_LANES) {
        change_block(sum + j, base + j, rows + j, width, changes, 1);
    }
}

static void add_rows(int16_t *sum, const int16_t *rows, int width,
                     const uint16_t *active, int n)
{
    for (int j = 0; j < width; j += SHORT_LANES) {
        vshort total = s_load(sum + j);
        for (int i = 0; i < n; i++) {
            total = s_add(total, s_load(rows + active[i] * width + j));
        }
        s_store(sum + j, total);
    }
}

static void widen(int32_t *out, const int16_t *sum, int width, int up)
{
    for (int j = 0; j < width; j += LANES) {
        i_store(out + j, i_left(i_widen(sum + j), up));
    }
}

/* ---- dense layers in whole numbers ----------------------------------------------- */

/* One panel's outputs of `rows` positions. `rows` is a constant where this is called,
 * so that the sums stay in registers. */
INLINE void whole_tile(int32_t *restrict out, const int16_t *restrict in,
                       const int16_t *restrict panel, const int32_t *bias, int n_in,
                       int n_out, const int rows)
{
    vint sum[TILE_ROWS][TILE_VECTORS];
    for (int r = 0; r < rows; r++) {
        for (int v = 0; v < TILE_VECTORS; v++) {
            sum[r][v] = i_load((bias != NULL ? bias : out + r * n_out) + v * LANES);
        }
    }
    for (int i = 0; i < n_in; i += 2) {
        vpair weight[TILE_VECTORS];
        for (int v = 0; v < TILE_VECTORS; v++) {
            weight[v] = p_load(panel + i * PANEL + v * 2 * LANES);
        }
        for (int r = 0; r < rows; r++) {
            vpair x = p_set(in + r * n_in + i);
            for (int v = 0; v < TILE_VECTORS; v++) {
                sum[r][v] = p_madd(x, weight[v], sum[r][v]);
            }
        }
    }
    for (int r = 0; r < rows; r++) {
        for (int v = 0; v < TILE_VECTORS; v++) {
            i_store(out + r * n_out + v * LANES, sum[r][v]);
        }
    }
}

INLINE void whole_panel(int32_t *out, const int16_t *in, const int16_t *panel,
                        const int32_t *bias, int count, int n_in, int n_out)
{
    int r = 0;
    for (; r + TILE_ROWS <= count; r += TILE_ROWS) {
        whole_tile(out + r * n_out, in + r * n_in, panel, bias, n_in, n_out, TILE_ROWS);
    }
    for (; r + 4 <= count; r += 4) {
        whole_tile(out + r * n_out, in + r * n_in, panel, bias, n_in, n_out, 4);
    }
    for (; r + 2 <= count; r += 2) {
        whole_tile(out + r * n_out, in + r * n_in, panel, bias, n_in, n_out, 2);
    }
    for (; r < count; r++) {
        whole_tile(out + r * n_out, in + r * n_in, panel, bias, n_in, n_out, 1);
    }
}

static void dense_whole(int32_t *out, const int16_t *in, const int16_t *panels,
                        const int32_t *bias, int count, int n_in, int n_out)
{
    for (int o = 0; o < n_out; o += PANEL) {
        whole_panel(out + o, in, panels + (size_t)o * (size_t)n_in,
                    bias != NULL ? bias + o : NULL, count, n_in, n_out);
    }
}

/* ---- activations in whole numbers ------------------------------------------------ */

/*
 * 1 / (1 + exp(-x)) - 1/2 for x >= 0 in units of 2^-15, in 16 pieces 1/2 wide: in each
 * the parabola c0 + f * (c1 + f * c2), 0 <= f < 1, through the ends and the middle.
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

/* In units of 2^-12, to within 1.05 of them. */
static void sigmoid_whole(int16_t *out, const int32_t *in, int down, int count)
{
    const vtable c0 = t_make(logistic_c0);
    const vtable c1 = t_make(logistic_c1);
    const vtable c2 = t_make(logistic_c2);
    const vshort half = s_set(16384 + 4);
    const int round = down > 0 ? 1 << (down - 1) : 0;
    for (int i = 0; i < count; i += SHORT_LANES) {
        vshort x = s_narrow(in + i, round, down);
        vshort size = s_max(x, s_neg_sat(x));
        vindex piece = t_index(s_right(size, 11));
        vshort f = s_left(s_and(size, s_set(2047)), 4);
        vshort y = s_add(t_lookup(c1, piece), s_mul_q15(f, t_lookup(c2, piece)));
        y = s_add(t_lookup(c0, piece), s_mul_q15(f, y));
        s_store(out + i, s_right(s_add(half, s_sign(y, x)), 3));
    }
}

static void relu_whole(int16_t *out, const int32_t *in, int down, int count)
{
    const int round = down > 0 ? 1 << (down - 1) : 0;
    for (int i = 0; i < count; i += SHORT_LANES) {
        s_store(out + i, s_max(s_narrow(in + i, round, down), s_set(0)));
    }
}

static void relu_sums(int16_t *values, int count)
{
    for (int i = 0; i < count; i += SHORT_LANES) {
        s_store(values + i, s_max(s_load(values + i), s_set(0)));
    }
}

/* ---- dense layers in floats ------------------------------------------------------ */

/* One panel's outputs of `rows` positions. `rows` is a constant where this is called,
 * so that the sums stay in registers. */
INLINE void dense_tile(float *restrict out, const float *restrict in,
                       const float *restrict panel, const float *bias, int n_in,
                       int n_out, const int rows)
{
    vfloat sum[TILE_ROWS][TILE_VECTORS];
    for (int r = 0; r < rows; r++) {
        for (int v = 0; v < TILE_VECTORS; v++) {
            sum[r][v] = v_load((bias != NULL ? bias : out + r * n_out) + v * LANES);
        }
    }
    for (int i = 0; i < n_in; i++) {
        vfloat weight[TILE_VECTORS];
        for (int v = 0; v < TILE_VECTORS; v++) {
            weight[v] = v_load(panel + i * PANEL + v * LANES);
        }
        for (int r = 0; r < rows; r++) {
            vfloat x = v_set(in[r * n_in + i]);
            for (int v = 0; v < TILE_VECTORS; v++) {
                sum[r][v] = v_fma(x, weight[v], sum[r][v]);
            }
        }
    }
    for (int r = 0; r < rows; r++) {
        for (int v = 0; v < TILE_VECTORS; v++) {
            v_store(out + r * n_out + v * LANES, sum[r][v]);
        }
    }
}

INLINE void dense_panel(float *out, const float *in, const float *panel,
                        const float *bias, int count, int n_in, int n_out)
{
    int r = 0;
    for (; r + TILE_ROWS <= count; r += TILE_ROWS) {
        dense_tile(out + r * n_out, in + r * n_in, panel, bias, n_in, n_out, TILE_ROWS);
    }
    for (; r + 3 <= count; r += 3) {
        dense_tile(out + r * n_out, in + r * n_in, panel, bias, n_in, n_out, 3);
    }
    for (; r < count; r++) {
        dense_tile(out + r * n_out, in + r * n_in, panel, bias, n_in, n_out, 1);
    }
}

static void dense(float *out, const float *in, const float *panels, const float *bias,
                  int count, int n_in, int n_out)
{
    for (int o = 0; o < n_out; o += PANEL) {
        dense_panel(out + o, in, panels + (size_t)o * (size_t)n_in,
                    bias != NULL ? bias + o : NULL, count, n_in, n_out);
    }
}

/* ---- activations in floats ------------------------------------------------------- */

/*
 * 1 / (1 + exp(-x)), with exp(y) = 2^n * exp(f), n the whole number nearest to
 * y / ln 2 and |f| <= ln 2 / 2: adding 1.5 * 2^23 rounds to a whole number and leaves
 * it in the low bits. The polynomial is Taylor's to the fifth power: relative error
 * below 3e-6. Beyond +-30 the result no longer differs from 0 or 1 by what a game could
 * tell.
 */
INLINE vfloat logistic(vfloat x)
{
    const vfloat one = v_set(1.0F);
    const vfloat round = v_set(12582912.0F);
    vfloat y = v_sub(v_set(0.0F), v_min(v_max(x, v_set(-30.0F)), v_set(30.0F)));
    vfloat t = v_fma(y, v_set(1.44269504F), round);
    vfloat n = v_sub(t, round);
    vfloat f = v_fma(n, v_set(-0.693359375F), y);
    f = v_fma(n, v_set(2.12194440e-4F), f); /* ln 2 = .693359375 - .000212194440 */
    vfloat p = v_set(1.0F / 120.0F);
    p = v_fma(p, f, v_set(1.0F / 24.0F));
    p = v_fma(p, f, v_set(1.0F / 6.0F));
    p = v_fma(p, f, v_set(0.5F));
    p = v_fma(p, f, one);
    p = v_fma(p, f, one);
    return v_div(one, v_add(one, v_mul(p, v_power(t))));
}

static void sigmoid(float *values, int count)
{
    for (int i = 0; i < count; i += LANES) {
        v_store(values + i, logistic(v_load(values + i)));
    }
}

static void relu(float *values, int count)
{
    for (int i = 0; i < count; i += LANES) {
        v_store(values + i, v_max(v_load(values + i), v_set(0.0F)));
    }
}

/* ---- training -------------------------------------------------------------------- */

static void gather_rows(float *sum, const float *rows, int width,
                        const uint16_t *active, int n)
{
    for (int j = 0; j < width; j += LANES) {
        vfloat total = v_load(sum + j);
        for (int i = 0; i < n; i++) {
            total = v_add(total, v_load(rows + (size_t)active[i] * (size_t)width + j));
        }
        v_store(sum + j, total);
    }
}

static void scatter_rows(float *rows, const float *delta, int width,
                         const uint16_t *active, int n)
{
    for (int i = 0; i < n; i++) {
        float *row = rows + (size_t)active[i] * (size_t)width;
        for (int j = 0; j < width; j += LANES) {
            v_store(row + j, v_add(v_load(row + j), v_load(delta + j)));
        }
    }
}

static void adam(float *weights, const float *gradient, float *mean, float *square,
                 int count, const struct adam_step *step)
{
    const vfloat keep1 = v_set(step->keep_mean);
    const vfloat take1 = v_set(1.0F - step->keep_mean);
    const vfloat keep2 = v_set(step->keep_square);
    const vfloat take2 = v_set(1.0F - step->keep_square);
    const vfloat rate = v_set(-step->rate);
    const vfloat floor = v_set(step->floor);
    for (int i = 0; i < count; i += LANES) {
        vfloat g = v_load(gradient + i);
        vfloat m = v_fma(keep1, v_load(mean + i), v_mul(take1, g));
        vfloat s = v_fma(keep2, v_load(square + i), v_mul(take2, v_mul(g, g)));
        v_store(mean + i, m);
        v_store(square + i, s);
        vfloat change = v_div(m, v_add(v_sqrt(s), floor));
        v_store(weights + i, v_fma(rate, change, v_load(weights + i)));
    }
}

const struct net_kernel KERNEL = {
    .name = KERNEL_NAME,
    .change_rows = change_rows,
    .add_rows = add_rows,
    .widen = widen,
    .dense_whole = dense_whole,
    .sigmoid_whole = sigmoid_whole,
    .relu_whole = relu_whole,
    .relu_sums = relu_sums,
    .dense = dense,
    .sigmoid = sigmoid,
    .relu = relu,
    .gather_rows = gather_rows,
    .scatter_rows = scatter_rows,
    .adam = adam,
};
