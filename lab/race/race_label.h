#pragma once
/*
 * Computes the distributions of one side by lookahead over its 21 rolls. Each roll is
 * played so that the mean number of further rolls is smallest, by an exact table where
 * it covers the side, else by a race net.
 */

#include "engine/board/movegen.h"
#include "lab/race/race_learner.h"
#include "lab/race/race_table.h"

struct race_labeller {
    const struct race_table *table;
    const struct net_kernel *kernel;
    const struct race_net *net; /* may be exchanged at any time */

    /* scratch memory */
    struct play_list list;
    struct side far[RACE_BATCH]; /* sides queued for the net */
    struct race_layers layers;
    double mean[RACE_GOALS][PLAY_LIST_MAX];
    struct race_rolls rolls[RACE_GOALS][PLAY_LIST_MAX];
};

/* Computes the distributions of a side that has a checker outside its home board. */
void race_label(struct race_labeller *labeller, const struct side *side,
                struct race_sample *sample);
