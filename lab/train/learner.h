#ifndef LAB_TRAIN_LEARNER_H
#define LAB_TRAIN_LEARNER_H
/*
 * A net that learns: float weights, gradients by back-propagation, steps by Adam, and a
 * running average of the weights. The loss of a sample is the sum of the five outputs'
 * cross-entropies.
 *
 * All numbers stand in one block, in the layout of the kernels, so that one learner's
 * step is three calls of `dense` a layer:
 *
 *      rows    (INPUT_ROWS + 1, size[0])         the last row is the bias
 *      extras  (size[0]/PANEL, extras, PANEL)
 *      then for each class of positions, for each further layer, its outputs padded to
 *      whole panels:
 *      bias    (size[l])
 *      panels  (size[l]/PANEL, size[l-1], PANEL)
 *
 * A class is rare in a batch. Its layers wait with their step until CLASS_BATCH samples
 * have added to their gradient; the first layer takes one with each batch.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "base/thread_pool.h"
#include "engine/net/net_kernels.h"
#include "engine/net/weights.h"
#include "lab/data/sample.h"

struct learner;

/* Reads "checkers:sigmoid:256-64": input set, activation and the hidden layers; perhaps
 * a class set behind them, as in "checkers+hand:sigmoid:384-96:men-back". */
bool learner_shape_read(const char *text, struct net_shape *shape, struct error *err);

enum { LEARNER_BATCH_MAX = 512, CLASS_BATCH = 64 };

/* Random weights from `seed`. NULL without memory. */
struct learner *learner_new(const struct net_shape *shape,
                            const struct net_kernel *kernel, uint64_t seed);
void learner_free(struct learner *learner);

/* Takes over the weights of a net, as a new run's first ones. The net has the learner's
 * inputs, activation and number of layers, its classes or none (each class then begins
 * with the same layers), and layers at most as wide. Units beyond the net's keep their
 * random weights, and nothing of the net's hears them yet: the outputs are those of the
 * net but for the rounding that the net's kernels do. False with `err` naming `name`
 * when the net does not fit. */
bool learner_begin_with(struct learner *learner, const struct weights *w,
                        const char *name, struct error *err);

/* From now on `threads` of the pool do each step's work together; alone again with
 * (NULL, 1). The bits of all results stay the same. */
void learner_share_work(struct learner *learner, struct thread_pool *pool, int threads);

/* One step of Adam, or towards one (CLASS_BATCH), on the mean loss of at most
 * LEARNER_BATCH_MAX samples; returns that loss before the step. */
double learner_step(struct learner *learner, const struct sample *samples, int count,
                    double rate);

/* Moves the running average: average = keep * average + (1 - keep) * weights. */
void learner_average(struct learner *learner, double keep);

/* The weights, or their running average, with the first layer in fixed point. NULL
 * without memory. */
struct weights *learner_export(struct learner *learner, bool averaged);

/* Everything that goes on learning needs; false when the file is too short or of
 * another shape, or cannot be written. */
bool learner_write(const struct learner *learner, FILE *file);
bool learner_read(struct learner *learner, FILE *file);

#endif
