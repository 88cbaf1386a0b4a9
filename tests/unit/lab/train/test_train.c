/* Runs of training: phases, stopping, going on to the same bits. */
#include <glob.h>
#include <sys/stat.h>

#include "arena/job/work.h"
#include "lab/train/train_internal.h"
#include "tests/unit/lab/train/train_run.h"
#include "tests/unit/test_case.h"
#include "tests/unit/test_folder.h"

static const struct start_positions_shares plain;

TEST(phases_are_read_with_their_defaults)
{
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

TEST(phases_name_shares_of_starts_and_passes)
{
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

TEST(shares_count_in_any_order)
{
    struct train_phase phases[TRAIN_PHASES_MAX];
    const struct start_positions_shares usual = {.share[START_ODD] = 0.15};
    assert_int_equal(train_phases_read("td:1k:stray=.9:odd=.1,td:1k:odd=.1:stray=.9",
                                       &usual, phases, NULL),
                     2);
    assert_int_equal(train_phases_read("td:1k:stray=.9", &usual, phases, NULL), 0);
}

TEST(rate_falls_geometrically_with_what_is_done)
{
    const struct train_phase phase = {.rate_from = 1e-2, .rate_to = 1e-4};
    assert_true(phase_rate(&phase, 0) == 1e-2);
    assert_true(fabs(phase_rate(&phase, 0.5) - 1e-3) < 1e-9);
    assert_true(fabs(phase_rate(&phase, 2.0) - 1e-4) < 1e-9);
    const struct train_phase held = {.rate_from = 1.5e-3, .rate_to = 1.5e-3};
    for (double share = 0; share < 1.0; share += 0.0625) {
        assert_true(phase_rate(&held, share) == 1.5e-3);
    }
}

TEST(bad_phases_are_refused_with_the_word)
{
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
        {"td:1k:1e-3:1e-3:3", "lambda"},
        {"td:1k:2:1e-3", "rates"},
        {"td:1k:1e-3:2", "rates"},
        {"td::1k", "\"td::1k\""},
        {"td:999999999999999M", "999M"},
        {"race:1k", "expected small|td|exact|refit|fit:AMOUNT"},
        {"td,td,td,td,td,td,td,td,td,td,td,td,td,td,td,td,td,td,td,td,td,td,td,td,td",
         "at most 24"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct train_phase phases[TRAIN_PHASES_MAX];
        struct error err = {0};
        assert_int_equal(train_phases_read(cases[i].text, &plain, phases, &err), 0);
        assert_non_null(strstr(err.text, cases[i].shown));
    }
}

TEST(run_goes_through_its_phases_and_is_resumed)
{
    char *out = new_folder();
    struct error err = {0};
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

TEST(state_that_is_a_folder_is_called_one)
{
    char *out = new_folder(), path[64];
    struct error err = {0};
    struct train_options options = tiny_run(out, "small:0");
    FORMAT_TEXT(path, "%s/state", out);
    assert_int_equal(mkdir(path, 0700), 0);
    options.resume = true;
    assert_false(train(&options, NULL, &err));
    assert_non_null(strstr(err.text, "/state: Is a directory"));
    assert_int_equal(rmdir(path), 0);
    assert_int_equal(rmdir(out), 0);
    free(out);
}

TEST(phases_that_are_done_cannot_be_changed)
{
    static const struct {
        const char *phases;
        bool is_taken;
    } rows[] = {{"small:.2k,td:.3k,exact:.1k", false},
                {"small:.2k,td:.2k:1e-3:1e-3,exact:.1k", false},
                {"small:.2k,exact:.2k,exact:.1k", false},
                {"small:.2k,td:.2k:race=.6,exact:.1k", false},
                {"small:.2k", false},
                {"small:.2k,td:.2k,exact:.2k", true},
                {"small:.2k,td:.2k,exact:.2k,exact:.1k", true}};
    char *out = new_folder();
    struct train_options options = tiny_run(out, "small:.2k,td:.2k");
    train_whole(&options);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct error err = {0};
        options = tiny_run(out, rows[i].phases);
        options.resume = true;
        assert_int_equal(train(&options, NULL, &err), rows[i].is_taken);
        assert_int_equal(strstr(err.text, "other phases") != NULL, !rows[i].is_taken);
    }
    remove_run(out);
}

/* ---- phases ---------------------------------------------------------------------- */

/* What a whole run of these phases leaves in its state. */
static void open_state(const char *phases, const char *teacher, struct train_run *run)
{
    static struct train_options options;
    struct error err = {0};
    char *out = new_folder();
    options = tiny_run(out, phases);
    options.teacher = teacher;
    train_whole(&options);
    *run = (struct train_run){.options = &options};
    run->learner[0] = learner_new(&options.pruning, net_kernel_find(NULL), 1);
    run->learner[1] = learner_new(&options.main, net_kernel_find(NULL), 1);
    assert_true(train_replay_open(&run->replay, 100000));
    assert_good(train_load(run, &err), &err);
    remove_run(out);
}

static void close_state(struct train_run *run)
{
    learner_free(run->learner[0]);
    learner_free(run->learner[1]);
    train_replay_close(&run->replay);
    free(run->pending);
}

TEST(a_phase_of_another_kind_draws_none_of_the_samples_before)
{
    struct train_run run;
    char *teacher = new_folder();
    struct train_options options = tiny_run(teacher, "small:.1k");
    train_whole(&options);
    open_state("exact:.2k,exact:.2k", NULL, &run);
    assert_int_equal(run.replay.count, run.done.labels);
    assert_true(run.done.phase_minutes == 0.0 && run.done.minutes > 0.0);
    assert_in_range(run.done.labels, 400, 1200);
    close_state(&run);
    open_state("exact:.2k,refit:.3k", teacher, &run);
    assert_in_range(run.replay.count, 300, run.done.labels - 200);
    close_state(&run);
    remove_run(teacher);
}

/* The main net learns each exact label eight times, the pruning net half as often. */
TEST(exact_labels_are_drawn_eight_times)
{
    struct train_run run;
    open_state("exact:.5k", NULL, &run);
    assert_true(run.done.trained >= 8 * run.done.labels);
    assert_true(run.done.trained <= 16 * run.done.labels);
    assert_int_equal(run.done.trained, 256 * run.done.steps[1]);
    assert_int_equal(run.done.steps[0], (run.done.steps[1] + 1) / 2);
    close_state(&run);
}

static uint64_t digest_of_run(const char *phases, const char *teacher)
{
    char *out = new_folder();
    struct train_options options = tiny_run(out, phases);
    options.teacher = teacher;
    train_whole(&options);
    uint64_t digest = digest_of_net(out, "big.net");
    remove_run(out);
    return digest;
}

TEST(what_a_phase_says_is_done)
{
    static const char *const pairs[][2] = {
        {"td:1.5k:1e-3:1e-3:.2", "td:1.5k:1e-3:1e-3:.9"},
        {"exact:.3k:1e-3:1e-3:.7:2", "exact:.3k:1e-3:1e-3:.7:9"},
        {"exact:.3k:1e-3:sibling=.9", "exact:.3k:1e-3"},
        {"td:1.5k:1e-3:1e-3", "td:1.5k:1e-3:1e-4"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        if (digest_of_run(pairs[i][0], NULL) == digest_of_run(pairs[i][1], NULL)) {
            fail_msg("%s is as %s", pairs[i][0], pairs[i][1]);
        }
    }
}

/* Each net of the teacher has its part: another one gives other samples. */
TEST(a_refit_is_taught_by_both_nets)
{
    static const char *const names[] = {"small.net", "big.net"};
    char from[128];
    char to[128];
    char *teacher = new_folder();
    char *other = new_folder();
    struct train_options options = tiny_run(teacher, "small:.3k,exact:.3k");
    train_whole(&options);
    options.out = other;
    options.seed++;
    train_whole(&options);
    uint64_t digest = digest_of_run("refit:.3k:1e-3:1e-3:.7:2", teacher);
    for (int n = 0; n < 2; n++) {
        FORMAT_TEXT(from, "%s/%s", other, names[n]);
        FORMAT_TEXT(to, "%s/%s", teacher, names[n]);
        assert_int_equal(unlink(to), 0);
        assert_int_equal(link(from, to), 0);
        const uint64_t before = digest;
        digest = digest_of_run("refit:.3k:1e-3:1e-3:.7:2", teacher);
        assert_true(digest != before);
    }
    remove_run(teacher);
    remove_run(other);
}

TEST(games_without_a_label_are_not_played_for_ever)
{
    char *out = new_folder();
    glob_t found;
    struct error err = {0};
    struct train_options options = tiny_run(out, "td:.3k:race=1:bearing-off=0");
    assert_int_equal(glob("build/weights/race-*.net", 0, NULL, &found), 0);
    struct bearoff *bearoff =
        bearoff_open("build/weights/bearoff-one-sided.db", NULL, &err);
    struct race *race = race_load(found.gl_pathv[0], bearoff, &err);
    assert_non_null(race);
    options.bearoff = bearoff;
    options.race = race;
    assert_false(train(&options, NULL, &err));
    assert_non_null(strstr(err.text, "all games begin where all is known"));
    race_free(race);
    bearoff_close(bearoff);
    globfree(&found);
    assert_int_equal(rmdir(out), 0);
    free(out);
}

/* ---- reports -------------------------------------------------------------------- */

struct noted {
    int count;
    struct train_report report[4];
    atomic_bool stop; /* set by the last report that is wanted */
};

static void note_report(void *context, const struct train_report *report)
{
    struct noted *noted = context;
    assert_in_range(noted->count, 0, 3);
    noted->report[noted->count++] = *report;
    atomic_store(&noted->stop, report->phase_number == 3);
}

/* Labels that are to come take as long as the last ones. */
TEST(the_end_of_a_phase_is_reported_with_the_time_left)
{
    char *out = new_folder();
    static struct noted noted;
    struct train_options options =
        tiny_run(out, "small:.2k,td:1.5k:1e-3:1e-4,exact:.5k,exact:7");
    const double begun = work_now();
    options.report = note_report;
    options.context = &noted;
    options.stop = &noted.stop;
    assert_true(train(&options, NULL, NULL));
    const double passed = (work_now() - begun) / 60.0;
    const double to_come[] = {2000, 500, 0};
    assert_int_equal(noted.count, 3);
    for (int i = 0; i < 3; i++) {
        const struct train_report *r = &noted.report[i];
        assert_true(r->is_phase_end && r->share == 1.0);
        assert_int_equal(r->phase_number, i + 1);
        assert_int_equal(r->phases, 4);
        assert_true(fabs(r->minutes_left - 7.0 -
                         to_come[i] / r->labels_per_second / 60.0) < 1e-9);
        assert_true(r->minutes > 0.0 && r->minutes <= passed);
        assert_true(r->loss > 0.0 && r->loss < 4.0); /* of one sample */
    }
    assert_true(fabs(noted.report[1].rate - 1e-4) < 1e-9);
    assert_true(noted.report[2].minutes > noted.report[1].minutes);
    remove_run(out);
}

/* ---- the same bits -------------------------------------------------------------- */

static const char counted[] = "small:.3k,td:.4k:1e-3:1e-4,exact:.5k:1e-3:1e-4";

TEST(same_seed_gives_the_same_nets_on_any_number_of_threads)
{
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

TEST(interrupted_run_comes_to_the_same_nets)
{
    char *straight = new_folder();
    struct train_options options = tiny_run(straight, counted);
    train_whole(&options);
    assert_resumed_to_the_same_nets(&options, straight, 8);
}

static bool has_state(const char *out)
{
    char path[128];
    FORMAT_TEXT(path, "%s/state", out);
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

TEST(killed_run_comes_to_the_same_nets)
{
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
    FORMAT_TEXT(path, "%s/state.new", killed);
    (void)unlink(path);
    remove_run(straight);
    remove_run(killed);
}

/* ---- stopping, and files -------------------------------------------------------- */

TEST(stopped_run_saves_what_it_has)
{
    char *out = new_folder();
    struct error err = {0};
    atomic_bool stop = true;
    bool is_complete = true;
    struct train_options options = tiny_run(out, "small:60");
    options.stop = &stop;
    assert_true(train(&options, &is_complete, &err));
    assert_false(is_complete);
    (void)digest_of_net(out, "big.net");
    remove_run(out);
}

/* The end of a phase brings one; the next is due 18 seconds later: none in half a second. */
TEST(checkpoints_are_minutes_apart)
{
    char *out = new_folder();
    char path[128];
    struct train_options options = tiny_run(out, "small:.2k,td:60");
    options.checkpoint_minutes = .3;
    pid_t child = fork();
    if (child == 0) {
        _exit(train(&options, NULL, NULL) ? 0 : 1);
    }
    assert_true(child > 0);
    for (int i = 0; i < 10000 && !has_state(out); i++) {
        (void)usleep(1000);
    }
    struct stat first = {0}, last = {0};
    FORMAT_TEXT(path, "%s/state", out);
    int found = stat(path, &first);
    (void)usleep(500000);
    found = found != 0 ? found : stat(path, &last);
    int status;
    (void)kill(child, SIGKILL);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(found, 0);
    assert_memory_equal(&first.st_mtim, &last.st_mtim, sizeof first.st_mtim);
    assert_true(WIFSIGNALED(status)); /* it was at work */
    remove_run(out);
}

TEST(damaged_state_is_refused)
{
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
    FORMAT_TEXT(path, "%s/state", out);
    options.resume = true;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct error err = {0};
        for (int times = 0; times < 2; times++) { /* damages, then mends */
            test_file_damage(path, cases[i].at, 0x40);
            if (times == 0) {
                assert_false(train(&options, NULL, &err));
            }
        }
        if (strstr(err.text, cases[i].shown) == NULL ||
            strstr(err.text, path) == NULL) {
            fail_msg("byte %ld: %s", cases[i].at, err.text);
        }
    }
    struct error err = {0};
    assert_int_equal(truncate(path, 70000), 0);
    assert_false(train(&options, NULL, &err));
    assert_non_null(strstr(err.text, "damaged"));
    assert_int_equal(truncate(path, 3), 0);
    assert_false(train(&options, NULL, &err));
    assert_non_null(strstr(err.text, "damaged"));
    remove_run(out);
}

TEST(folder_that_is_not_there_is_named)
{
    atomic_bool stop = true;
    struct error err = {0};
    struct train_options options = tiny_run("/nowhere", "small:1");
    options.stop = &stop;
    assert_false(train(&options, NULL, &err));
    assert_non_null(strstr(err.text, "/nowhere/small.net"));
}

TEST(buffer_keeps_the_newest)
{
    struct train_replay replay;
    struct rng rng;
    struct sample in[7];
    struct sample out[200];
    assert_true(train_replay_open(&replay, 4));
    rng_seed(&rng, 1, 1);
    memset(in, 0, sizeof in);
    for (int i = 0; i < 7; i++) {
        in[i].target[0] = (uint16_t)i;
    }
    train_replay_add(&replay, in, 7);
    train_replay_draw(&replay, &rng, out, 200);
    bool seen[7] = {false};
    for (int i = 0; i < 200; i++) {
        seen[out[i].target[0]] = true;
    }
    for (int i = 0; i < 7; i++) {
        assert_int_equal(seen[i], i >= 3);
    }
    train_replay_clear(&replay);
    assert_int_equal(replay.count, 0);
    train_replay_close(&replay);
}

TEST_MAIN(NULL, NULL)
