/* Training runs: phases read, a run of a second with its files, stopped and resumed. */
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/net/net.h"
#include "lab/data/dataset.h"
#include "lab/data/dataset_stream.h"
#include "lab/train/train.h"

static const struct start_positions_shares plain;

static void phases_are_read_with_their_defaults(void **state)
{
    (void)state;
    struct train_phase phases[TRAIN_PHASES_MAX];
    assert_int_equal(train_phases_read("small:0.5,td,exact:30k:1e-3:2e-4:.5:7", &plain,
                                       phases, NULL),
                     3);
    assert_int_equal(phases[0].kind, TRAIN_SMALL);
    assert_int_equal(phases[0].measure, PHASE_MINUTES);
    assert_true(phases[0].amount == 0.5 && phases[0].lambda == 0.7);
    assert_int_equal(phases[1].measure, PHASE_LABELS);
    assert_true(phases[1].amount > 0 && phases[1].keep > 1);
    assert_int_equal(phases[2].measure, PHASE_LABELS);
    assert_true(phases[2].amount == 30e3 && phases[2].rate_from == 1e-3);
    assert_true(phases[2].rate_to == 2e-4 && phases[2].lambda == 0.5);
    assert_int_equal(phases[2].keep, 7);
}

static void phases_name_shares_of_starts_and_passes(void **state)
{
    (void)state;
    struct train_phase phases[TRAIN_PHASES_MAX];
    const struct start_positions_shares usual = {.share[START_ODD] = 0.2};
    assert_int_equal(train_phases_read("exact:4M:back-game=.1:1e-3:sibling=.5,"
                                       "fit:3x:2e-3:1e-4,fit:2M",
                                       &usual, phases, NULL),
                     3);
    assert_true(phases[0].amount == 4e6 && phases[0].rate_from == 1e-3);
    assert_true(phases[0].start_positions.share[START_BACK_GAME] == 0.1);
    assert_true(phases[0].start_positions.share[START_ODD] == 0.2);
    assert_true(phases[0].sibling == 0.5);
    assert_int_equal(phases[1].measure, PHASE_PASSES);
    assert_true(phases[1].amount == 3 && phases[1].rate_to == 1e-4);
    assert_int_equal(phases[2].measure, PHASE_LABELS);
}

static void rate_falls_geometrically_with_what_is_done(void **state)
{
    (void)state;
    const struct train_phase phase = {.rate_from = 1e-2, .rate_to = 1e-4};
    assert_true(phase_rate(&phase, 0) == 1e-2);
    assert_true(fabs(phase_rate(&phase, 0.5) - 1e-3) < 1e-9);
    assert_true(fabs(phase_rate(&phase, 2.0) - 1e-4) < 1e-9);
    const struct train_phase held = {.rate_from = 1.5e-3, .rate_to = 1.5e-3};
    for (double share = 0; share < 1.0; share += 0.0625) {
        assert_true(phase_rate(&held, share) == 1.5e-3);
    }
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
        {"td:3x", "\"td:3x\""},
        {"td:3kk", "\"td:3kk\""},
        {"td:1:0", "\"td:1:0\""},
        {"td:1k:prime=.1", "\"td:1k:prime=.1\""},
        {"td:1k:odd=.6:stray=.6", "odd=.6"},
        {"td,td,td,td,td,td,td,td,td,td,td,td,td,td,td,td,td,td,td,td,td,td,td,td,td",
         "at most 24"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct train_phase phases[TRAIN_PHASES_MAX];
        struct error err = {""};
        assert_int_equal(train_phases_read(cases[i].text, &plain, phases, &err), 0);
        assert_non_null(strstr(err.text, cases[i].shown));
    }
}

static struct train_options tiny_run(const char *out, const char *phases)
{
    struct error err = {""};
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

static char *new_folder(void)
{
    char *out = strdup("/tmp/fibsbot-train-XXXXXX");
    assert_non_null(out);
    assert_non_null(mkdtemp(out));
    return out;
}

static void remove_run(char *out)
{
    static const char *const names[] = {"state", "small.net", "big.net"};
    char path[128];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        (void)snprintf(path, sizeof path, "%s/%s", out, names[i]);
        assert_int_equal(unlink(path), 0); /* all three had been written */
    }
    assert_int_equal(rmdir(out), 0);
    free(out);
}

static uint64_t digest_of_net(const char *out, const char *name)
{
    char path[128];
    struct error err;
    (void)snprintf(path, sizeof path, "%s/%s", out, name);
    struct net *net = net_load(path, &err);
    assert_non_null(net);
    uint64_t digest = net_digest(net);
    net_free(net);
    return digest;
}

static void assert_same_nets(const char *one, const char *other)
{
    assert_true(digest_of_net(one, "small.net") == digest_of_net(other, "small.net"));
    assert_true(digest_of_net(one, "big.net") == digest_of_net(other, "big.net"));
}

static void train_whole(const struct train_options *options)
{
    struct error err = {""};
    bool is_complete = false;
    if (!train(options, &is_complete, &err)) {
        fail_msg("%s", err.text);
    }
    assert_true(is_complete);
}

static void run_goes_through_its_phases_and_is_resumed(void **state)
{
    (void)state;
    char *out = new_folder();
    struct error err = {""};
    /* a phase of no time still plays one round */
    struct train_options options = tiny_run(out, "small:0,td:0,exact:0");
    train_whole(&options);
    (void)digest_of_net(out, "small.net");
    (void)digest_of_net(out, "big.net");
    options = tiny_run(out, "small:0,td:0,exact:0,exact:0,refit:0");
    options.resume = true;
    assert_false(train(&options, NULL, &err));
    assert_non_null(strstr(err.text, "teacher"));
    options.teacher = out;
    train_whole(&options);
    assert_true(learner_shape_read("checkers:relu:32", &options.pruning, NULL));
    assert_false(train(&options, NULL, &err));
    assert_non_null(strstr(err.text, "other nets"));
    options = tiny_run(out, "small:0");
    options.resume = true;
    options.seed++;
    assert_false(train(&options, NULL, &err));
    assert_non_null(strstr(err.text, "another seed"));
    remove_run(out);
}

/* ---- the same bits ---- */

static const char counted[] = "small:.3k,td:.4k:1e-3:1e-4,exact:.5k:1e-3:1e-4";

static void same_seed_gives_the_same_nets_on_any_number_of_threads(void **state)
{
    (void)state;
    char *one = new_folder();
    struct train_options options = tiny_run(one, counted);
    train_whole(&options);
    for (int threads = 2; threads <= 4; threads += 2) {
        char *other = new_folder();
        options.out = other;
        options.threads = threads;
        train_whole(&options);
        assert_same_nets(one, other);
        remove_run(other);
    }
    char *another_seed = new_folder();
    options.out = another_seed;
    options.seed++;
    train_whole(&options);
    assert_true(digest_of_net(one, "big.net") !=
                digest_of_net(another_seed, "big.net"));
    remove_run(another_seed);
    remove_run(one);
}

/* Goes on, a round at a time, until the run is whole. */
static int train_in_bits(struct train_options *options)
{
    struct error err = {""};
    bool is_complete = false;
    int parts = 0;
    options->minutes = 1e-9;
    while (!is_complete) {
        options->resume = parts++ > 0;
        if (!train(options, &is_complete, &err)) {
            fail_msg("%s", err.text);
        }
    }
    return parts;
}

/* A run of these options in more than `least` parts gives the nets of one in `straight`. */
static void assert_resumed_to_the_same_nets(struct train_options *options,
                                            char *straight, int least)
{
    char *halting = new_folder();
    options->out = halting;
    assert_true(train_in_bits(options) > least);
    assert_same_nets(straight, halting);
    remove_run(straight);
    remove_run(halting);
}

static void interrupted_run_comes_to_the_same_nets(void **state)
{
    (void)state;
    char *straight = new_folder();
    struct train_options options = tiny_run(straight, counted);
    train_whole(&options);
    assert_resumed_to_the_same_nets(&options, straight, 8);
}

static bool has_state(const char *out)
{
    char path[128];
    (void)snprintf(path, sizeof path, "%s/state", out);
    return access(path, F_OK) == 0;
}

/* Trains in a child process that is killed outright some time after it has saved its
 * state for the first time, unless it is through before. */
static void train_until_killed(const struct train_options *options, int milliseconds)
{
    pid_t child = fork();
    if (child == 0) {
        struct train_options mine = *options;
        mine.checkpoint_minutes = 1e-9; /* after each round */
        _exit(train(&mine, NULL, NULL) ? 0 : 1);
    }
    assert_true(child > 0);
    int status;
    for (int i = 0; i < 10000 && !has_state(options->out); i++) {
        (void)usleep(1000);
    }
    (void)usleep((useconds_t)(1000 * milliseconds));
    (void)kill(child, SIGKILL);
    assert_int_equal(waitpid(child, &status, 0), child);
}

static void killed_run_comes_to_the_same_nets(void **state)
{
    (void)state;
    char *straight = new_folder();
    char *killed = new_folder();
    struct train_options options = tiny_run(straight, counted);
    train_whole(&options);
    options.out = killed;
    for (int i = 0; i < 4; i++) {
        train_until_killed(&options, 7 * i);
        options.resume = true;
    }
    train_whole(&options);
    assert_same_nets(straight, killed);
    char path[128];
    (void)snprintf(path, sizeof path, "%s/state.new", killed);
    (void)unlink(path);
    remove_run(straight);
    remove_run(killed);
}

/* ---- datasets ---- */

/* Blocks of 100 samples; every third one is marked as a sibling if `has_siblings`. */
static void fill_dataset_with(const char *path, int blocks, bool has_siblings)
{
    struct rng rng;
    rng_seed(&rng, 4, 0);
    struct dataset_writer *writer = dataset_append(path, "test", NULL);
    assert_non_null(writer);
    for (int b = 0; b < blocks; b++) {
        struct sample sample[100];
        for (int i = 0; i < 100; i++) {
            struct position pos;
            start_positions_make(START_ODD, NULL, &rng, &pos);
            sample[i] = sample_of(&pos, (struct outputs){.win = 0.5F});
            sample[i].target[4] = (uint16_t)(b * 100 + i); /* its number */
            sample_set_sibling(&sample[i],
                               has_siblings && sample[i].target[4] % 3 == 0);
        }
        assert_true(dataset_write(writer, sample, 100, 0, NULL));
    }
    assert_true(dataset_writer_close(writer, NULL));
}

static void fill_dataset(const char *path, int blocks)
{
    fill_dataset_with(path, blocks, false);
}

static void every_sample_comes_once_a_pass_in_an_order_of_its_own(void **state)
{
    (void)state;
    enum { COUNT = 700 };
    char path[] = "/tmp/fibsbot-stream-XXXXXX";
    const char *const paths[] = {path};
    struct sample drawn[2][COUNT];
    (void)close(mkstemp(path));
    fill_dataset(path, COUNT / 100);
    struct dataset_stream *stream = dataset_stream_open(paths, 1, 250, false, 5, NULL);
    assert_non_null(stream);
    assert_int_equal(dataset_stream_count(stream), COUNT);
    for (int pass = 0; pass < 2; pass++) {
        bool seen[COUNT] = {false};
        assert_true(dataset_stream_draw(stream, drawn[pass], COUNT, NULL));
        for (int i = 0; i < COUNT; i++) {
            assert_false(seen[drawn[pass][i].target[4]]);
            seen[drawn[pass][i].target[4]] = true;
        }
    }
    assert_memory_not_equal(drawn[0], drawn[1], sizeof drawn[0]);
    dataset_stream_close(stream);
    stream = dataset_stream_open(paths, 1, 250, false, 5, NULL);
    assert_true(dataset_stream_skip(stream, COUNT + 123, NULL));
    assert_true(dataset_stream_draw(stream, drawn[0], 200, NULL));
    assert_memory_equal(drawn[0], &drawn[1][123], 200 * sizeof(struct sample));
    dataset_stream_close(stream);
    (void)unlink(path);
}

/* Numbers divisible by 3 are siblings of the number before; those that begin a block,
 * as 0 and 300 do, have lost it. */
static void stream_of_pairs_keeps_siblings_together(void **state)
{
    (void)state;
    enum { COUNT = 700 };
    char path[] = "/tmp/fibsbot-stream-XXXXXX";
    const char *const paths[] = {path};
    struct sample drawn[COUNT];
    struct sample again[COUNT];
    int pairs = 0;
    bool seen[COUNT] = {false};
    (void)close(mkstemp(path));
    fill_dataset_with(path, COUNT / 100, true);
    struct dataset_stream *stream = dataset_stream_open(paths, 1, 250, true, 5, NULL);
    assert_non_null(stream);
    assert_int_equal(dataset_stream_count(stream), COUNT);
    assert_true(dataset_stream_draw(stream, drawn, COUNT, NULL));
    for (int i = 0; i < COUNT; i++) {
        const int number = drawn[i].target[4];
        const bool is_paired = number % 3 == 0 && number % 100 != 0;
        assert_false(seen[number]);
        seen[number] = true;
        assert_int_equal(sample_is_sibling(&drawn[i]), is_paired);
        assert_true(!is_paired || (i > 0 && drawn[i - 1].target[4] == number - 1));
        pairs += is_paired;
    }
    assert_int_equal(pairs, COUNT / 3 + 1 - 3);
    dataset_stream_close(stream);

    /* however many are drawn or skipped at a time */
    stream = dataset_stream_open(paths, 1, 250, true, 5, NULL);
    assert_true(dataset_stream_skip(stream, 123, NULL));
    for (int i = 123; i < COUNT; i += 7) {
        assert_true(dataset_stream_draw(stream, &again[i],
                                        (size_t)(COUNT - i < 7 ? COUNT - i : 7), NULL));
    }
    assert_memory_equal(&again[123], &drawn[123], (COUNT - 123) * sizeof drawn[0]);
    dataset_stream_close(stream);
    (void)unlink(path);
}

static void stream_of_pairs_without_any_is_one_of_samples(void **state)
{
    (void)state;
    enum { COUNT = 700 };
    char path[] = "/tmp/fibsbot-stream-XXXXXX";
    const char *const paths[] = {path};
    struct sample drawn[2][COUNT];
    (void)close(mkstemp(path));
    fill_dataset(path, COUNT / 100);
    for (int i = 0; i < 2; i++) {
        struct dataset_stream *stream =
            dataset_stream_open(paths, 1, 250, i == 1, 5, NULL);
        assert_non_null(stream);
        assert_true(dataset_stream_draw(stream, drawn[i], COUNT, NULL));
        dataset_stream_close(stream);
    }
    assert_memory_equal(drawn[0], drawn[1], sizeof drawn[0]);
    (void)unlink(path);
}

/* Fits a tiny net with the weight to marked samples or others; returns the net's digest. */
static uint64_t fit_with_siblings(double weight, bool has_siblings)
{
    char path[] = "/tmp/fibsbot-fit-XXXXXX";
    char *out = new_folder();
    (void)close(mkstemp(path));
    fill_dataset_with(path, 20, has_siblings);
    struct train_options options = tiny_run(out, "fit:2x:1e-2:1e-3");
    options.data[options.datasets++] = path;
    options.sibling_weight = weight;
    train_whole(&options);
    const uint64_t digest = digest_of_net(out, "big.net");
    remove_run(out);
    (void)unlink(path);
    return digest;
}

static void weight_of_siblings_counts_where_there_are_any(void **state)
{
    (void)state;
    const uint64_t usual = fit_with_siblings(0, false);
    assert_true(fit_with_siblings(1, false) == usual);
    assert_true(fit_with_siblings(0, true) == usual);
    assert_true(fit_with_siblings(1, true) != usual);
}

/* Fits to a dataset, with or without siblings of this weight, at once and in parts. */
static void assert_fit_is_resumed(bool has_siblings, double weight)
{
    char path[] = "/tmp/fibsbot-fit-XXXXXX";
    char *straight = new_folder();
    (void)close(mkstemp(path));
    fill_dataset_with(path, 100, has_siblings);
    struct train_options options = tiny_run(straight, "fit:5x:1e-2:1e-3");
    options.data[options.datasets++] = path;
    options.sibling_weight = weight;
    train_whole(&options);
    assert_resumed_to_the_same_nets(&options, straight, 2);
    (void)unlink(path);
}

static void fit_with_pairs_is_resumed_to_the_same_bits(void **state)
{
    (void)state;
    assert_fit_is_resumed(true, 0.7);
}

static void fit_from_a_dataset_is_resumed_to_the_same_bits(void **state)
{
    (void)state;
    assert_fit_is_resumed(false, 0.0);
}

static void fit_needs_a_dataset(void **state)
{
    (void)state;
    struct error err = {""};
    struct train_options options = tiny_run("/nowhere", "fit:5x:1e-2:1e-3");
    assert_false(train(&options, NULL, &err));
    assert_non_null(strstr(err.text, "needs datasets"));
}

/* The run before gives both nets; the big one goes into a wider one. */
static void run_that_begins_with_nets_is_resumed_to_the_same_bits(void **state)
{
    (void)state;
    char path[] = "/tmp/fibsbot-fit-XXXXXX";
    char nets[2][128];
    char *before = new_folder();
    char *straight = new_folder();
    char *halting = new_folder();
    struct error err = {""};
    (void)close(mkstemp(path));
    fill_dataset(path, 100);
    struct train_options options = tiny_run(before, "fit:1x:1e-2:1e-2");
    options.data[options.datasets++] = path;
    train_whole(&options);
    (void)snprintf(nets[0], sizeof nets[0], "%s/small.net", before);
    (void)snprintf(nets[1], sizeof nets[1], "%s/big.net", before);

    struct train_options next = tiny_run(straight, "fit:5x:1e-3:1e-3");
    assert_true(learner_shape_read("checkers+hand:sigmoid:32-16", &next.main, NULL));
    next.data[next.datasets++] = path;
    next.seed = 8;
    train_whole(&next);
    const uint64_t random = digest_of_net(straight, "big.net");
    next.from[0] = nets[0];
    next.from[1] = nets[1];
    train_whole(&next);
    assert_true(digest_of_net(straight, "big.net") != random);
    next.out = halting;
    assert_true(train_in_bits(&next) > 2);
    assert_same_nets(straight, halting);

    next.resume = false;
    next.from[1] = path;
    assert_false(train(&next, NULL, &err));
    assert_non_null(strstr(err.text, path));
    next.from[1] = nets[0];
    assert_false(train(&next, NULL, &err));
    assert_non_null(strstr(err.text, "inputs"));
    remove_run(before);
    remove_run(straight);
    remove_run(halting);
    (void)unlink(path);
}

/* ---- stopping, and files ---- */

static void stopped_run_saves_what_it_has(void **state)
{
    (void)state;
    char *out = new_folder();
    struct error err = {""};
    atomic_bool stop = true;
    bool is_complete = true;
    struct train_options options = tiny_run(out, "small:60");
    options.stop = &stop;
    assert_true(train(&options, &is_complete, &err));
    assert_false(is_complete);
    (void)digest_of_net(out, "big.net");
    remove_run(out);
}

static void damaged_state_is_refused(void **state)
{
    (void)state;
    static const struct {
        long at;
        const char *shown;
    } cases[] = {{0, "not the state"}, {9, "byte order"}, {16, "another seed"},
                 {30, "other nets"},   {45, "damaged"},   {5000, "damaged"},
                 {60000, "damaged"}};
    char *out = new_folder();
    char path[128];
    struct train_options options = tiny_run(out, "small:.2k,exact:.2k");
    train_whole(&options);
    (void)snprintf(path, sizeof path, "%s/state", out);
    options.resume = true;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct error err = {""};
        for (int times = 0; times < 2; times++) { /* damages, then mends */
            FILE *file = fopen(path, "r+b");
            assert_non_null(file);
            (void)fseek(file, cases[i].at, SEEK_SET);
            int byte = fgetc(file);
            (void)fseek(file, cases[i].at, SEEK_SET);
            (void)fputc(byte ^ 0x40, file);
            (void)fclose(file);
            if (times == 0) {
                assert_false(train(&options, NULL, &err));
            }
        }
        if (strstr(err.text, cases[i].shown) == NULL ||
            strstr(err.text, path) == NULL) {
            fail_msg("byte %ld: %s", cases[i].at, err.text);
        }
    }
    struct error err = {""};
    assert_int_equal(truncate(path, 70000), 0);
    assert_false(train(&options, NULL, &err));
    assert_non_null(strstr(err.text, "damaged"));
    assert_int_equal(truncate(path, 3), 0);
    assert_false(train(&options, NULL, &err));
    assert_non_null(strstr(err.text, "damaged"));
    remove_run(out);
}

static void folder_that_is_not_there_is_named(void **state)
{
    (void)state;
    atomic_bool stop = true;
    struct error err = {""};
    struct train_options options = tiny_run("/nowhere", "small:1");
    options.stop = &stop;
    assert_false(train(&options, NULL, &err));
    assert_non_null(strstr(err.text, "/nowhere/small.net"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(phases_are_read_with_their_defaults),
        cmocka_unit_test(phases_name_shares_of_starts_and_passes),
        cmocka_unit_test(rate_falls_geometrically_with_what_is_done),
        cmocka_unit_test(bad_phases_are_refused_with_the_word),
        cmocka_unit_test(run_goes_through_its_phases_and_is_resumed),
        cmocka_unit_test(same_seed_gives_the_same_nets_on_any_number_of_threads),
        cmocka_unit_test(interrupted_run_comes_to_the_same_nets),
        cmocka_unit_test(killed_run_comes_to_the_same_nets),
        cmocka_unit_test(every_sample_comes_once_a_pass_in_an_order_of_its_own),
        cmocka_unit_test(stream_of_pairs_keeps_siblings_together),
        cmocka_unit_test(stream_of_pairs_without_any_is_one_of_samples),
        cmocka_unit_test(weight_of_siblings_counts_where_there_are_any),
        cmocka_unit_test(fit_with_pairs_is_resumed_to_the_same_bits),
        cmocka_unit_test(fit_from_a_dataset_is_resumed_to_the_same_bits),
        cmocka_unit_test(fit_needs_a_dataset),
        cmocka_unit_test(run_that_begins_with_nets_is_resumed_to_the_same_bits),
        cmocka_unit_test(damaged_state_is_refused),
        cmocka_unit_test(stopped_run_saves_what_it_has),
        cmocka_unit_test(folder_that_is_not_there_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
