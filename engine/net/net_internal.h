#pragma once
/*
 * The parts of a net, shared by net_make.c, which makes them from weights, and net.c,
 * which evaluates with them; and what tests need besides.
 *
 * All arithmetic is in whole numbers: an input, activation or weight is a multiple of
 * 2^-bits, each kind with its own number of bits, and a sum has the bits of both
 * factors. Weights get the most bits with which no sum can overflow 32 bits.
 *
 * The widest layer, the second of a net with logistic units, is computed in bytes:
 * activations in units of 2^-7, weights in a unit chosen for each output.
 */

#include "engine/net/net.h"

enum {
    NET_BATCH =
        144, /* positions evaluated together: in a smaller batch the runs of a class
                  * are too short for whole tiles */
    NET_SIGMOID_BITS = 12, /* of arguments and results: net_kernels.h */
    NET_RELU_BITS = 8,
    NET_EXTRA_BITS = 10,
    NET_EXTRA_MOST = 8, /* extras are about 0..1 */
    NET_WEIGHT_BITS_MOST = 14
};

/* A layer after the first; the weights are there once for each class. */
struct net_layer {
    int size;       /* outputs, a multiple of NET_PANEL */
    int in_bits;    /* of the inputs */
    int sum_bits;   /* of the sums */
    int out_bits;   /* of the activations */
    size_t numbers; /* weights of one class */
    int16_t *panels;
    int32_t *bias;
    /* or in bytes: sum = scale x (sum of products of bytes) + offset */
    int8_t *bytes;
    float *scale;
    float *offset;
};

struct net {
    const struct input_set *inputs;
    const struct class_set *classes;
    enum net_activation hidden;
    int layers;
    uint64_t digest;
    uint64_t fingerprint; /* hash of the first layer's weights, never 0 */
    int16_t *rows;        /* (INPUT_ROWS, width of layer 0) */
    int16_t *bias_row;    /* (width of layer 0) */
    int16_t *pairs;       /* (extras / 2, width of layer 0, 2) */
    struct net_first_layer first;
    enum net_first_outputs first_outputs;
    struct net_layer layer[NET_LAYERS_MAX];
};

/* Allocates `size` zero bytes, rounded up to whole cache lines (at least one) and
 * aligned to one. Returns NULL if memory is short. Released with free(). */
void *net_zeros(size_t size);

/* Computes the first layer of `pos` as the logistic function, in whole numbers and in
 * bytes. */
void net_first_layer_both(const struct net *net, const struct net_kernel *kernel,
                          struct net_scratch *scratch, const struct position *pos,
                          int16_t *whole, uint8_t *bytes);

/* Reads weights from memory. Returns NULL with `err`, which begins with `name` and names
 * the wrong field. The caller frees them with weights_free(). */
struct weights *weights_read(const unsigned char *bytes, size_t size, const char *name,
                             struct error *err);

/* Returns the name of kernel i = 0, 1, ... of those that this machine can run, then
 * NULL; for tests. */
const char *net_kernel_name(int i);
