#pragma once
/*
 * Trains a net: float weights, gradients by back-propagation, steps by Adam, and a
 * running average of the weights. The loss of a sample is the sum of the
 * cross-entropies of the five outputs. A weight W adds a loss of pairs: for a sample
 * that is marked as a sibling (sample.h) and the sample before it in the batch
 *
 *      W (e1 - e2)^2, e being the cubeless equity of the outputs less that of the target
 *
 * so that a net may err in the level of a decision but not in the order of its
 * candidates. The loss of a batch is the sum of both by the number of samples.
 *
 * All weights are in one block, in the layout of the kernels, so that a step needs
 * three calls of `dense` for each layer:
 *
 *      rows    (size[0]/NET_PANEL, INPUT_ROWS + 1, NET_PANEL)   the last row is the bias
 *      extras  (size[0]/NET_PANEL, extras, NET_PANEL)
 *      then for each class of positions, for each further layer, its outputs padded to
 *      whole panels:
 *      bias    (size[l])
 *      panels  (size[l]/NET_PANEL, size[l-1], NET_PANEL)
 *
 * A class is rare in a batch. Its layers take a step only after LEARNER_CLASS_BATCH samples
 * have added to their gradient; the first layer takes one with each batch.
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "base/thread_pool.h"
#include "engine/net/net_kernels.h"
#include "engine/net/weights.h"
#include "lab/data/sample.h"

struct learner;

/* Reads a shape such as "checkers:sigmoid:256-64": input set, activation and hidden
 * layers; optionally a class set at the end, as in
 * "checkers+hand:sigmoid:384-96:men-back". Returns false if it is malformed. */
bool learner_shape_read(const char *text, struct net_shape *shape, struct error *err);

enum { LEARNER_BATCH_MAX = 512, LEARNER_CLASS_BATCH = 64 };

/* Makes a learner with random weights from `seed`. Returns NULL if memory is short. The
 * caller frees it with learner_free(). */
struct learner *learner_new(const struct net_shape *shape,
                            const struct net_kernel *kernel, uint64_t seed);
void learner_free(struct learner *learner);

/* Copies the weights of a net as the initial weights of a new run. The net must have
 * the learner's inputs, activation and number of layers, the learner's classes or none
 * (all classes then begin with the same layers), and layers at most as wide. Additional
 * units keep their random weights, but no unit of the net reads them yet, so the
 * outputs are those of the net except for the rounding of its kernels. Returns false
 * with `err`, which names `name`, if the net does not fit. */
bool learner_begin_with(struct learner *learner, const struct weights *w,
                        const char *name, struct error *err);

/* From now on `threads` of the pool do each step's work together; alone again with
 * (NULL, 1). The bits of all results stay the same. */
void learner_share_work(struct learner *learner, struct thread_pool *pool, int threads);

/* Sets the weight W >= 0 of pairs from now on; it is 0 at first. With 0, and for batches
 * without marked samples, all bits are those of a learner without the loss of pairs. */
void learner_weigh_siblings(struct learner *learner, double weight);

/* From now on passes round the second layer's weights and inputs to bytes, as nets do
 * (net_internal.h), so that the learner allows for that; gradients go to the weights as
 * they are. Learners of other shapes go on as before. Returns false if memory is
 * short. */
bool learner_round_to_bytes(struct learner *learner);

/* Replaces the targets of at most LEARNER_BATCH_MAX samples by the learner's outputs. The
 * learner must not have taken steps. */
void learner_label(struct learner *learner, struct sample *samples, int count);

/* Makes one step of Adam on the mean loss of at most LEARNER_BATCH_MAX samples (class
 * layers only every LEARNER_CLASS_BATCH samples); returns the loss before the step. */
double learner_step(struct learner *learner, const struct sample *samples, int count,
                    double rate);

/* Returns step number `steps`, from 1, of Adam with the usual constants. */
struct net_adam_step learner_adam_step(int64_t steps, double rate);

/* Updates the running average: average = keep * average + (1 - keep) * weights. */
void learner_average(struct learner *learner, double keep);

/* Returns the weights, or their running average, with the first layer in fixed point.
 * The caller frees them with weights_free(). Returns NULL if memory is short. */
struct weights *learner_export(struct learner *learner, bool averaged);

/* Write and read everything that continued training needs. Return false if writing
 * failed, or the file is too short or of another shape. */
bool learner_write(struct learner *learner, FILE *file);
bool learner_read(struct learner *learner, FILE *file);
