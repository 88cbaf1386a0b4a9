#pragma once
/*
 * What learner.c (making), learner_files.c (nets and states out and in),
 * learner_gradient.c (forward and back) and learner_step.c (gradients and steps) share
 * with each other and with their tests.
 *
 * A batch goes forward and backward sample by sample. The activations of each layer and
 * the derivatives by the sums of the next one are kept in rows of the sample's class
 * until the class has enough samples. Its gradient is then one product of matrices per
 * layer, used while it is still in the processor's cache. Rows are longer than the layer
 * is wide, because rows a power of two apart would evict each other from the cache.
 *
 * The loss of a pair of siblings depends on the outputs of both, which may be of two
 * classes and of two threads' parts: a batch with pairs goes forward as a whole before
 * any sample of it goes back.
 */

#include "lab/train/learner.h"

enum {
    LEARNER_ROWS = INPUT_ROWS + 1,
    LEARNER_ACTIVE = INPUTS_ACTIVE + 1,
    LEARNER_ROOM = LEARNER_BATCH_MAX + LEARNER_CLASS_BATCH, /* rows of a class */
    LEARNER_BLOCKS = 5
};

struct learner {
    struct net_shape shape; /* sizes padded to whole panels */
    const struct net_kernel *kernel;
    size_t count; /* of numbers in the block */
    size_t at_extras;
    size_t at_classes;                /* where the first class begins */
    size_t class_numbers;             /* of one class */
    size_t at_bias[NET_LAYERS_MAX];   /* of the first class */
    size_t at_panels[NET_LAYERS_MAX]; /* of the first class */
    union {
        float *block[LEARNER_BLOCKS]; /* in the order of a state file */
        struct {
            float *weights;
            float *mean; /* Adam's */
            float *square;
            float *average;
            float
                *gradient; /* of classes that wait, as far as `summed`; or for tests */
        };
    };
    int64_t steps;
    int64_t class_steps[CLASSES_MAX];
    int32_t waiting[CLASSES_MAX]; /* samples since the class's last step ... */
    int32_t summed[CLASSES_MAX];  /* ... so many of which are in the gradient */

    int stride[NET_LAYERS_MAX];   /* numbers from row to row */
    float *layer[NET_LAYERS_MAX]; /* (classes, LEARNER_ROOM, stride[l]): activations */
    float
        *delta[NET_LAYERS_MAX]; /* the same: d loss / d sums; of the first layer in the
                                 order of the batch: (size[0]/NET_PANEL, batch, NET_PANEL) */
    float *
        turned[NET_LAYERS_MAX]; /* (classes, size[l-1]/NET_PANEL, size[l], NET_PANEL) */
    float *rounded;   /* panels of the second layer, rounded to bytes: (classes,
                     * size[1]/NET_PANEL, size[0], NET_PANEL); NULL: as they are */
    float *row_major; /* (LEARNER_ROWS, size[0]), temporary */
    float *out[LEARNER_BATCH_MAX];  /* where the first layer's activations go */
    float *extras;                  /* (extras, LEARNER_BATCH_MAX) */
    double loss[LEARNER_BATCH_MAX]; /* of each sample, without pairs */
    float sibling_weight;
    bool has_pairs;                     /* the batch at hand, and they count */
    float by_equity[LEARNER_BATCH_MAX]; /* d loss of pairs / d equity of each sample */
    struct position came[LEARNER_BATCH_MAX];     /* positions in the batch, */
    struct position position[LEARNER_BATCH_MAX]; /* and class by class */
    uint16_t active[LEARNER_BATCH_MAX]
                   [LEARNER_ACTIVE]; /* rows that are on, class by class */
    uint16_t lit[LEARNER_BATCH_MAX *
                 LEARNER_ACTIVE]; /* samples by row: those of row r from at_lit[r] */
    int at_lit[LEARNER_ROWS + 1]; /* to before at_lit[r + 1], in their order */

    struct thread_pool *pool; /* or NULL */
    int threads;
    const struct sample *samples; /* the batch at hand, */
    int batch;
    int class[LEARNER_BATCH_MAX];
    int order[LEARNER_BATCH_MAX];      /* which sample stands where, class by class */
    struct class_run run[CLASSES_MAX]; /* classes that are in it */
    int runs;

    /* What is done with the gradients: steps, or to be kept in the block. */
    bool keeps_gradient;
    bool steps_first; /* the first layer, too */
    float average_take;
    struct net_adam_step step;                    /* of the first layer */
    struct net_adam_step class_step[CLASSES_MAX]; /* of classes whose time has come */
    int due[CLASSES_MAX];                         /* those classes */
    int dues;
};

/* Offset of a class's numbers from those of the first class. */
static inline size_t learner_of_class(const struct learner *learner, int class)
{
    return (size_t) class * learner->class_numbers;
}

/* A row of a class in layer l of `rows`: learner->layer, or learner->delta for l > 0. */
static inline float *learner_row(const struct learner *learner, float *const *rows,
                                 int class, int l, int row)
{
    return rows[l] + (size_t)(class * LEARNER_ROOM + row) * (size_t)learner->stride[l];
}

/* Number of rows of a class in use. */
static inline int learner_rows(const struct learner *learner, int class)
{
    return learner->waiting[class] - learner->summed[class];
}

/* Where the layer's weights of a class are that passes use. */
const float *learner_panels(const struct learner *learner, int class, int l);

/* Copies a row-major matrix (known, n_out) to panels of `n_in` inputs. Inputs beyond
 * `known` get zero weights. */
void learner_to_panels(float *panels, const float *matrix, int n_in, int known,
                       int n_out);

/* Takes a batch forward and backward and returns its mean loss. Its samples then wait.
 */
double learner_pass(struct learner *learner, const struct sample *samples, int count);

/* Adds the gradients of all waiting samples to the block and frees their rows. */
void learner_sum_waiting(struct learner *learner);

/* Transposes the weights of every class. Call it whenever weights have changed other
 * than by a step. */
void learner_turn(struct learner *learner);

/* Returns the shift of fixed point for `rows` (LEARNER_ROWS, width), whose last row is the
 * bias: the largest, and so the smallest unit, with which no arrangement of 15 checkers a
 * side makes a sum overflow 16 bits. Extras are added later, in floats, and do not count. */
int learner_fixed_shift(const float *rows, int width);

/* For tests: the block of weights, and the mean loss with its gradient. Weights that
 * were changed there are seen by learner_gradient(), not by the next step. */
float *learner_numbers(struct learner *learner, size_t *count);
double learner_gradient(struct learner *learner, const struct sample *samples,
                        int count, const float **gradient);
