/* A short training from random weights makes a player. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "arena/arena_match.h"
#include "lab/train/train.h"
#include "tests/unit/test_case.h"

static char out[] = "/tmp/fibsbot-training-XXXXXX";

static void train_shortly(void)
{
    struct error err = {0};
    struct train_options options = {
        .seed = 1, .threads = 1, .checkpoint_minutes = 60, .out = out};
    const struct start_positions_shares starts = {.share[START_ODD] = 0.15};
    assert_non_null(mkdtemp(out));
    assert_true(learner_shape_read("checkers:relu:64", &options.pruning, NULL));
    assert_true(learner_shape_read("checkers+hand:sigmoid:64-32", &options.main, NULL));
    options.phases =
        train_phases_read("small:300k,td:1500k", &starts, options.phase, NULL);
    assert_good(train(&options, NULL, &err), &err);
}

static struct arena_figures play_against(const char *other)
{
    enum { PAIRS = 300 };
    static struct arena_pair pairs[PAIRS];
    const struct arena_player_terms terms = {.is_cubeful = false};
    char path[64];
    (void)snprintf(path, sizeof path, "%s/big.net", out);
    struct arena_table table = {
        .rules = {.seed = 1},
        .player = {arena_player_open(path, &terms, NULL),
                   arena_player_open(other, &terms, NULL)},
    };
    assert_non_null(table.player[0]);
    assert_non_null(table.player[1]);
    struct arena_match *match = arena_match_new(&table);
    assert_non_null(match);
    for (int i = 0; i < PAIRS; i++) {
        assert_true(arena_play_pair(match, i, &pairs[i], NULL));
    }
    arena_match_free(match);
    arena_player_close(table.player[0]);
    arena_player_close(table.player[1]);
    return arena_figures(pairs, PAIRS);
}

static void remove_run(void)
{
    static const char *const names[] = {"state", "small.net", "big.net"};
    char path[64];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        (void)snprintf(path, sizeof path, "%s/%s", out, names[i]);
        (void)unlink(path);
    }
    (void)rmdir(out);
}

TEST(a_short_training_beats_random_play_and_the_baseline)
{
    train_shortly();
    struct arena_figures random = play_against("random");
    struct arena_figures baseline = play_against("baseline");
    remove_run();
    assert_true(arena_figures_share(&random, ARENA_COUNT_games_won) > 0.98);
    assert_true(baseline.plain.mean > 3.0 * baseline.plain.error);
}

TEST_MAIN(NULL, NULL)
