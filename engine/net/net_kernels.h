#pragma once
/*
 * The inner loops of nets, once per instruction set: in whole numbers for playing
 * (net.c), in floats for training (lab/). All kernels give the same bits: whole numbers
 * are exact (sums wrap around), and in floats every output adds its inputs in order by
 * fused multiply-add, whatever the vector width. All are compiled from net_kernel.h.
 *
 * The weights of a dense layer are stored in panels of NET_PANEL outputs: panel k holds,
 * input by input, the weights from that input to the outputs k*NET_PANEL ..
 * k*NET_PANEL+NET_PANEL-1. In whole numbers inputs are paired: a panel holds, for inputs 0 and
 * 1, both weights to the first output, both to the second and so on, then the same for
 * inputs 2 and 3. Numbers of outputs are multiples of NET_PANEL; numbers of inputs are even
 * or, for floats, free. Pointers need no alignment.
 *
 * In bytes, four inputs are grouped in the same way.
 *
 * A bell is the discretised curve over numbers of rolls that race_rolls.h describes.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    NET_PANEL = 16,
    NET_LAST_OUTPUTS = 8, /* of a panel; a last layer has at most as many */
    NET_PAIRS_MAX = 32,   /* most pairs of extra inputs */
    NET_BYTE_BITS = 7,    /* of activations in bytes */
    NET_BYTE_MOST = 127,  /* largest activation and weight in bytes */
    NET_BYTES_CHUNK = 32, /* inputs of a byte layer that are summed in 16 bits */
    NET_BELL_WINDOW = 32, /* numbers of rolls whose chances are kept */
    NET_BELL_BENDS = 6    /* He3 .. He8 */
};
#define BELL_BENDS_CUT 3.0F

struct input_changes;
struct position;

/* The type of a first layer's outputs. */
enum net_first_outputs {
    NET_FIRST_SHORT_RELU, /* int16, from sums of rows alone (no extras) */
    NET_FIRST_LONG_RELU,  /* int16, from sums of 32 bits */
    NET_FIRST_LOGISTIC,   /* int16 in units of 2^-12 */
    NET_FIRST_IN_BYTES /* bytes in units of 2^-NET_BYTE_BITS, at most NET_BYTE_MOST */
};

/* A first layer, and the base: a position's first layer from which others are computed
 * by differences. */
struct net_first_layer {
    int width;                  /* outputs */
    int up;                     /* sums are rows * 2^up + extras */
    int down;                   /* activations are those of sums / 2^down */
    const int16_t *rows;        /* (rows, width) */
    const int16_t *pairs;       /* of extra inputs: (pairs, width, 2) */
    const int16_t *base;        /* the base's sums of rows: (width) */
    const int32_t *base_extras; /* the base's sums of extras, plus 2^(down - 1) for
                                 * rounding: (width) */
};

/* The pairs of extra inputs that differ from the base's, with their differences. */
struct net_extra_changes {
    int count;
    int pair[NET_PAIRS_MAX];
    int16_t change[NET_PAIRS_MAX][2];
};

/* One step of Adam (D. Kingma and J. Ba, 2015). The caller has applied the bias
 * corrections. */
struct net_adam_step {
    float rate;        /* learning rate x sqrt(correction2) / correction1 */
    float keep_mean;   /* beta1 */
    float keep_square; /* beta2 */
    float floor;       /* epsilon */
};

/* A product of matrices in floats. The sums have `rows` rows and `outputs` columns, a
 * multiple of NET_PANEL, stored in panels: row r of panel p is at out + r * out_row + p *
 * out_panel. Each sum adds its `steps` products in order; product k is in[r * in_row + k
 * * in_step] times the output's number at weights + p * weights_panel + k *
 * weights_step. */
struct net_matrix_product {
    float *out;
    int out_row;
    int out_panel;
    const float *in;
    int in_row;
    int in_step;
    const float *weights;
    int weights_panel;
    int weights_step;
    const float *bias; /* (outputs): initial values of the sums; if NULL */
    bool adds;         /* ... the present contents of out, otherwise 0 */
    int rows;
    int steps;
    int outputs;
    ptrdiff_t
        ahead; /* from `weights` to those to prefetch for the next product; or 0 */
};

/* Rows of derivatives to multiply, in place, by the slope of the activation whose result
 * is `value`. Row r of panel p is at delta + r * delta_row + p * delta_panel. */
struct net_slope {
    float *delta;
    int delta_row;
    int delta_panel;
    const float *value;
    int value_row;
    int rows;
    int width;
};

/* Sums over samples, for one or two panels with NET_PANEL numbers per sample: row r sums the
 * samples lit[at_lit[r]] .. lit[at_lit[r + 1] - 1]. */
enum { NET_PANEL_PAIR = 2 };
struct net_lit_rows {
    const float *delta; /* (panels, delta_panel) */
    int delta_panel;
    int panels; /* 1, 2 */
    int rows;
    const uint16_t *lit;
    const int *at_lit; /* (rows + 1) */
};

struct net_kernel {
    const char *name;

    /* sum = base + rows to add - rows to remove, wrapping in 16 bits; `rows` is (rows,
     * width), row major. */
    void (*change_rows)(int16_t *sum, const int16_t *base, const int16_t *rows,
                        int width, const struct input_changes *changes);
    /* sum += the rows named in `active` */
    void (*add_rows)(int16_t *sum, const int16_t *rows, int width,
                     const uint16_t *active, int n);

    /* Computes the first layers of `count` positions as NET_FIRST_SHORT_RELU, from the
     * checkers in which they differ from the base's position `from`. Row row_of[i] of
     * `out` gets the result of pos[i]. */
    void (*rows_relu)(int16_t *out, const struct net_first_layer *first,
                      const struct position *from, const struct position *pos,
                      int count, const int *row_of);
    /* Writes the hand-made inputs of `count` positions, rounded to units of 2^-10, to
     * out (INPUTS_HAND, stride): column i gets those of pos[i]. Also writes the columns
     * up to the next multiple of NET_PANEL. */
    void (*hand_inputs)(int32_t *out, int stride, const struct position *pos,
                        int count);
    /* The same in floats, exactly as the input set "checkers+hand" fills them. */
    void (*hand_floats)(float *out, int stride, const struct position *pos, int count);
    /* Sets bit p of mask[i] if extra 2p or 2p + 1 of position i, in `extras` (2 *
     * pairs, stride), differs from that in `base` (2 * pairs). Writes mask[i] for i up
     * to `count`, rounded up to a multiple of NET_PANEL. */
    void (*changed_pairs)(int32_t *mask, const int32_t *extras, int stride,
                          const int32_t *base, int pairs, int count);
    /* sum (width) += changes of extras x their weights `pairs` (pairs, width, 2) */
    void (*add_pairs)(int32_t *sum, const int16_t *pairs, int width,
                      const struct net_extra_changes *extras);
    /* Computes one position's first layer as any of the other `outputs`. Activations
     * are those of sigmoid_whole and relu_whole below. */
    void (*first_layer)(void *out, const struct net_first_layer *first,
                        enum net_first_outputs outputs,
                        const struct input_changes *changes,
                        const struct net_extra_changes *extras);

    /* out (count, n_out) = scale x sums + bias, rounded, where sums = in (count, n_in)
     * x panels and inputs are 0..127. NET_BYTES_CHUNK inputs at a time are summed in 16
     * bits, alternate pairs separately; the weights must be such that no such sum
     * overflows. */
    void (*dense_bytes)(int32_t *out, const uint8_t *in, const int8_t *panels,
                        const float *scale, const float *bias, int count, int n_in,
                        int n_out);
    /* out (count, n_out) = bias (n_out) + in (count, n_in) x panels. */
    void (*dense_whole)(int32_t *out, const int16_t *in, const int16_t *panels,
                        const int32_t *bias, int count, int n_in, int n_out);
    /* The same for one panel, of which only NET_LAST_OUTPUTS outputs are computed. */
    void (*dense_last)(int32_t *out, const int16_t *in, const int16_t *panel,
                       const int32_t *bias, int count, int n_in);
    /* Apply the activation to in[i] / 2^down, rounded. The sigmoid takes its argument
     * in units of 2^-12 and returns 0..4096 in the same units (4096 is 1) with an error
     * below 1.05 units; beyond +-8 the result is that at +-8. `count` is a multiple of
     * NET_PANEL. */
    void (*sigmoid_whole)(int16_t *out, const int32_t *in, int down, int count);
    void (*relu_whole)(int16_t *out, const int32_t *in, int down, int count);

    void (*product)(const struct net_matrix_product *p);
    /* out (count, n_out) = start + in (count, n_in) x panels (n_out/NET_PANEL, n_in,
     * NET_PANEL), where start is `bias` (n_out), or the present contents of out if bias is
     * NULL. */
    void (*dense)(float *out, const float *in, const float *panels, const float *bias,
                  int count, int n_in, int n_out);
    /* In place; `count` is a multiple of NET_PANEL. */
    void (*sigmoid)(float *values, int count);
    void (*relu)(float *values, int count);

    /* Computes limited outputs (outputs_clamp()) from the last layer's sums x unit: row o
     * of `out` and of `sum`, `stride` numbers apart, is output o in the order of struct
     * outputs. Also writes the columns up to the next multiple of NET_PANEL. */
    void (*outputs)(float *out, const int32_t *sum, int stride, float unit, int count);

    /* Computes a bell: chance[i] = exp(-z^2 / 2 + the bends), z = (start + i)
     * * narrow, for i < count <= NET_BELL_WINDOW. Also writes the entries up to the next
     * multiple of NET_PANEL. Uses no fused operations, so that race_exponential() gives the
     * same bits. */
    void (*bell)(float *chance, const float *bend, float start, float narrow,
                 int count);

    /* sum += the rows named in `active`; rows (rows, width). */
    void (*gather_rows)(float *sum, const float *rows, int width,
                        const uint16_t *active, int n);
    /* each row named in `active` += delta */
    void (*scatter_rows)(float *rows, const float *delta, int width,
                         const uint16_t *active, int n);
    /* mean += take x (values - mean); `count` is a multiple of NET_PANEL. */
    void (*average)(float *mean, const float *values, float take, int count);
    void (*slope)(const struct net_slope *s, bool is_relu);
    /* Transposes a panel (n_in, NET_PANEL), n_in being a multiple of NET_PANEL, by blocks of
     * NET_PANEL inputs, which are `out_panel` numbers apart in out. */
    void (*turn_panel)(float *out, const float *in, int n_in, int out_panel);
    void (*adam)(float *weights, const float *gradient, float *mean, float *square,
                 int count, const struct net_adam_step *step);
    /* out[i] (width) = the sum of the n rows named in active + i * n, in order, for each
     * i < count. The rows are in panels (width/NET_PANEL, panel_size): row r at r * NET_PANEL. */
    void (*gather_panels)(float *const *out, const float *panels, int panel_size,
                          int width, const uint16_t *active, int n, int count);
    /* Writes the sums to panels that are panel_size numbers apart; or does a step of
     * Adam with the sums as the gradient. */
    void (*lit_sums)(float *out, int panel_size, const struct net_lit_rows *l);
    void (*lit_adam)(float *weights, float *mean, float *square, int panel_size,
                     const struct net_lit_rows *l, const struct net_adam_step *step);
};

/* The x86 kernels exist on x86-64 only, the Neon kernels on 64-bit ARM. */
extern const struct net_kernel net_kernel_plain;
#if defined(__x86_64__) && defined(__GNUC__)
#define NET_HAS_X86_KERNELS 1
extern const struct net_kernel net_kernel_avx2;
extern const struct net_kernel net_kernel_avx512;
extern const struct net_kernel net_kernel_vnni512;
#else
#define NET_HAS_X86_KERNELS 0
#endif
#if defined(__aarch64__) && defined(__GNUC__)
#define NET_HAS_NEON_KERNELS 1
extern const struct net_kernel net_kernel_neon;
extern const struct net_kernel net_kernel_neondot;
#else
#define NET_HAS_NEON_KERNELS 0
#endif
