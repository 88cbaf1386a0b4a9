#ifndef ENGINE_NET_NET_INTERNAL_H
#define ENGINE_NET_NET_INTERNAL_H
/*
 * The parts of a net, for the files that share them: net_make.c makes them from
 * weights, net.c runs them.
 *
 * Everything is computed in whole numbers: an activation or input is a number of units
 * of 2^-bits, and so is a weight; the sums have the bits of both. The bits of the
 * weights are the most with which no sum can leave 32 bits.
 *
 * The widest layer of all, the second of a net with logistic units, is computed in
 * bytes: activations in units of 2^-7, weights in units of each output's own.
 */

#include "engine/net/classes.h"
#include "engine/net/inputs.h"
#include "engine/net/net.h"
#include "engine/net/net_kernels.h"
#include "engine/net/weights.h"

enum {
    BATCH = 48,        /* positions that go through the layers together */
    SIGMOID_BITS = 12, /* of arguments and results: net_kernels.h */
    RELU_BITS = 8,
    EXTRA_BITS = 10,
    EXTRA_MOST = 8, /* extras are about 0..1 */
    WEIGHT_BITS_MOST = 14
};

/* What comes out of the first layer. */
enum first_outputs {
    FIRST_SHORT_RELU, /* int16, the sums of rows being all there is */
    FIRST_LONG_RELU,  /* int16, from sums of 32 bits */
    FIRST_LOGISTIC,   /* int16 in units of 2^-12 */
    FIRST_IN_BYTES    /* in units of 2^-7 */
};

/* A layer after the first; all is there once for each class. */
struct layer {
    int size;       /* outputs, a multiple of PANEL */
    int in_bits;    /* of the inputs */
    int sum_bits;   /* of the sums */
    int out_bits;   /* of what the activation makes of them */
    size_t numbers; /* weights of one class */
    int16_t *panels;
    int32_t *bias;
    /* or in bytes: sums are scale x (what the bytes make) + offset */
    int8_t *bytes;
    float *scale;
    float *offset;
};

struct net {
    const struct input_set *inputs;
    const struct class_set *classes;
    enum activation hidden;
    int layers;
    uint64_t digest;
    uint64_t fingerprint; /* of the first layer's weights: never 0 */
    int16_t *rows;        /* (INPUT_ROWS, width of layer 0) */
    int16_t *bias_row;    /* (width of layer 0) */
    int16_t *pairs;       /* (extras / 2, width of layer 0, 2) */
    struct first_layer first;
    enum first_outputs first_outputs;
    struct layer layer[LAYERS_MAX];
};

/* Aligned to a cache line and zeroed; at least one. */
void *net_zeros(size_t size);

/* The first layer of a position, bytes or int16 as `outputs` says. */
void net_first_layer(const struct net *net, const struct net_kernel *kernel,
                     struct net_scratch *scratch, enum first_outputs outputs,
                     const struct position *pos, void *out);

/* Walks the kernels that this machine can run, NULL at the end; for tests. */
const char *net_kernel_name(int i);

#endif
