#pragma once
/* What the files of this room share with their tests. */

#include "engine/board/rng.h"
#include "lab/race/race_learner.h"
#include "lab/race/race_table.h"

/* The weights of a learner, and the mean loss with its gradient. */
struct race_weights *race_learner_weights(struct race_learner *learner);
double race_learner_gradient(struct race_learner *learner,
                             const struct race_sample *samples, int count,
                             const float **gradient);

/* Return the number of arrangements in the table, and the side with a given number,
 * from 0 (all off). */
size_t race_table_count(const struct race_table *table);
struct side race_table_side(const struct race_table *table, size_t number);

/* Makes a random side with no checker beyond point `farthest`, 7..23, and often one
 * outside the home board; some sides have borne off checkers. */
void race_random_side(struct rng *rng, int farthest, struct side *side);
