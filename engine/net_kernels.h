#ifndef ENGINE_NET_KERNELS_H
#define ENGINE_NET_KERNELS_H
/*
 * The inner loops of nets, once per instruction set: in whole numbers for playing
 * (net.c), in floats for training (lab/). All kernels give the same bits: whole numbers
 * are exact (sums wrap round), and in floats every output adds its inputs in their
 * order, whatever the vector width, by fused multiply-add. The one source is
 * net_kernel.h.
 *
 * Weights of a dense layer lie in panels of PANEL outputs: panel k holds, input by
 * input, the weights from that input to the outputs k*PANEL .. k*PANEL+PANEL-1. In whole
 * numbers two inputs go together: a panel holds, for inputs 0 and 1, both weights to
 * the first output, both to the second and so on, then the same for inputs 2 and 3.
 * Numbers of outputs are multiples of PANEL; numbers of inputs are even or, for floats,
 * free. Pointers need no alignment.
 */

#include <stdint.h>

enum { PANEL = 16 };

struct input_changes;

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
    /* out[i] = sum[i] * 2^up */
    void (*widen)(int32_t *out, const int16_t *sum, int width, int up);
    /* out (count, n_out) = start + in (count, n_in) x panels, where start is `bias`
     * (n_out), or what stands in out when it is NULL. */
    void (*dense_whole)(int32_t *out, const int16_t *in, const int16_t *panels,
                        const int32_t *bias, int count, int n_in, int n_out);
    /* Activations of in[i] / 2^down, rounded. The sigmoid takes its argument in units of
     * 2^-12 and gives 0..4096 in the same units, 4096 being 1, right to within 1.05
     * units; beyond +-8 the result is that at 8. `count` a multiple of PANEL. */
    void (*sigmoid_whole)(int16_t *out, const int32_t *in, int down, int count);
    void (*relu_whole)(int16_t *out, const int32_t *in, int down, int count);
    /* The same for sums as they are, in place. */
    void (*relu_sums)(int16_t *values, int count);

    /* out (count, n_out) = start + in (count, n_in) x panels (n_out/PANEL, n_in,
     * PANEL), where start is `bias` (n_out), or what stands in out when it is NULL. */
    void (*dense)(float *out, const float *in, const float *panels, const float *bias,
                  int count, int n_in, int n_out);
    /* In place; `count` a multiple of PANEL. */
    void (*sigmoid)(float *values, int count);
    void (*relu)(float *values, int count);

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
