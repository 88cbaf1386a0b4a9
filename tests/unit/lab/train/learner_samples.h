#pragma once
/* Samples and nets to learn with. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/board/movegen.h"
#include "engine/net/classes.h"
#include "engine/net/net_internal.h"
#include "lab/selfplay/start_positions.h"
#include "lab/train/learner_internal.h"
#include "tests/unit/test_case.h"

static inline struct learner *learner_of(const char *text, uint64_t seed)
{
    struct net_shape shape;
    struct error err;
    assert_true(learner_shape_read(text, &shape, &err));
    struct learner *learner = learner_new(&shape, net_kernel_find(NULL), seed);
    assert_non_null(learner);
    return learner;
}

static inline void make_samples(struct sample *samples, int count, uint64_t seed)
{
    struct rng rng;
    rng_seed(&rng, seed, 0);
    for (int i = 0; i < count; i++) {
        struct position pos;
        start_positions_make(START_ODD, NULL, &rng, &pos);
        samples[i] = sample_of(
            &pos, (struct outputs){(float)rng_unit(&rng), (float)rng_unit(&rng) * 0.5F,
                                   (float)rng_unit(&rng) * 0.1F, 0.2F, 0.0F});
    }
}

/* ---- beginning with a net ------------------------------------------------------- */

static const struct beginning {
    const char *net;
    const char *shape;
    const char *reason; /* why it does not fit, or NULL */
} beginnings[] = {
    {"checkers+hand:sigmoid:32-16", "checkers+hand:sigmoid:32-16", NULL},
    {"checkers+hand:sigmoid:32-16", "checkers+hand:sigmoid:48-16", NULL},
    {"checkers+hand:sigmoid:32-16:men-back", "checkers+hand:sigmoid:32-16:men-back",
     NULL},
    {"checkers+hand:sigmoid:32-16:men-back", "checkers+hand:sigmoid:64-48:men-back",
     NULL},
    {"checkers:sigmoid:32-16", "checkers:sigmoid:32-32:men-back", NULL},
    {"checkers:relu:16-16-16", "checkers:relu:32-48-32", NULL},
    {"checkers:relu:32", "checkers:relu:64", NULL},
    {"checkers:relu:32-16", "checkers+hand:relu:32-16", "inputs"},
    {"checkers:relu:32-16", "checkers:sigmoid:32-16", "activation"},
    {"checkers:relu:32-16", "checkers:relu:32", "number of layers"},
    {"checkers:relu:32-16:men-back", "checkers:relu:32-16", "classes"},
    {"checkers:relu:32-16", "checkers:relu:16-32", "wider"},
};
enum { BEGINNINGS = sizeof beginnings / sizeof beginnings[0] };
