#ifndef TESTS_UNIT_LAB_TRAIN_UNTRAINED_PAIR_H
#define TESTS_UNIT_LAB_TRAIN_UNTRAINED_PAIR_H
/* For tests of how nets are made: a small and a big one with random weights, the same
 * ones each time, and who plays by them. Include after cmocka.h. */
#include "lab/selfplay/pruned_play.h"
#include "lab/train/learner.h"

struct untrained_pair {
    struct net *small;
    struct net *big;
    struct pair pair;
    struct replier *replier;
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

static inline void untrained_pair_open(struct untrained_pair *nets)
{
    nets->small = untrained_net("checkers:relu:16", 1);
    nets->big = untrained_net("checkers:sigmoid:32-16", 2);
    nets->pair = (struct pair){.small = nets->small,
                               .big = nets->big,
                               .kernel = net_kernel_find(NULL),
                               .keep = 3,
                               .margin = 0.2F};
    nets->replier = pruned_play_new(&nets->pair);
    assert_non_null(nets->replier);
}

static inline void untrained_pair_close(struct untrained_pair *nets)
{
    pruned_play_free(nets->replier);
    net_free(nets->small);
    net_free(nets->big);
}

#endif
