/* Training from a dataset: the order of samples, siblings, going on. */
#include <glob.h>

#include "base/digest.h"
#include "engine/race/race.h"
#include "tests/unit/lab/train/train_run.h"
#include "tests/unit/test_case.h"

/* Blocks of 100 samples of that chance to win; every third one is marked as a sibling if
 * `has_siblings`. */
static void fill_dataset_of(const char *path, int blocks, bool has_siblings, float win)
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
            sample[i] = sample_of(&pos, (struct outputs){.win = win});
            sample[i].target[4] = (uint16_t)(b * 100 + i); /* its number */
            sample_set_sibling(&sample[i],
                               has_siblings && sample[i].target[4] % 3 == 0);
        }
        assert_true(dataset_write(writer, sample, 100, 0, NULL));
    }
    assert_true(dataset_writer_close(writer, NULL));
}

static void fill_dataset_with(const char *path, int blocks, bool has_siblings)
{
    fill_dataset_of(path, blocks, has_siblings, 0.5F);
}

static void fill_dataset(const char *path, int blocks)
{
    fill_dataset_with(path, blocks, false);
}

/* The samples of one dataset in the order of seed 5, in pairs or one by one. */
static struct dataset_stream *open_stream(const char *path, bool has_pairs)
{
    struct dataset_stream *stream =
        dataset_stream_open(&path, 1, 250, has_pairs, 5, NULL);
    assert_non_null(stream);
    return stream;
}

TEST(every_sample_comes_once_a_pass_in_an_order_of_its_own)
{
    enum { COUNT = 700 };
    char path[] = "/tmp/fibsbot-stream-XXXXXX";
    struct sample drawn[2][COUNT];
    (void)close(mkstemp(path));
    fill_dataset(path, COUNT / 100);
    struct dataset_stream *stream = open_stream(path, false);
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
    stream = open_stream(path, false);
    assert_true(dataset_stream_skip(stream, COUNT + 123, NULL));
    assert_true(dataset_stream_draw(stream, drawn[0], 200, NULL));
    assert_memory_equal(drawn[0], &drawn[1][123], 200 * sizeof(struct sample));
    dataset_stream_close(stream);
    (void)unlink(path);
}

/* Numbers divisible by 3 are siblings of the number before; those that begin a block,
 * as 0 and 300 do, have lost it. */
TEST(stream_of_pairs_keeps_siblings_together)
{
    enum { COUNT = 700 };
    char path[] = "/tmp/fibsbot-stream-XXXXXX";
    struct sample drawn[COUNT];
    struct sample again[COUNT];
    int pairs = 0;
    bool seen[COUNT] = {false};
    (void)close(mkstemp(path));
    fill_dataset_with(path, COUNT / 100, true);
    struct dataset_stream *stream = open_stream(path, true);
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
    stream = open_stream(path, true);
    assert_true(dataset_stream_skip(stream, 123, NULL));
    for (int i = 123; i < COUNT; i += 7) {
        assert_true(dataset_stream_draw(stream, &again[i],
                                        (size_t)(COUNT - i < 7 ? COUNT - i : 7), NULL));
    }
    assert_memory_equal(&again[123], &drawn[123], (COUNT - 123) * sizeof drawn[0]);
    dataset_stream_close(stream);
    (void)unlink(path);
}

TEST(stream_of_pairs_without_any_is_one_of_samples)
{
    enum { COUNT = 700 };
    char path[] = "/tmp/fibsbot-stream-XXXXXX";
    struct sample drawn[2][COUNT];
    (void)close(mkstemp(path));
    fill_dataset(path, COUNT / 100);
    for (int i = 0; i < 2; i++) {
        struct dataset_stream *stream = open_stream(path, i == 1);
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

TEST(weight_of_siblings_counts_where_there_are_any)
{
    const uint64_t usual = fit_with_siblings(0, false);
    assert_true(fit_with_siblings(1, false) == usual);
    assert_true(fit_with_siblings(0, true) == usual);
    assert_true(fit_with_siblings(1, true) != usual);
}

static void note_last_report(void *context, const struct train_report *report)
{
    *(struct train_report *)context = *report;
}

/* What a fit learns in a second says nothing of how fast positions get labels. */
TEST(time_left_is_of_work_of_the_same_kind)
{
    static const struct {
        const char *phases;
        bool is_whole; /* no time is left, else unknown */
    } rows[] = {{"fit:2x", true}, {"fit:1k", true}, {"fit:2x,td:1k", false}};
    char path[] = "/tmp/fibsbot-fit-XXXXXX";
    (void)close(mkstemp(path));
    fill_dataset_with(path, 20, false);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *out = new_folder();
        struct train_report last = {.minutes_left = 9};
        struct train_options options = tiny_run(out, rows[i].phases);
        options.data[options.datasets++] = path;
        options.minutes = 1e-9;
        options.report = note_last_report;
        options.context = &last;
        assert_true(train(&options, NULL, NULL));
        assert_true(last.is_phase_end && last.share == 1.0);
        assert_true(rows[i].is_whole ? last.minutes_left == 0 : last.minutes_left < 0);
        remove_run(out);
    }
    (void)unlink(path);
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

TEST(fit_with_pairs_is_resumed_to_the_same_bits)
{
    assert_fit_is_resumed(true, 0.7);
}

TEST(fit_from_a_dataset_is_resumed_to_the_same_bits)
{
    assert_fit_is_resumed(false, 0.0);
}

TEST(fit_needs_a_dataset)
{
    struct error err = {0};
    struct train_options options = tiny_run("/nowhere", "fit:5x:1e-2:1e-3");
    assert_false(train(&options, NULL, &err));
    assert_non_null(strstr(err.text, "needs datasets"));
}

/* The run before gives both nets; the big one goes into a wider one. */
TEST(run_that_begins_with_nets_is_resumed_to_the_same_bits)
{
    char path[] = "/tmp/fibsbot-fit-XXXXXX";
    char nets[2][128];
    char *before = new_folder();
    char *straight = new_folder();
    char *halting = new_folder();
    struct error err = {0};
    (void)close(mkstemp(path));
    fill_dataset(path, 100);
    struct train_options options = tiny_run(before, "fit:1x:1e-2:1e-2");
    options.data[options.datasets++] = path;
    train_whole(&options);
    FORMAT_TEXT(nets[0], "%s/small.net", before);
    FORMAT_TEXT(nets[1], "%s/big.net", before);

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

/* Returns the mean chance to win that a run's main net gives some positions. */
static float mean_win(const char *out)
{
    char path[128];
    struct rng rng;
    float sum = 0;
    FORMAT_TEXT(path, "%s/big.net", out);
    struct net *net = net_load(path, NULL);
    struct net_scratch *scratch = net_scratch_new((const struct net *const[]){net}, 1);
    rng_seed(&rng, 6, 0);
    for (int i = 0; i < 100; i++) {
        struct position pos;
        struct outputs outputs;
        start_positions_make(START_ODD, NULL, &rng, &pos);
        net_evaluate(net, net_kernel_find(NULL), scratch, &pos, 1, &outputs);
        sum += outputs.win;
    }
    net_scratch_free(scratch);
    net_free(net);
    return sum / 100;
}

/* The labels say .2 and .9: whom a fit copies, it believes. */
TEST(fit_learns_the_outputs_of_the_net_that_it_copies)
{
    char path[2][32] = {"/tmp/fibsbot-fit-XXXXXX", "/tmp/fibsbot-fit-XXXXXX"};
    char *out[2] = {new_folder(), new_folder()};
    char net[128];
    struct error err = {0};
    struct train_options options[2];
    for (int i = 0; i < 2; i++) {
        (void)close(mkstemp(path[i]));
        fill_dataset_of(path[i], 50, false, i == 0 ? 0.2F : 0.9F);
        options[i] = tiny_run(out[i], "fit:10x:1e-2:1e-3");
        options[i].data[options[i].datasets++] = path[i];
        train_whole(&options[i]);
    }
    assert_true(mean_win(out[0]) < 0.3F && mean_win(out[1]) > 0.8F);
    FORMAT_TEXT(net, "%s/big.net", out[0]);
    options[1].copied = net;
    train_whole(&options[1]);
    assert_true(mean_win(out[1]) < 0.3F);
    options[1].copied = path[0];
    assert_false(train(&options[1], NULL, &err));
    assert_non_null(strstr(err.text, path[0]));
    for (int i = 0; i < 2; i++) {
        remove_run(out[i]);
        (void)unlink(path[i]);
    }
}

TEST(fit_on_any_number_of_threads_gives_the_same_nets)
{
    char path[] = "/tmp/fibsbot-fit-XXXXXX";
    char *out[2] = {new_folder(), new_folder()};
    (void)close(mkstemp(path));
    fill_dataset_with(path, 20, true);
    for (int i = 0; i < 2; i++) {
        struct train_options options = tiny_run(out[i], "fit:3x:1e-2:1e-3");
        options.data[options.datasets++] = path;
        options.sibling_weight = 1.0;
        options.in_bytes = true;
        options.threads = i == 0 ? 1 : 3;
        train_whole(&options);
    }
    assert_same_nets(out[0], out[1]);
    remove_run(out[0]);
    remove_run(out[1]);
    (void)unlink(path);
}

/* ---- what a run has learnt from -------------------------------------------------- */

/* Datasets, runs, and nets of endings to learn from, and a run that has learnt from the first. */
static struct {
    char data[2][32];
    char *teacher[2];
    struct bearoff *bearoff;
    struct race *race;
    char *out;
    char state[64];
    char net[64];
} lesson;

static struct train_options lesson_options(const char *phases)
{
    struct train_options options = tiny_run(lesson.out, phases);
    options.data[options.datasets++] = lesson.data[0];
    options.teacher = lesson.teacher[0];
    options.resume = access(lesson.state, F_OK) == 0;
    return options;
}

static int begin_lesson(void **state)
{
    glob_t found;
    (void)state;
    for (int i = 0; i < 2; i++) {
        FORMAT_TEXT(lesson.data[i], "/tmp/fibsbot-fit-XXXXXX");
        (void)close(mkstemp(lesson.data[i]));
        fill_dataset_of(lesson.data[i], 3, false, i == 0 ? 0.2F : 0.9F);
        lesson.teacher[i] = new_folder();
        struct train_options options = tiny_run(lesson.teacher[i], "small:.1k");
        options.seed += (uint64_t)i;
        train_whole(&options);
    }
    assert_int_equal(glob("build/weights/race-*.net", 0, NULL, &found), 0);
    lesson.bearoff = bearoff_open("build/weights/bearoff-one-sided.db", NULL, NULL);
    lesson.race = race_load(found.gl_pathv[0], lesson.bearoff, NULL);
    globfree(&found);
    lesson.out = new_folder();
    FORMAT_TEXT(lesson.state, "%s/state", lesson.out);
    FORMAT_TEXT(lesson.net, "%s/big.net", lesson.teacher[0]);
    struct train_options options = lesson_options("fit:1k,refit:.1k");
    train_whole(&options);
    return 0;
}

static int end_lesson(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        (void)unlink(lesson.data[i]);
        remove_run(lesson.teacher[i]);
    }
    race_free(lesson.race);
    bearoff_close(lesson.bearoff);
    remove_run(lesson.out);
    return 0;
}

#define LESSON(claim) TEST_WITH(claim, begin_lesson, end_lesson)

static void change_option(struct train_options *options, const char *option)
{
    if (strcmp(option, "--data") == 0) {
        options->data[0] = lesson.data[1];
    } else if (strcmp(option, "--teacher") == 0) {
        options->teacher = lesson.teacher[1];
    } else if (strcmp(option, "--bearoff") == 0) {
        options->bearoff = lesson.bearoff;
    } else if (strcmp(option, "--race") == 0) {
        options->race = lesson.race;
    } else if (strcmp(option, "--sibling-weight") == 0) {
        options->sibling_weight = 0.5;
    } else if (strcmp(option, "--copy") == 0) {
        options->copied = lesson.net;
    } else {
        options->in_bytes = true;
    }
}

static void assert_gone_on_with(const char *option, const char *phases, bool is_taken)
{
    char want[128];
    struct error err = {0};
    struct train_options options = lesson_options(phases);
    change_option(&options, option);
    FORMAT_TEXT(want, "%s: %s is not that of the run so far", lesson.state, option);
    const bool is_trained = train(&options, NULL, &err);
    if (is_trained != is_taken || (!is_taken && strcmp(err.text, want) != 0)) {
        fail_msg("%s: %s", option, err.text);
    }
}

LESSON(a_run_does_not_go_on_with_other_things_to_learn_from)
{
    static const char *const names[] = {"--data",    "--teacher", "--bearoff",
                                        "--race",    "--copy",    "--sibling-weight",
                                        "--in-bytes"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        assert_gone_on_with(names[i], "fit:1k,refit:.1k,fit:1k,refit:.1k", false);
    }
    struct train_options options = lesson_options("fit:1k,refit:.1k,fit:1k,refit:.1k");
    train_whole(&options);
    fill_dataset(lesson.data[0], 1); /* it goes on growing */
    assert_gone_on_with("--data", "fit:1k,refit:.1k,fit:1k,refit:.1k,fit:1k", false);
}

LESSON(a_run_goes_on_without_what_it_no_longer_learns_from)
{
    assert_int_equal(unlink(lesson.data[0]), 0);
    assert_gone_on_with("--sibling-weight", "fit:1k,refit:.1k,exact:.1k", true);
    assert_gone_on_with("--teacher", "fit:1k,refit:.1k,exact:.1k,exact:.1k", true);
    assert_gone_on_with("--bearoff", "fit:1k,refit:.1k,exact:.1k,exact:.1k,exact:.1k",
                        false);
}

LESSON(what_has_not_begun_may_be_learnt_from_other_things)
{
    char *whole = lesson.out;
    lesson.out = new_folder();
    struct train_options options = tiny_run(lesson.out, "exact:.1k,fit:1k");
    options.data[options.datasets++] = lesson.data[0];
    options.minutes = 1e-9;
    assert_true(train(&options, NULL, NULL));
    options.minutes = 0;
    options.resume = true;
    options.data[0] = lesson.data[1];
    options.sibling_weight = 1;
    train_whole(&options);
    remove_run(lesson.out);
    lesson.out = whole;
}

/* Cuts the digests of the options out of the state, as versions before had none. */
static void cut_out_digests(void)
{
    enum { DIGESTS = 7 * 8, MOST = 1 << 20 };
    static unsigned char bytes[MOST];
    FILE *file = fopen(lesson.state, "r+b");
    assert_non_null(file);
    const size_t length = fread(bytes, 1, MOST, file) - DIGESTS;
    const uint64_t digest = digest_bytes(digest_start(), bytes, length - 8);
    memcpy(bytes + length - 8, &digest, sizeof digest);
    rewind(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fflush(file), 0);
    assert_int_equal(ftruncate(fileno(file), (off_t)length), 0);
    (void)fclose(file);
}

LESSON(a_state_of_former_versions_is_gone_on_with)
{
    cut_out_digests();
    assert_gone_on_with("--data", "fit:1k,refit:.1k,fit:1k", true);
    const struct train_options options =
        lesson_options("fit:1k,refit:.1k,fit:1k,fit:1k");
    assert_false(train(&options, NULL, NULL)); /* from now on it is kept */
}

TEST_MAIN(NULL, NULL)
