#ifndef LAB_TRAIN_LEARNER_INTERNAL_H
#define LAB_TRAIN_LEARNER_INTERNAL_H
/*
 * What learner.c (making, steps, files) and learner_gradient.c share with each other and
 * with their tests.
 */

#include "lab/train/learner.h"

enum { ROWS = INPUT_ROWS + 1, ACTIVE = INPUTS_ACTIVE + 1 };

/* Rows `from` to `to` - 1: the part of `count` rows that thread `part` of `parts`
 * processes. */
struct rows {
    int from;
    int to;
};
struct rows learner_part(int count, int part, int parts);

struct learner {
    struct net_shape shape; /* sizes padded to whole panels */
    const struct net_kernel *kernel;
    size_t count; /* of numbers in the block */
    size_t at_extras;
    size_t at_classes;            /* where the first class begins */
    size_t class_numbers;         /* of one class */
    size_t at_bias[LAYERS_MAX];   /* of the first class */
    size_t at_panels[LAYERS_MAX]; /* of the first class */
    float *weights;
    float *gradient;
    float *mean; /* of Adam */
    float *square;
    float *average;
    int64_t steps;
    int64_t class_steps[CLASSES_MAX];
    int32_t waiting[CLASSES_MAX]; /* samples in the class's gradient */

    uint16_t (*active)[ACTIVE];       /* (batch, ACTIVE) */
    float *extras;                    /* (batch, extras) */
    float *extras_turned;             /* (extras, count) */
    float *layer[LAYERS_MAX];         /* (batch, size[l]) after the activation */
    float *layer_turned[LAYERS_MAX];  /* (size[l], count) */
    float *delta[LAYERS_MAX];         /* (batch, size[l]): d loss / d sum of a layer */
    float *delta_panels[LAYERS_MAX];  /* (size[l]/PANEL, count, PANEL) */
    float *panels_turned[LAYERS_MAX]; /* (classes, size[l-1]/PANEL, size[l], PANEL) */
    double loss[LEARNER_BATCH_MAX];   /* of each sample */

    struct thread_pool *pool; /* or NULL */
    int threads;
    struct sample samples[LEARNER_BATCH_MAX]; /* the batch at hand, class by class */
    int batch;
    struct class_run run[CLASSES_MAX]; /* classes that are in it */
    int runs;

    struct adam_step step; /* the current step, */
    size_t step_from;      /* and the weights it changes */
    size_t step_count;
};

/* Returns the mean loss of the batch and adds its gradient to that of the classes.
 * Transposed layers and deltas in panels are kept class by class, as if each were a
 * batch; those of the first layer's sums for all classes together. */
double learner_add_gradient(struct learner *learner, const struct sample *samples,
                            int count);

/* The block of weights. */
float *learner_numbers(struct learner *learner, size_t *count);

/* The mean loss with its gradient. */
double learner_gradient(struct learner *learner, const struct sample *samples,
                        int count, const float **gradient);

#endif
