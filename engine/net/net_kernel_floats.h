/*
 * Layers and activations in floats, and the loops of training. Part of net_kernel.h: it
 * uses its vector operations.
 */

/* ---- dense layers in floats ------------------------------------------------------ */

/* Computes one panel's outputs for `rows` positions. Callers pass a constant for
 * `rows`, so that the sums stay in registers. */
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
 * 1 / (1 + exp(-x)), with exp(y) = 2^n * exp(f), n the whole number nearest to y / ln 2
 * and |f| <= ln 2 / 2: adding 1.5 * 2^23 rounds to a whole number and leaves it in the
 * low bits. The polynomial is Taylor's to the fifth power: relative error below 3e-6.
 * Beyond +-30 the result differs from 0 or 1 by less than matters in play.
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

/* ---- races ----------------------------------------------------------------------- */

#include "engine/net/exponential_lanes.h"

/* Sums the bends by the recurrence of the Hermite polynomials, He[k] = z He[k-1] -
 * (k-1) He[k-2], each divided by k!. */
INLINE vfloat bent(const float *bend, vfloat z)
{
    static const float shares[BELL_BENDS] = {1.0F / 6.0F,    1.0F / 24.0F,
                                             1.0F / 120.0F,  1.0F / 720.0F,
                                             1.0F / 5040.0F, 1.0F / 40320.0F};
    z = v_min(v_max(z, v_set(-BELL_BENDS_CUT)), v_set(BELL_BENDS_CUT));
    vfloat before = z;
    vfloat now = v_sub(v_mul(z, z), v_set(1.0F));
    vfloat sum = v_set(0.0F);
    for (int k = 0; k < BELL_BENDS; k++) {
        vfloat next = v_sub(v_mul(z, now), v_mul(v_set((float)(k + 2)), before));
        sum = v_add(sum, v_mul(v_set(bend[k]), v_mul(next, v_set(shares[k]))));
        before = now;
        now = next;
    }
    return sum;
}

static void bell(float *chance, const float *bend, float start, float narrow, int count)
{
    static const float numbers[PANEL] = {0, 1, 2,  3,  4,  5,  6,  7,
                                         8, 9, 10, 11, 12, 13, 14, 15};
    for (int i = 0; i < count; i += LANES) {
        vfloat number =
            v_add(v_load(numbers + i % PANEL), v_set((float)(i - i % PANEL)));
        vfloat z = v_mul(v_add(v_set(start), number), v_set(narrow));
        vfloat bell_of_z = v_mul(v_mul(v_set(-0.5F), z), z);
        v_store(chance + i, exponential(v_add(bell_of_z, bent(bend, z))));
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
