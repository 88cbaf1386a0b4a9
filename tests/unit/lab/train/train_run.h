#pragma once
/* Small runs of training in folders of their own. */

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/net/net.h"
#include "lab/data/dataset.h"
#include "lab/data/dataset_stream.h"
#include "lab/train/train.h"
#include "tests/unit/test_case.h"

static inline struct train_options tiny_run(const char *out, const char *phases)
{
    struct error err = {0};
    /* nearly ended games: untrained nets take hundreds of plies from the opening */
    const struct start_positions_shares start_positions = {
        .share = {[START_RACE] = 0.7, [START_BEARING_OFF] = 0.3}};
    struct train_options options = {
        .seed = 3, .threads = 1, .checkpoint_minutes = 60, .round = 100, .out = out};
    assert_true(learner_shape_read("checkers:relu:16", &options.pruning, NULL));
    assert_true(learner_shape_read("checkers+hand:sigmoid:16-16", &options.main, NULL));
    options.phases = train_phases_read(phases, &start_positions, options.phase, &err);
    if (options.phases == 0) {
        fail_msg("%s", err.text);
    }
    return options;
}

static inline char *new_folder(void)
{
    char *out = strdup("/tmp/fibsbot-train-XXXXXX");
    assert_non_null(out);
    assert_non_null(mkdtemp(out));
    return out;
}

static inline void remove_run(char *out)
{
    static const char *const names[] = {"state", "small.net", "big.net"};
    char path[128];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        FORMAT_TEXT(path, "%s/%s", out, names[i]);
        assert_int_equal(unlink(path), 0); /* all three had been written */
    }
    assert_int_equal(rmdir(out), 0);
    free(out);
}

static inline uint64_t digest_of_net(const char *out, const char *name)
{
    char path[128];
    struct error err;
    FORMAT_TEXT(path, "%s/%s", out, name);
    struct net *net = net_load(path, &err);
    assert_non_null(net);
    uint64_t digest = net_digest(net);
    net_free(net);
    return digest;
}

static inline void assert_same_nets(const char *one, const char *other)
{
    assert_true(digest_of_net(one, "small.net") == digest_of_net(other, "small.net"));
    assert_true(digest_of_net(one, "big.net") == digest_of_net(other, "big.net"));
}

static inline void train_whole(const struct train_options *options)
{
    struct error err = {0};
    bool is_complete = false;
    assert_good(train(options, &is_complete, &err), &err);
    assert_true(is_complete);
}

/* ---- the same bits -------------------------------------------------------------- */

/* Goes on, a round at a time, until the run is whole. */
static inline int train_in_bits(struct train_options *options)
{
    struct error err = {0};
    bool is_complete = false;
    int parts = 0;
    options->minutes = 1e-9;
    while (!is_complete) {
        options->resume = parts++ > 0;
        assert_good(train(options, &is_complete, &err), &err);
    }
    return parts;
}

/* A run of these options in more than `least` parts gives the nets of one in `straight`. */
static inline void assert_resumed_to_the_same_nets(struct train_options *options,
                                                   char *straight, int least)
{
    char *halting = new_folder();
    options->out = halting;
    assert_true(train_in_bits(options) > least);
    assert_same_nets(straight, halting);
    remove_run(straight);
    remove_run(halting);
}
