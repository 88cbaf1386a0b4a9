/* Training runs: phases read, a run of a second with its files, stopped and resumed. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/lab/train.h"
#include "engine/net.h"

static void phases_are_read_with_their_defaults(void **state)
{
    (void)state;
    struct train_phase phases[TRAIN_PHASES_MAX];
    assert_int_equal(
        train_phases_read("small:0.5,td,exact:30:1e-3:2e-4:.5:7", phases, NULL), 3);
    assert_int_equal(phases[0].kind, TRAIN_SMALL);
    assert_true(phases[0].minutes == 0.5 && phases[0].lambda == 0.7);
    assert_true(phases[1].minutes > 0 && phases[1].keep > 1);
    assert_true(phases[2].minutes == 30 && phases[2].rate_from == 1e-3);
    assert_true(phases[2].rate_to == 2e-4 && phases[2].lambda == 0.5);
    assert_int_equal(phases[2].keep, 7);
}

static void bad_phases_are_refused_with_the_word(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *shown;
    } cases[] = {
        {"", "no phases"},
        {"huge:3", "\"huge:3\""},
        {"td:x", "\"td:x\""},
        {"td:-1", "\"td:-1\""},
        {"td:1:1e-3:1e-3:.7:3:9", "\"td:1:1e-3:1e-3:.7:3:9\""},
        {"td,td,td,td,td,td,td,td,td,td,td,td,td", "at most 12"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct train_phase phases[TRAIN_PHASES_MAX];
        struct engine_error err = {""};
        assert_int_equal(train_phases_read(cases[i].text, phases, &err), 0);
        assert_non_null(strstr(err.text, cases[i].shown));
    }
}

static struct train_options tiny_run(const char *out, const char *phases)
{
    struct train_options options = {.seed = 3,
                                    .threads = 2,
                                    .odd = 0.2,
                                    .checkpoint_minutes = 60,
                                    .round = 400,
                                    .out = out};
    assert_true(net_shape_read("checkers:relu:16", &options.small, NULL));
    assert_true(net_shape_read("checkers+hand:sigmoid:16-16", &options.big, NULL));
    options.phases = train_phases_read(phases, options.phase, NULL);
    return options;
}

static void remove_run(const char *out)
{
    static const char *const names[] = {"state", "small.net", "big.net"};
    char path[128];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        (void)snprintf(path, sizeof path, "%s/%s", out, names[i]);
        assert_int_equal(unlink(path), 0); /* all three had been written */
    }
    assert_int_equal(rmdir(out), 0);
}

static void check_net(const char *out, const char *name)
{
    char path[128];
    struct engine_error err;
    (void)snprintf(path, sizeof path, "%s/%s", out, name);
    struct net *net = net_load(path, &err);
    assert_non_null(net);
    net_free(net);
}

static void run_goes_through_its_phases_and_is_resumed(void **state)
{
    (void)state;
    char out[] = "/tmp/fibsbot-train-XXXXXX";
    struct engine_error err = {""};
    assert_non_null(mkdtemp(out));
    /* a phase of no time still plays one round */
    struct train_options options = tiny_run(out, "small:0,td:0,exact:0,race:0");
    assert_true(train(&options, &err));
    check_net(out, "small.net");
    check_net(out, "big.net");
    options = tiny_run(out, "small:0,td:0,exact:0,race:0,exact:0,refit:0");
    options.resume = true;
    assert_false(train(&options, &err));
    assert_non_null(strstr(err.text, "teacher"));
    options.teacher = out;
    assert_true(train(&options, &err));
    assert_true(net_shape_read("checkers:relu:32", &options.small, NULL));
    assert_false(train(&options, &err));
    assert_non_null(strstr(err.text, "other nets"));
    remove_run(out);
}

static void stopped_run_saves_what_it_has(void **state)
{
    (void)state;
    char out[] = "/tmp/fibsbot-train-XXXXXX";
    struct engine_error err = {""};
    volatile sig_atomic_t stop = 1;
    assert_non_null(mkdtemp(out));
    struct train_options options = tiny_run(out, "small:60");
    options.stop = &stop;
    assert_true(train(&options, &err));
    check_net(out, "big.net");
    remove_run(out);
}

static void folder_that_is_not_there_is_named(void **state)
{
    (void)state;
    volatile sig_atomic_t stop = 1;
    struct engine_error err = {""};
    struct train_options options = tiny_run("/nowhere", "small:1");
    options.stop = &stop;
    assert_false(train(&options, &err));
    assert_non_null(strstr(err.text, "/nowhere/small.net"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(phases_are_read_with_their_defaults),
        cmocka_unit_test(bad_phases_are_refused_with_the_word),
        cmocka_unit_test(run_goes_through_its_phases_and_is_resumed),
        cmocka_unit_test(stopped_run_saves_what_it_has),
        cmocka_unit_test(folder_that_is_not_there_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
