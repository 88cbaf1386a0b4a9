#ifndef ENGINE_LAB_LEARNER_INTERNAL_H
#define ENGINE_LAB_LEARNER_INTERNAL_H
/*
 * What learner.c (making, steps, files) and learner_gradient.c share; nobody else
 * includes it.
 */

#include "engine/lab/learner.h"

enum { ROWS = INPUT_ROWS + 1, ACTIVE = INPUTS_ACTIVE + 1, BATCH = LEARNER_BATCH_MAX };

struct learner {
    struct net_shape shape; /* sizes padded to whole panels */
    const struct net_kernel *kernel;
    size_t count; /* of numbers in the block */
    size_t at_extras;
    size_t at_bias[LAYERS_MAX];
    size_t at_panels[LAYERS_MAX];
    float *weights;
    float *gradient;
    float *mean; /* Adam's */
    float *square;
    float *average;
    int64_t steps;

    uint16_t (*active)[ACTIVE];       /* (BATCH, ACTIVE) */
    float *extras;                    /* (BATCH, extras) */
    float *extras_turned;             /* (extras, count) */
    float *layer[LAYERS_MAX];         /* (BATCH, size[l]) after the activation */
    float *layer_turned[LAYERS_MAX];  /* (size[l], count) */
    float *delta[LAYERS_MAX];         /* (BATCH, size[l]): d loss / d sum of a layer */
    float *delta_panels[LAYERS_MAX];  /* (size[l]/PANEL, count, PANEL) */
    float *panels_turned[LAYERS_MAX]; /* (size[l-1]/PANEL, size[l], PANEL) */
    double loss[BATCH];               /* of each sample */

    struct team *team; /* or NULL */
    int threads;
    const struct sample *samples; /* the batch at hand */
    int batch;
    struct adam_step step;
};

/* `from` to before `to`: the part of `count` things that one of several threads has. */
struct rows {
    int from;
    int to;
};
struct rows learner_part(int count, int part, int parts);

#endif
