/* The parts of a kernel by themselves: sums, products, the sigmoid. */
#include "tests/unit/engine/net/random_net.h"
#include "tests/unit/test_case.h"

enum { UNITS = 4096, SUM_BITS = 20 }; /* of the sigmoid in whole numbers */

TEST(sigmoid_in_whole_numbers_is_right_to_a_unit)
{
    for (int k = 0; net_kernel_name(k) != NULL; k++) {
        for (int x = -10 * UNITS; x < 10 * UNITS; x += 7) {
            int32_t sum[NET_PANEL];
            int16_t value[NET_PANEL];
            for (int i = 0; i < NET_PANEL; i++) {
                sum[i] = (x + i) * (1 << (SUM_BITS - 12));
            }
            net_kernel_find(net_kernel_name(k))
                ->sigmoid_whole(value, sum, SUM_BITS - 12, NET_PANEL);
            for (int i = 0; i < NET_PANEL; i++) {
                double arg = fmax(-8.0, fmin(8.0, (double)(x + i) / UNITS));
                double want = UNITS / (1.0 + exp(-arg));
                assert_true(fabs((double)value[i] - want) < 1.05);
            }
        }
    }
}

enum { ROWS = 27, N_IN = 6, N_OUT = 2 * NET_PANEL };

static void layers_of(const char *name, int rows, const int16_t *in,
                      const int16_t *panels, const int32_t *bias, int32_t *sum,
                      int16_t value[2][ROWS * N_OUT])
{
    const struct net_kernel *kernel = net_kernel_find(name);
    kernel->dense_whole(sum, in, panels, bias, rows, N_IN, N_OUT);
    kernel->sigmoid_whole(value[0], sum, 3, rows * N_OUT);
    kernel->relu_whole(value[1], sum, 14, rows * N_OUT);
}

/* Numbers as large as they come, so that sums wrap round and results are cut. */
TEST(kernels_agree_on_extreme_sums)
{
    int16_t in[ROWS * N_IN];
    int16_t panels[N_IN * N_OUT];
    int32_t bias[N_OUT];
    struct rng rng;
    rng_seed(&rng, 3, 3);
    for (int i = 0; i < ROWS * N_IN; i++) {
        in[i] = (int16_t)((int)rng_below(&rng, 65535) - 32767);
    }
    for (int i = 0; i < N_IN * N_OUT; i++) {
        panels[i] = rng_below(&rng, 2) == 0 ? 32767 : -32767;
    }
    for (int i = 0; i < N_OUT; i++) {
        bias[i] = rng_below(&rng, 2) == 0 ? INT32_MAX : INT32_MIN;
    }
    int32_t want_sum[ROWS * N_OUT];
    int16_t want[2][ROWS * N_OUT];
    layers_of("plain", ROWS, in, panels, bias, want_sum, want);
    for (int k = 0; net_kernel_name(k) != NULL; k++) {
        for (int rows = 1; rows <= ROWS; rows++) {
            const size_t numbers = (size_t)(rows * N_OUT);
            int32_t sum[ROWS * N_OUT];
            int16_t value[2][ROWS * N_OUT];
            layers_of(net_kernel_name(k), rows, in, panels, bias, sum, value);
            assert_memory_equal(sum, want_sum, numbers * sizeof *sum);
            assert_memory_equal(value[0], want[0], numbers * sizeof *value[0]);
            assert_memory_equal(value[1], want[1], numbers * sizeof *value[1]);
        }
    }
}

/* Sums of every size, as they come from no net, too. */
TEST(outputs_are_the_limited_sigmoids_of_the_sums)
{
    enum { STRIDE = 2 * NET_PANEL, COUNT = NET_PANEL + 3 };
    const float unit = 1.0F / 4096.0F;
    int32_t sum[5 * STRIDE];
    struct rng rng;
    rng_seed(&rng, 4, 4);
    for (int i = 0; i < 5 * STRIDE; i++) {
        int size = (int)rng_below(&rng, 17);
        sum[i] = (int)rng_below(&rng, 1U << size) - (1 << size) / 2;
    }
    for (int k = 0; net_kernel_name(k) != NULL; k++) {
        const struct net_kernel *kernel = net_kernel_find(net_kernel_name(k));
        float value[5 * STRIDE];
        float want[5 * STRIDE];
        for (int i = 0; i < 5 * STRIDE; i++) {
            want[i] = (float)sum[i] * unit;
        }
        kernel->sigmoid(want, 5 * STRIDE);
        kernel->outputs(value, sum, STRIDE, unit, COUNT);
        for (int i = 0; i < COUNT; i++) {
            const float *w = want + i;
            struct outputs o = outputs_clamp((struct outputs){
                w[0], w[STRIDE], w[2 * STRIDE], w[3 * STRIDE], w[4 * STRIDE]});
            assert_true(value[i] == o.win);
            assert_true(value[STRIDE + i] == o.win_gammon);
            assert_true(value[2 * STRIDE + i] == o.win_backgammon);
            assert_true(value[3 * STRIDE + i] == o.lose_gammon);
            assert_true(value[4 * STRIDE + i] == o.lose_backgammon);
        }
    }
}

/* ---- products ------------------------------------------------------------------- */

enum {
    PRODUCT_ROWS = 27,
    PRODUCT_STEPS = 9,
    PRODUCT_PANELS = 11,
    PRODUCT_ROOM = 1 << 16
};

/* The sum of row r and output o, its products added in their order. */
static float product_sum(const struct net_matrix_product *p, const float *before, int r,
                         int o)
{
    float sum =
        p->bias != NULL ? p->bias[o]
        : p->adds
            ? before[r * p->out_row + o / NET_PANEL * p->out_panel + o % NET_PANEL]
            : 0.0F;
    for (int k = 0; k < p->steps; k++) {
        sum = fmaf(p->in[r * p->in_row + k * p->in_step],
                   p->weights[o / NET_PANEL * p->weights_panel + k * p->weights_step +
                              o % NET_PANEL],
                   sum);
    }
    return sum;
}

static void check_product(const struct net_kernel *kernel, struct net_matrix_product p)
{
    float *before = malloc(PRODUCT_ROOM * sizeof *before);
    assert_non_null(before);
    memcpy(before, p.out, PRODUCT_ROOM * sizeof *before);
    kernel->product(&p);
    for (int r = 0; r < p.rows; r++) {
        for (int o = 0; o < p.outputs; o++) {
            float *out =
                &p.out[r * p.out_row + o / NET_PANEL * p.out_panel + o % NET_PANEL];
            if (*out != product_sum(&p, before, r, o)) {
                fail_msg("%s: %d rows, %d outputs: row %d, output %d", kernel->name,
                         p.rows, p.outputs, r, o);
            }
            *out = before[out - p.out];
        }
    }
    assert_memory_equal(p.out, before, PRODUCT_ROOM * sizeof *before);
    free(before);
}

/* Any number of rows and panels, sums row by row or panel by panel, inputs as they are
 * or turned; nothing beside them is written. */
TEST(products_add_up_in_their_order_on_every_kernel)
{
    float *numbers = malloc(3 * PRODUCT_ROOM * sizeof *numbers);
    struct rng rng;
    assert_non_null(numbers);
    rng_seed(&rng, 31, 0);
    for (int i = 0; i < 3 * PRODUCT_ROOM; i++) {
        numbers[i] = (float)rng_unit(&rng) - 0.5F;
    }
    for (int k = 0; net_kernel_name(k) != NULL; k++) {
        const struct net_kernel *kernel = net_kernel_find(net_kernel_name(k));
        for (int n = 0; n < PRODUCT_ROWS * PRODUCT_PANELS; n++) {
            const bool is_turned = n % 2 == 1;
            struct net_matrix_product p = {
                .out = numbers,
                .out_row = is_turned ? NET_PANEL : PRODUCT_PANELS * NET_PANEL + 5,
                .out_panel = is_turned ? PRODUCT_ROWS * NET_PANEL : NET_PANEL,
                .in = numbers + PRODUCT_ROOM,
                .in_row = is_turned ? 1 : PRODUCT_STEPS,
                .in_step = is_turned ? PRODUCT_ROWS : 1,
                .weights = numbers + 2 * PRODUCT_ROOM,
                .weights_panel = PRODUCT_STEPS * NET_PANEL,
                .weights_step = NET_PANEL,
                .bias = n % 3 == 0 ? numbers + PRODUCT_ROOM : NULL,
                .adds = n % 3 == 1,
                .rows = 1 + n % PRODUCT_ROWS,
                .steps = PRODUCT_STEPS - n % 2,
                .outputs = (1 + n / PRODUCT_ROWS) * NET_PANEL,
            };
            check_product(kernel, p);
        }
    }
    free(numbers);
}

/* One output of dense_bytes() by its definition. */
static int32_t byte_output(const uint8_t *in, const int8_t *panels, float scale,
                           float bias, int n_in, int output)
{
    const int8_t *panel = panels + (output / NET_PANEL) * n_in * NET_PANEL;
    int32_t sum = 0;
    for (int i = 0; i < n_in; i++) {
        sum += in[i] * panel[i / 4 * 4 * NET_PANEL + output % NET_PANEL * 4 + i % 4];
    }
    return (int32_t)lrintf(fmaf((float)sum, scale, bias));
}

TEST(sums_of_bytes_are_exact_for_any_shape_on_every_kernel)
{
    enum { POSITIONS_MOST = 15, BYTES_IN = 100, BYTES_OUT = 9 * NET_PANEL };
    uint8_t in[POSITIONS_MOST * BYTES_IN];
    int8_t panels[BYTES_IN * BYTES_OUT];
    float scale[BYTES_OUT];
    float bias[BYTES_OUT];
    int32_t out[POSITIONS_MOST * BYTES_OUT];
    struct rng rng;
    rng_seed(&rng, 8, 0);
    for (int i = 0; i < POSITIONS_MOST * BYTES_IN; i++) {
        in[i] = (uint8_t)rng_below(&rng, 128);
    }
    for (int i = 0; i < BYTES_IN * BYTES_OUT; i++) {
        panels[i] = (int8_t)((int)rng_below(&rng, 31) - 15);
    }
    for (int o = 0; o < BYTES_OUT; o++) {
        scale[o] = .25F + .01F * (float)o;
        bias[o] = 1.5F * (float)o;
    }
    for (int k = 0; net_kernel_name(k) != NULL; k++) {
        const struct net_kernel *kernel = net_kernel_find(net_kernel_name(k));
        for (int rows = 1; rows <= POSITIONS_MOST; rows++) {
            for (int n_out = NET_PANEL; n_out <= BYTES_OUT; n_out += NET_PANEL) {
                kernel->dense_bytes(out, in, panels, scale, bias, rows, BYTES_IN,
                                    n_out);
                for (int i = 0; i < rows * n_out; i++) {
                    int o = i % n_out;
                    assert_int_equal(out[i],
                                     byte_output(in + i / n_out * BYTES_IN, panels,
                                                 scale[o], bias[o], BYTES_IN, o));
                }
            }
        }
    }
}

TEST(sigmoid_is_close_to_the_true_one)
{
    for (int k = 0; net_kernel_name(k) != NULL; k++) {
        for (float x = -40.0F; x < 40.0F; x += 0.37F) {
            float values[NET_PANEL];
            for (int i = 0; i < NET_PANEL; i++) {
                values[i] = x;
            }
            net_kernel_find(net_kernel_name(k))->sigmoid(values, NET_PANEL);
            double want = 1.0 / (1.0 + exp(-(double)x));
            assert_true(fabs((double)values[NET_PANEL - 1] - want) < 1e-6);
            assert_true(values[0] > 0.0F && values[0] <= 1.0F);
        }
    }
}

TEST(unknown_kernel_is_not_found)
{
    assert_null(net_kernel_find("mmx"));
    assert_non_null(net_kernel_find("plain"));
    assert_string_equal(net_kernel_find(NULL)->name, net_kernel_name(0));
}

TEST_MAIN(NULL, NULL)
