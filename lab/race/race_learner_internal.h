#ifndef LAB_RACE_RACE_LEARNER_INTERNAL_H
#define LAB_RACE_RACE_LEARNER_INTERNAL_H
/* What race_learner.c shares with its tests. */

#include "lab/race/race_learner.h"

/* The weights. */
struct race_weights *race_learner_weights(struct race_learner *learner);

/* The mean loss with its gradient. */
double race_learner_gradient(struct race_learner *learner,
                             const struct race_sample *samples, int count,
                             const float **gradient);

#endif
