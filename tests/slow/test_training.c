/* A short training from random weights makes a player. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "arena/contest.h"
#include "lab/train/train.h"

static char out[] = "/tmp/fibsbot-training-XXXXXX";

static void train_shortly(void)
{
    struct error err = {""};
    struct train_options options = {
        .seed = 1, .threads = 1, .checkpoint_minutes = 60, .out = out};
    const struct start_shares starts = {.share[START_ODD] = 0.15};
    assert_non_null(mkdtemp(out));
    assert_true(net_shape_read("checkers:relu:64", &options.small, NULL));
    assert_true(net_shape_read("checkers+hand:sigmoid:64-32", &options.big, NULL));
    options.phases =
        train_phases_read("small:300k,td:1500k", &starts, options.phase, NULL);
    if (!train(&options, NULL, &err)) {
        fail_msg("%s", err.text);
    }
}

static struct contest_figures play_against(const char *other)
{
    enum { PAIRS = 300 };
    static struct contest_pair pairs[PAIRS];
    const struct contestant_terms terms = {.is_cubeful = false};
    char path[64];
    (void)snprintf(path, sizeof path, "%s/big.net", out);
    struct contest_table table = {
        .rules = {.seed = 1},
        .player = {contestant_open(path, &terms, NULL),
                   contestant_open(other, &terms, NULL)},
    };
    assert_non_null(table.player[0]);
    assert_non_null(table.player[1]);
    struct contest *contest = contest_new(&table);
    assert_non_null(contest);
    for (int i = 0; i < PAIRS; i++) {
        assert_true(contest_play_pair(contest, i, &pairs[i], NULL));
    }
    contest_free(contest);
    contestant_close(table.player[0]);
    contestant_close(table.player[1]);
    return contest_figures(pairs, PAIRS);
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

static void a_short_training_beats_random_play_and_the_yardstick(void **state)
{
    (void)state;
    train_shortly();
    struct contest_figures random = play_against("random");
    struct contest_figures yardstick = play_against("yardstick");
    remove_run();
    assert_true(random.share_won > 0.98);
    assert_true(yardstick.plain.mean > 3.0 * yardstick.plain.error);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_short_training_beats_random_play_and_the_yardstick),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
