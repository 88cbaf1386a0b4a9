#ifndef LAB_RACE_RACE_TRAIN_H
#define LAB_RACE_RACE_TRAIN_H
/*
 * Trains a race net from nothing but the rules.
 *
 * Sides come from games of the baseline player and at random. Those within the points
 * of an exact table (race_table.h) are labelled by it. The others are labelled by the
 * 21 rolls, each played for the fewest further rolls on average, in sweeps from the
 * nearest to the farthest: what a play leads to is in the table or was learnt before.
 *
 * One seed gives the same bits again on one machine. How long it takes depends on
 * `steps` and `far_sides` alone.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "engine/race/race_net.h"
#include "lab/race/race_table.h"

struct race_training_report {
    int64_t step;
    int64_t steps;
    int64_t labels; /* by rolls */
    double rate;
    double loss; /* mean since the last report */
};

struct race_training {
    int hidden[2];
    uint64_t seed;
    int64_t steps;  /* of RACE_LEARNER_BATCH samples */
    int games;      /* whose sides are learnt from */
    int far_sides;  /* labelled by rolls, in each of the sweeps */
    double rate[2]; /* learning rate at the beginning and at the end */
    /* Every `report_every` steps; false stops the work. May be NULL. */
    bool (*report)(void *context, const struct race_training_report *report);
    void *context;
    int report_every;
};

/* The defaults of `fibsbot lab race-train`. */
struct race_training race_training_default(void);

/* The averaged weights after the last step, or when `report` says so. The caller frees
 * them. NULL with `err` filled: no memory. */
struct race_weights *race_train(const struct race_training *training,
                                const struct race_table *table,
                                const struct race_basis *basis, struct error *err);

#endif
