#pragma once
/* For tests of how nets are made: a pruning net and a main net with random weights, the same
 * ones each time, and who plays by them. */
#include "lab/selfplay/pruned_play.h"
#include "lab/train/learner.h"
#include "tests/unit/test_case.h"

struct untrained_nets {
    struct net *pruning;
    struct net *main;
    struct pruned_nets game;
    struct play_scratch *scratch;
};

static inline struct net *untrained_net(const char *text, uint64_t seed)
{
    struct net_shape shape;
    assert_true(learner_shape_read(text, &shape, NULL));
    struct learner *learner = learner_new(&shape, net_kernel_find(NULL), seed);
    struct weights *w = learner_export(learner, false);
    struct net *net = net_new(w);
    assert_non_null(net);
    weights_free(w);
    learner_free(learner);
    return net;
}

static inline void untrained_nets_open(struct untrained_nets *nets)
{
    nets->pruning = untrained_net("checkers:relu:16", 1);
    nets->main = untrained_net("checkers:sigmoid:32-16", 2);
    nets->game = (struct pruned_nets){.pruning = nets->pruning,
                                      .main = nets->main,
                                      .kernel = net_kernel_find(NULL),
                                      .keep = 3,
                                      .margin = 0.2F};
    nets->scratch = pruned_play_new(&nets->game);
    assert_non_null(nets->scratch);
}

static inline void untrained_nets_close(struct untrained_nets *nets)
{
    pruned_play_free(nets->scratch);
    net_free(nets->pruning);
    net_free(nets->main);
}
