#ifndef ENGINE_NET_NET_KERNELS_H
#define ENGINE_NET_NET_KERNELS_H
/*
 * The inner loops of nets, once per instruction set: in whole numbers for playing
 * (net.c), in floats for training (lab/). All kernels give the same bits: whole numbers
 * are exact (sums wrap round), and in floats every output adds its inputs in their
 * order, whatever the vector width, by fused multiply-add. The one source is
 * net_kernel.h.
 *
 * Weights of a dense layer lie in panels of PANEL outputs: panel k holds, input by
 * input, the weights from that input to the outputs k*PANEL .. k*PANEL+PANEL-1. In
 * whole numbers two inputs go together: a panel holds, for inputs 0 and 1, both weights
 * to the first output, both to the second and so on, then the same for inputs 2 and 3.
 * Numbers of outputs are multiples of PANEL; numbers of inputs are even or, for floats,
 * free. Pointers need no alignment.
 *
 * In bytes, four inputs go together in the same way.
 */

#include <stdint.h>

enum {
    PANEL = 16,
    LAST_OUTPUTS = 8, /* of a panel, at least so many as a last layer has */
    PAIRS_MAX = 32,   /* of extra inputs */
    BYTES_CHUNK = 32  /* inputs of a layer in bytes that are added up in 16 bits */
};

struct input_changes;
struct position;

/* A first layer, and a position's that others are made from by differences. */
struct first_layer {
    int width;                  /* outputs */
    int up;                     /* sums are rows * 2^up + extras */
    int down;                   /* activations are those of sums / 2^down */
    const int16_t *rows;        /* (rows, width) */
    const int16_t *pairs;       /* of extra inputs: (pairs, width, 2) */
    const int16_t *base;        /* the base's sums of rows (width) */
    const int32_t *base_extras; /* and of extras, and 2^(down - 1) to round (width) */
};

/* The pairs of extra inputs that differ from the base's, and by how much. */
struct extra_changes {
    int count;
    int pair[PAIRS_MAX];
    int16_t change[PAIRS_MAX][2];
};

/* One step of Adam (D. Kingma and J. Ba, 2015), bias corrections done by the caller. */
struct adam_step {
    float rate;        /* learning rate x sqrt(correction2) / correction1 */
    float keep_mean;   /* beta1 */
    float keep_square; /* beta2 */
    float floor;       /* epsilon */
};

struct net_kernel {
    const char *name;

    /* sum = base + rows to add - rows to remove, in 16 bits that wrap; `rows` is
     * (rows, width), row major. */
    void (*change_rows)(int16_t *sum, const int16_t *base, const int16_t *rows,
                        int width, const struct input_changes *changes);
    /* sum += the rows named in `active` */
    void (*add_rows)(int16_t *sum, const int16_t *rows, int width,
                     const uint16_t *active, int n);
    /* The same as change_rows, results below 0 being 0. */
    void (*change_rows_relu)(int16_t *sum, const int16_t *base, const int16_t *rows,
                             int width, const struct input_changes *changes);

    /* The same for `count` positions, straight from the checkers by which they differ
     * from the base's, `from`: row row_of[i] of out gets that of pos[i]. */
    void (*rows_relu)(int16_t *out, const struct first_layer *first,
                      const struct position *from, const struct position *pos,
                      int count, const int *row_of);
    /* The hand-made inputs of `count` positions in units of 2^-10, rounded: out
     * (HAND_INPUTS, stride), a position's in out[0], out[stride], ... Columns up to the
     * next multiple of PANEL are written, too. */
    void (*hand_inputs)(int32_t *out, int stride, const struct position *pos,
                        int count);
    /* Bit p of mask[i], i < count up to the next multiple of PANEL: extras 2p or 2p + 1
     * of position i, in `extras` (2 * pairs, stride), are not those of `base`
     * (2 * pairs). */
    void (*changed_pairs)(int32_t *mask, const int32_t *extras, int stride,
                          const int32_t *base, int pairs, int count);
    /* sum (width) += the changes of extras x their weights (pairs, width, 2) */
    void (*add_pairs)(int32_t *sum, const int16_t *pairs, int width,
                      const struct extra_changes *extras);
    /* One position's first layer; activations as they are below, those in bytes in
     * units of 2^-7 and at most 127. */
    void (*first_bytes)(uint8_t *out, const struct first_layer *first,
                        const struct input_changes *changes,
                        const struct extra_changes *extras);
    void (*first_sigmoid)(int16_t *out, const struct first_layer *first,
                          const struct input_changes *changes,
                          const struct extra_changes *extras);
    void (*first_relu)(int16_t *out, const struct first_layer *first,
                       const struct input_changes *changes,
                       const struct extra_changes *extras);

    /* out (count, n_out) = scale x sums + bias, to the nearest, where sums = in (count,
     * n_in) x panels; in 0..127. BYTES_CHUNK inputs at a time are added up in 16
     * bits, every other two of them together: no sum may leave these. */
    void (*dense_bytes)(int32_t *out, const uint8_t *in, const int8_t *panels,
                        const float *scale, const float *bias, int count, int n_in,
                        int n_out);
    /* out (count, n_out) = bias (n_out) + in (count, n_in) x panels. */
    void (*dense_whole)(int32_t *out, const int16_t *in, const int16_t *panels,
                        const int32_t *bias, int count, int n_in, int n_out);
    /* The same for one panel of which only LAST_OUTPUTS outputs are wanted. */
    void (*dense_last)(int32_t *out, const int16_t *in, const int16_t *panel,
                       const int32_t *bias, int count, int n_in);
    /* Activations of in[i] / 2^down, rounded. The sigmoid takes its argument in units
     * of 2^-12 and gives 0..4096 in the same units, 4096 being 1, right to within 1.05
     * units; beyond +-8 the result is that at 8. `count` a multiple of PANEL. */
    void (*sigmoid_whole)(int16_t *out, const int32_t *in, int down, int count);
    void (*relu_whole)(int16_t *out, const int32_t *in, int down, int count);

    /* out (count, n_out) = start + in (count, n_in) x panels (n_out/PANEL, n_in,
     * PANEL), where start is `bias` (n_out), or what stands in out when it is NULL. */
    void (*dense)(float *out, const float *in, const float *panels, const float *bias,
                  int count, int n_in, int n_out);
    /* In place; `count` a multiple of PANEL. */
    void (*sigmoid)(float *values, int count);
    void (*relu)(float *values, int count);

    /* A bell (bell.h): chance[i] = exp(-z^2 / 2 + the bends), z = (start + i) *
     * narrow, for i < count <= BELL_WINDOW; entries up to the next multiple of PANEL
     * are written, too. No fused operations: race_exponential() gives the same bits. */
    void (*bell)(float *chance, const float *bend, float start, float narrow,
                 int count);

    /* sum += the rows named in `active`; rows (rows, width). */
    void (*gather_rows)(float *sum, const float *rows, int width,
                        const uint16_t *active, int n);
    /* each of those rows += delta */
    void (*scatter_rows)(float *rows, const float *delta, int width,
                         const uint16_t *active, int n);
    void (*adam)(float *weights, const float *gradient, float *mean, float *square,
                 int count, const struct adam_step *step);
};

/* The x86 kernels are there on x86-64 only. */
extern const struct net_kernel net_kernel_plain;
#if defined(__x86_64__) && defined(__GNUC__)
#define NET_HAS_X86_KERNELS 1
extern const struct net_kernel net_kernel_avx2;
extern const struct net_kernel net_kernel_avx512;
#else
#define NET_HAS_X86_KERNELS 0
#endif

#endif
