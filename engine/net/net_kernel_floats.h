/*
 * What a kernel computes in floats. Part of net_kernel.h, whose head says what a block is
 * and lists the vector operations. In this order:
 *
 *   hand-made inputs    for playing (in whole numbers) and training (in floats)
 *   products of         a layer and its way back, for training and the race net; a tile
 *   matrices            is some rows (samples) of some panels (of 16 outputs)
 *   activations         the logistic function; the outputs of every net, within limits
 *   races               the bell curve over numbers of rolls
 *   training            rows of weights and derivatives, and Adam's steps; then the
 *                       same for a first layer whose weights lie in panels
 *
 * Floats have the same bits on all kernels: every sum adds its terms in the order of the
 * inputs, and vectors go over the outputs.
 */

/* ---- hand-made inputs ------------------------------------------------------------ */

/* Multiplies by the reciprocal, which is quicker than dividing; the correction by the
 * remainder makes the result the same. */
INLINE net_vfloat hand_share(net_vint count, float of)
{
    const net_vfloat whole = i_float(count);
    const net_vfloat share = whole * v_set(1.0F / of);
    const net_vfloat left = v_fma(share, v_set(-of), whole);
    return v_fma(left, v_set(1.0F / of), share);
}

#include "engine/net/inputs_hand_lanes.h"

/* Computes the inputs of up to NET_LANES positions. */
INLINE void inputs_of(net_vfloat inputs[INPUTS_HAND], const struct position *pos,
                      int count)
{
    struct input_hand_group group;
    for (int k = 0; k < NET_LANES; k++) {
        look_at(&group, k, &pos[k < count ? k : count - 1]);
    }
    group_inputs(&group, inputs);
}

/* In units of 2^-10. */
static void hand_inputs(int32_t *out, int stride, const struct position *pos, int count)
{
    for (int i = 0; i < count; i += NET_LANES) {
        net_vfloat inputs[INPUTS_HAND];
        inputs_of(inputs, pos + i, count - i);
        for (int h = 0; h < INPUTS_HAND; h++) {
            net_vfloat units = inputs[h] * v_set(1024.0F);
            i_store(out + i + h * stride, i_trunc(units + v_set(0.5F)));
        }
    }
}

static void hand_floats(float *out, int stride, const struct position *pos, int count)
{
    for (int i = 0; i < count; i += NET_LANES) {
        net_vfloat inputs[INPUTS_HAND];
        inputs_of(inputs, pos + i, count - i);
        for (int h = 0; h < INPUTS_HAND; h++) {
            v_store(out + i + h * stride, inputs[h]);
        }
    }
}

/* ---- products of matrices in floats ---------------------------------------------- */

/* Fills the sums of a tile with the biases, with what is in `out`, or with zeros. */
INLINE void
product_begin(const struct net_matrix_product *p, const float *out, int panel,
              const int rows, const int panels,
              net_vfloat sum[NET_TILE_ROWS][NET_TILE_PANELS][NET_TILE_VECTORS])
{
    for (int r = 0; r < rows; r++) {
        for (int n = 0; n < panels; n++) {
            for (int v = 0; v < NET_TILE_VECTORS; v++) {
                const float *start = p->bias != NULL
                                         ? p->bias + (panel + n) * NET_PANEL
                                         : out + r * p->out_row + n * p->out_panel;
                sum[r][n][v] = p->bias != NULL || p->adds
                                   ? v_load(start + v * NET_LANES)
                                   : v_set(0.0F);
            }
        }
    }
}

/* Computes some rows of some panels. Callers pass constants for `rows` and `panels`, so
 * that the sums stay in registers. */
INLINE void product_tile(const struct net_matrix_product *p, int row, int panel,
                         const int rows, const int panels)
{
    net_vfloat sum[NET_TILE_ROWS][NET_TILE_PANELS][NET_TILE_VECTORS];
    float *restrict out = p->out + row * p->out_row + panel * p->out_panel;
    const float *restrict in = p->in + row * p->in_row;
    const float *restrict weights = p->weights + panel * p->weights_panel;
    product_begin(p, out, panel, rows, panels, sum);
    /* one pointer for three rows: an address has room for two strides */
    const float *group[(NET_TILE_ROWS + 2) / 3];
    const ptrdiff_t stride = p->in_row;
    for (int g = 0; g < (rows + 2) / 3; g++) {
        group[g] = in + 3 * g * stride;
    }
    for (int k = 0; k < p->steps; k++) {
        net_vfloat weight[NET_TILE_PANELS][NET_TILE_VECTORS];
        for (int n = 0; n < panels; n++) {
            __builtin_prefetch(weights + n * p->weights_panel + p->ahead, 0, 2);
            for (int v = 0; v < NET_TILE_VECTORS; v++) {
                weight[n][v] = v_load(weights + n * p->weights_panel + v * NET_LANES);
            }
        }
        for (int r = 0; r < rows; r++) {
            net_vfloat x = v_set(group[r / 3][r % 3 * stride]);
            for (int n = 0; n < panels; n++) {
                for (int v = 0; v < NET_TILE_VECTORS; v++) {
                    sum[r][n][v] = v_fma(x, weight[n][v], sum[r][n][v]);
                }
            }
        }
        for (int g = 0; g < (rows + 2) / 3; g++) {
            group[g] += p->in_step;
        }
        weights += p->weights_step;
    }
    for (int r = 0; r < rows; r++) {
        for (int n = 0; n < panels; n++) {
            for (int v = 0; v < NET_TILE_VECTORS; v++) {
                v_store(out + r * p->out_row + n * p->out_panel + v * NET_LANES,
                        sum[r][n][v]);
            }
        }
    }
}

INLINE int product_panels(const struct net_matrix_product *p, int row, int panel,
                          const int rows, const int panels)
{
    for (; panel + panels <= p->outputs / NET_PANEL; panel += panels) {
        product_tile(p, row, panel, rows, panels);
    }
    return panel;
}

/* Computes all outputs of some rows. The fewer rows, the more panels at once: many sums
 * in progress hide the latency of an addition. */
INLINE void product_rows(const struct net_matrix_product *p, int row, const int rows)
{
    const int most =
        NET_TILE_SUMS / rows < NET_TILE_PANELS ? NET_TILE_SUMS / rows : NET_TILE_PANELS;
    int panel = product_panels(p, row, 0, rows, most);
    if (most > 4) {
        panel = product_panels(p, row, panel, rows, 4);
    }
    if (most > 2) {
        panel = product_panels(p, row, panel, rows, 2);
    }
    if (most > 1) {
        (void)product_panels(p, row, panel, rows, 1);
    }
}

/* Splits the rows evenly: each part reads all weights once. */
static void product(const struct net_matrix_product *p)
{
    int parts = (p->rows + NET_TILE_ROWS - 1) / NET_TILE_ROWS;
    for (int row = 0; parts > 0; parts--) {
        int rows = (p->rows - row + parts - 1) / parts;
        switch (rows) {
#define ROWS_CASE(n)                                                                   \
    case n:                                                                            \
        if (n <= NET_TILE_ROWS) {                                                      \
            product_rows(p, row, n <= NET_TILE_ROWS ? n : 1);                          \
        }                                                                              \
        break;
            EACH_ROW_COUNT(ROWS_CASE)
#undef ROWS_CASE
        }
        row += rows;
    }
}

static void dense(float *out, const float *in, const float *panels, const float *bias,
                  int count, int n_in, int n_out)
{
    const struct net_matrix_product p = {
        .out = out,
        .out_row = n_out,
        .out_panel = NET_PANEL,
        .in = in,
        .in_row = n_in,
        .in_step = 1,
        .weights = panels,
        .weights_panel = n_in * NET_PANEL,
        .weights_step = NET_PANEL,
        .bias = bias,
        .adds = true,
        .rows = count,
        .steps = n_in,
        .outputs = n_out,
    };
    product(&p);
}

/* ---- activations in floats ------------------------------------------------------- */

/*
 * 1 / (1 + exp(-x)), with exp(y) = 2^n * exp(f), n the whole number nearest to y / ln 2
 * and |f| <= ln 2 / 2: adding 1.5 * 2^23 rounds to a whole number and leaves it in the
 * low bits. The polynomial is Taylor's to the fifth power: relative error below 3e-6.
 * Beyond +-30 the result differs from 0 or 1 by less than matters in play.
 */
INLINE net_vfloat logistic(net_vfloat x)
{
    const net_vfloat one = v_set(1.0F);
    const net_vfloat round = v_set(12582912.0F);
    net_vfloat y = v_set(0.0F) - v_min(v_max(x, v_set(-30.0F)), v_set(30.0F));
    net_vfloat t = v_fma(y, v_set(1.44269504F), round);
    net_vfloat n = t - round;
    net_vfloat f = v_fma(n, v_set(-0.693359375F), y);
    f = v_fma(n, v_set(2.12194440e-4F), f); /* ln 2 = .693359375 - .000212194440 */
    net_vfloat p = v_set(1.0F / 120.0F);
    p = v_fma(p, f, v_set(1.0F / 24.0F));
    p = v_fma(p, f, v_set(1.0F / 6.0F));
    p = v_fma(p, f, v_set(0.5F));
    p = v_fma(p, f, one);
    p = v_fma(p, f, one);
    return one / (one + p * v_power(t));
}

static void sigmoid(float *values, int count)
{
    for (int i = 0; i < count; i += NET_LANES) {
        v_store(values + i, logistic(v_load(values + i)));
    }
}

static void relu(float *values, int count)
{
    for (int i = 0; i < count; i += NET_LANES) {
        v_store(values + i, v_max(v_load(values + i), v_set(0.0F)));
    }
}

INLINE net_vfloat logistic_of_sums(const int32_t *sum, float unit)
{
    return logistic(i_float(i_load(sum)) * v_set(unit));
}

INLINE net_vfloat limited(net_vfloat value, net_vfloat most)
{
    return v_min(v_max(value, v_set(0.0F)), most);
}

static void outputs(float *out, const int32_t *sum, int stride, float unit, int count)
{
    for (int i = 0; i < count; i += NET_LANES) {
        net_vfloat win = limited(logistic_of_sums(sum + i, unit), v_set(1.0F));
        net_vfloat most[2] = {win, v_set(1.0F) - win};
        v_store(out + i, win);
        for (int o = 1; o <= 4; o++) { /* two of wins, two of losses */
            net_vfloat *of = &most[(o - 1) / 2];
            *of = limited(logistic_of_sums(sum + o * stride + i, unit), *of);
            v_store(out + o * stride + i, *of);
        }
    }
}

/* ---- races ----------------------------------------------------------------------- */

#include "engine/net/exponential_lanes.h"

/* Sums the bends by the recurrence of the Hermite polynomials, He[k] = z He[k-1] -
 * (k-1) He[k-2], each divided by k!. */
INLINE net_vfloat bent(const float *bend, net_vfloat z)
{
    static const float shares[NET_BELL_BENDS] = {1.0F / 6.0F,    1.0F / 24.0F,
                                                 1.0F / 120.0F,  1.0F / 720.0F,
                                                 1.0F / 5040.0F, 1.0F / 40320.0F};
    z = v_min(v_max(z, v_set(-BELL_BENDS_CUT)), v_set(BELL_BENDS_CUT));
    net_vfloat before = z;
    net_vfloat now = z * z - v_set(1.0F);
    net_vfloat sum = v_set(0.0F);
    for (int k = 0; k < NET_BELL_BENDS; k++) {
        net_vfloat next = z * now - v_set((float)(k + 2)) * before;
        sum += v_set(bend[k]) * (next * v_set(shares[k]));
        before = now;
        now = next;
    }
    return sum;
}

static void bell(float *chance, const float *bend, float start, float narrow, int count)
{
    static const float numbers[NET_PANEL] = {0, 1, 2,  3,  4,  5,  6,  7,
                                             8, 9, 10, 11, 12, 13, 14, 15};
    for (int i = 0; i < count; i += NET_LANES) {
        net_vfloat number =
            v_load(numbers + i % NET_PANEL) + v_set((float)(i - i % NET_PANEL));
        net_vfloat z = (v_set(start) + number) * v_set(narrow);
        net_vfloat bell_of_z = v_set(-0.5F) * z * z;
        v_store(chance + i, exponential(bell_of_z + bent(bend, z)));
    }
}

/* ---- training -------------------------------------------------------------------- */

/* Adds up several vectors of a row at once: a single chain of sums would wait for each
 * addition. */
INLINE void gather_block(float *sum, const float *rows, int width,
                         const uint16_t *active, int n, const int vectors)
{
    net_vfloat total[NET_GATHER_VECTORS];
    for (int v = 0; v < vectors; v++) {
        total[v] = v_load(sum + v * NET_LANES);
    }
    for (int i = 0; i < n; i++) {
        const float *row = rows + (size_t)active[i] * (size_t)width;
        for (int v = 0; v < vectors; v++) {
            total[v] += v_load(row + v * NET_LANES);
        }
    }
    for (int v = 0; v < vectors; v++) {
        v_store(sum + v * NET_LANES, total[v]);
    }
}

static void gather_rows(float *sum, const float *rows, int width,
                        const uint16_t *active, int n)
{
    int j = 0;
    for (; j + NET_GATHER_VECTORS * NET_LANES <= width;
         j += NET_GATHER_VECTORS * NET_LANES) {
        gather_block(sum + j, rows + j, width, active, n, NET_GATHER_VECTORS);
    }
    for (; j < width; j += NET_LANES) {
        gather_block(sum + j, rows + j, width, active, n, 1);
    }
}

static void scatter_rows(float *rows, const float *delta, int width,
                         const uint16_t *active, int n)
{
    for (int i = 0; i < n; i++) {
        float *row = rows + (size_t)active[i] * (size_t)width;
        for (int j = 0; j < width; j += NET_LANES) {
            v_store(row + j, v_load(row + j) + v_load(delta + j));
        }
    }
}

/* One step in all lanes. */
struct net_adam_constants {
    net_vfloat keep_mean;
    net_vfloat take_mean;
    net_vfloat keep_square;
    net_vfloat take_square;
    net_vfloat rate;
    net_vfloat floor;
};

INLINE struct net_adam_constants adam_constants(const struct net_adam_step *step)
{
    return (struct net_adam_constants){
        .keep_mean = v_set(step->keep_mean),
        .take_mean = v_set(1.0F - step->keep_mean),
        .keep_square = v_set(step->keep_square),
        .take_square = v_set(1.0F - step->keep_square),
        .rate = v_set(-step->rate),
        .floor = v_set(step->floor),
    };
}

INLINE void adam_vector(const struct net_adam_constants *c, float *weights,
                        net_vfloat gradient, float *mean, float *square)
{
    net_vfloat g = gradient;
    net_vfloat m = v_fma(c->keep_mean, v_load(mean), c->take_mean * g);
    net_vfloat s = v_fma(c->keep_square, v_load(square), c->take_square * (g * g));
    v_store(mean, m);
    v_store(square, s);
    net_vfloat change = m / (v_sqrt(s) + c->floor);
    v_store(weights, v_fma(c->rate, change, v_load(weights)));
}

static void adam(float *weights, const float *gradient, float *mean, float *square,
                 int count, const struct net_adam_step *step)
{
    const struct net_adam_constants c = adam_constants(step);
    for (int i = 0; i < count; i += NET_LANES) {
        adam_vector(&c, weights + i, v_load(gradient + i), mean + i, square + i);
    }
}

/* ---- the first layer in panels ---------------------------------------------------- */

/* Adds up the `n` rows named in `active`, of `wide` panels that are panel_size numbers
 * apart. */
INLINE void sum_panel_rows(net_vfloat total[NET_PANEL_PAIR][NET_TILE_VECTORS],
                           const float *panels, int panel_size, const uint16_t *active,
                           int n, const int wide)
{
    for (int p = 0; p < wide; p++) {
        for (int v = 0; v < NET_TILE_VECTORS; v++) {
            total[p][v] = v_set(0.0F);
        }
    }
    for (int k = 0; k < n; k++) {
        const float *row = panels + active[k] * NET_PANEL;
        for (int p = 0; p < wide; p++) {
            for (int v = 0; v < NET_TILE_VECTORS; v++) {
                total[p][v] += v_load(row + p * panel_size + v * NET_LANES);
            }
        }
    }
}

INLINE void store_panels(float *out, int panel_size,
                         net_vfloat total[NET_PANEL_PAIR][NET_TILE_VECTORS],
                         const int wide)
{
    for (int p = 0; p < wide; p++) {
        for (int v = 0; v < NET_TILE_VECTORS; v++) {
            v_store(out + p * panel_size + v * NET_LANES, total[p][v]);
        }
    }
}

/* Two panels of rows fit into the first-level cache: all positions use them before the
 * next two are read. */
INLINE void gather_panels_block(float *const *out, int at, const float *panels,
                                int panel_size, const uint16_t *active, int n,
                                int count, const int wide)
{
    for (int i = 0; i < count; i++) {
        net_vfloat total[NET_PANEL_PAIR][NET_TILE_VECTORS];
        sum_panel_rows(total, panels, panel_size, active + i * n, n, wide);
        store_panels(out[i] + at, NET_PANEL, total, wide);
    }
}

static void gather_panels(float *const *out, const float *panels, int panel_size,
                          int width, const uint16_t *active, int n, int count)
{
    int at = 0;
    for (; at + NET_PANEL_PAIR * NET_PANEL <= width; at += NET_PANEL_PAIR * NET_PANEL) {
        gather_panels_block(out, at, panels + at / NET_PANEL * panel_size, panel_size,
                            active, n, count, NET_PANEL_PAIR);
    }
    for (; at < width; at += NET_PANEL) {
        gather_panels_block(out, at, panels + at / NET_PANEL * panel_size, panel_size,
                            active, n, count, 1);
    }
}

/* The sums of row r: the derivatives of the samples in which its input is lit. */
INLINE void lit_row(net_vfloat total[NET_PANEL_PAIR][NET_TILE_VECTORS],
                    const struct net_lit_rows *l, int r, const int wide)
{
    sum_panel_rows(total, l->delta, l->delta_panel, l->lit + l->at_lit[r],
                   l->at_lit[r + 1] - l->at_lit[r], wide);
}

INLINE void lit_sums_of(float *out, int panel_size, const struct net_lit_rows *l,
                        const int wide)
{
    for (int r = 0; r < l->rows; r++) {
        net_vfloat total[NET_PANEL_PAIR][NET_TILE_VECTORS];
        lit_row(total, l, r, wide);
        store_panels(out + r * NET_PANEL, panel_size, total, wide);
    }
}

static void lit_sums(float *out, int panel_size, const struct net_lit_rows *l)
{
    if (l->panels == NET_PANEL_PAIR) {
        lit_sums_of(out, panel_size, l, NET_PANEL_PAIR);
    } else {
        lit_sums_of(out, panel_size, l, 1);
    }
}

INLINE void lit_adam_of(float *weights, float *mean, float *square, int panel_size,
                        const struct net_lit_rows *l, const struct net_adam_step *step,
                        const int wide)
{
    const struct net_adam_constants c = adam_constants(step);
    for (int r = 0; r < l->rows; r++) {
        net_vfloat total[NET_PANEL_PAIR][NET_TILE_VECTORS];
        lit_row(total, l, r, wide);
        for (int p = 0; p < wide; p++) {
            for (int v = 0; v < NET_TILE_VECTORS; v++) {
                int at = p * panel_size + r * NET_PANEL + v * NET_LANES;
                adam_vector(&c, weights + at, total[p][v], mean + at, square + at);
            }
        }
    }
}

static void lit_adam(float *weights, float *mean, float *square, int panel_size,
                     const struct net_lit_rows *l, const struct net_adam_step *step)
{
    if (l->panels == NET_PANEL_PAIR) {
        lit_adam_of(weights, mean, square, panel_size, l, step, NET_PANEL_PAIR);
    } else {
        lit_adam_of(weights, mean, square, panel_size, l, step, 1);
    }
}

static void average(float *mean, const float *values, float take, int count)
{
    for (int i = 0; i < count; i += NET_LANES) {
        net_vfloat m = v_load(mean + i);
        net_vfloat change = v_set(take) * (v_load(values + i) - m);
        v_store(mean + i, m + change);
    }
}

static void slope(const struct net_slope *s, bool is_relu)
{
    for (int r = 0; r < s->rows; r++) {
        for (int o = 0; o < s->width; o += NET_LANES) {
            const float *value = s->value + r * s->value_row + o;
            float *delta = s->delta + r * s->delta_row +
                           o / NET_PANEL * s->delta_panel + o % NET_PANEL;
            if (is_relu) {
                for (int k = 0; k < NET_LANES; k++) {
                    delta[k] = value[k] > 0.0F ? delta[k] : 0.0F;
                }
            } else {
                net_vfloat v = v_load(value);
                net_vfloat slope = v * (v_set(1.0F) - v);
                v_store(delta, v_load(delta) * slope);
            }
        }
    }
}

/* Works in blocks of 4 x 4, for which processors have instructions. */
static void turn_panel(float *out, const float *in, int n_in, int out_panel)
{
    for (int i = 0; i < n_in; i += 4) {
        for (int o = 0; o < NET_PANEL; o += 4) {
            turn_block(out + i / NET_PANEL * out_panel + o * NET_PANEL + i % NET_PANEL,
                       in + i * NET_PANEL + o);
        }
    }
}
