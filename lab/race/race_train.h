#pragma once
/*
 * Trains a race net from the rules alone.
 *
 * Sides come from games of the baseline player and at random. Those within the points
 * of an exact table (race_table.h) are labelled by it. The others are labelled by
 * lookahead over the 21 rolls, each played for the smallest mean number of further
 * rolls, in sweeps from the nearest to the farthest: the positions after the plays are
 * in the table or were learnt before.
 *
 * The same seed gives the same bits on the same machine. The time depends on `steps`
 * and `far_sides` alone.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "engine/race/race_net.h"
#include "lab/race/race_table.h"

struct race_training_report {
    int64_t step;
    int64_t steps;
    int64_t labels; /* made by lookahead */
    double rate;
    double loss; /* mean since the last report */
};

struct race_training {
    int hidden[2];
    uint64_t seed;
    int64_t steps;  /* of RACE_LEARNER_BATCH samples */
    int games;      /* games whose sides are learnt */
    int far_sides;  /* sides labelled by lookahead in each sweep */
    double rate[2]; /* learning rate at the start and at the end */
    /* Called every `report_every` steps; return false to stop. May be NULL. */
    bool (*report)(void *context, const struct race_training_report *report);
    void *context;
    int report_every;
};

/* Trains a net and returns the averaged weights after the last step or after `report`
 * has returned false. The caller frees them with race_weights_free(). Returns NULL with
 * `err` if memory is short. */
struct race_weights *race_train(const struct race_training *training,
                                const struct race_table *table,
                                const struct race_basis *basis, struct error *err);
