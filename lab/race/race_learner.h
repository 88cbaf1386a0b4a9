#pragma once
/*
 * Trains the race net (race_net.h): gradients by back-propagation through the curves,
 * steps by Adam, a running average of the weights. The loss of a sample is the
 * cross-entropy of its distributions, by exact number of rolls, in nats.
 */

#include <stdint.h>

#include "engine/board/checkers.h"
#include "engine/net/net_kernels.h"
#include "engine/race/race_net.h"

/* A side and its distributions. A distribution with count 0 is not learnt. */
struct race_sample {
    struct side side;
    struct race_rolls rolls[RACE_GOALS];
};

enum { RACE_LEARNER_BATCH = 256 };

struct race_learner;

/* Makes a learner with hidden layers of `first` and `second` units and random weights
 * from `seed`. The caller keeps `basis` as long as it is used. Returns NULL if memory
 * is short. */
struct race_learner *race_learner_new(int first, int second,
                                      const struct race_basis *basis,
                                      const struct net_kernel *kernel, uint64_t seed);
void race_learner_free(struct race_learner *learner);

/* Makes one step on the mean loss of at most RACE_LEARNER_BATCH samples; returns the
 * loss before the step. Then sets average = keep * average + (1 - keep) * weights. */
double race_learner_step(struct race_learner *learner,
                         const struct race_sample *samples, int count, double rate,
                         double keep);

/* Returns the averaged weights, which the learner owns and changes. */
const struct race_weights *race_learner_average(const struct race_learner *learner);
