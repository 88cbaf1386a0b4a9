#pragma once
/*
 * The weights of a net, in memory and as a file.
 *
 * A net is a chain of layers. The first is a sum of rows (inputs.h) in fixed point:
 * int16 in units of 2^-shift, so that sums are exact and do not depend on their order.
 * The writer makes sure that no legal position overflows 16 bits. All hidden layers
 * have the same activation; the last layer has NET_OUTPUTS logistic outputs in the order of
 * struct outputs. Each class of positions (classes.h) has its own weights in all layers
 * but the first.
 *
 * The file begins as weights_file.h says, with magic "fibsnet\n", and continues with
 *
 *     24  8  digest of the input set     48 32  outputs of each layer, 8 x 4, rest 0
 *     32  4  id of the input set         80  8  bytes of weights that follow
 *     36  4  activation                  88  4  id of the class set
 *     40  4  layers, 2..NET_LAYERS_MAX      128     weights
 *     44  4  shift
 *
 * Weights: int16 rows (INPUT_ROWS + 1, size[0]), the last row being the bias; float
 * extras (extras, size[0]); then for each further layer float bias (classes, size[l])
 * and matrix (classes, size[l-1], size[l]), row major.
 */

#include <stddef.h>

#include "base/error.h"
#include "engine/net/classes.h"
#include "engine/net/inputs.h"

enum {
    NET_OUTPUTS = 5,
    NET_LAYERS_MAX = 6,
    NET_HIDDEN_MAX = 1024, /* outputs of a hidden layer; a multiple of 16 */
    WEIGHTS_FILE_MAX = 16 << 20
};

enum net_activation { NET_RELU = 1, NET_SIGMOID = 2 };

struct net_shape {
    const struct input_set *inputs;
    const struct class_set *classes;
    enum net_activation hidden;
    int layers;
    int size[NET_LAYERS_MAX]; /* outputs of each layer */
};

struct weights {
    struct net_shape shape;
    int shift;
    uint64_t digest; /* of the file; 0 before it is read or written */
    int16_t *rows;
    float *extras;
    float *bias[NET_LAYERS_MAX]; /* [0] is NULL: that bias is the last row of `rows` */
    float *matrix[NET_LAYERS_MAX]; /* [0] is NULL */
};

/* Returns NULL if a net can have this shape, else a static text that says what is
 * wrong. */
const char *weights_shape_fault(int layers, const int *size);

/* Allocates weights that are all zero. The shape must pass weights_shape_fault().
 * Returns NULL if memory is short. The caller frees them with weights_free(). */
struct weights *weights_new(const struct net_shape *shape);
void weights_free(struct weights *w);

/* Reads weights from a file. Returns NULL with `err`, which begins with `path` and names
 * the wrong field. The caller frees them with weights_free(). */
struct weights *weights_load(const char *path, struct error *err);

/* Writes the weights to `path` and sets w->digest. Writes a new file and renames it, so
 * that `path` always names a complete file. Returns false with `err` on failure. */
bool weights_save(struct weights *w, const char *path, struct error *err);
