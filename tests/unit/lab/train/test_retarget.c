/* Labels by lookahead and rollout; self-play and labelling into datasets, resumed. */
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/board/position.h"
#include "engine/race/bearoff.h"
#include "engine/race/race.h"
#include "lab/data/dataset.h"
#include "lab/data/position_kind.h"
#include "lab/selfplay/datagen.h"
#include "lab/selfplay/retarget.h"
#include "tests/unit/lab/train/untrained_nets.h"
#include "tests/unit/test_case.h"

enum { BYTES_MAX = 1 << 20 };

/* Two untrained nets, and names of files. */
static struct bench {
    struct untrained_nets nets;
    char path[3][64];
} bench;

static int set_bench(void **state)
{
    memset(&bench, 0, sizeof bench);
    untrained_nets_open(&bench.nets);
    for (int i = 0; i < 3; i++) {
        FORMAT_TEXT(bench.path[i], "/tmp/fibsbot-bench%d-XXXXXX", i);
        int fd = mkstemp(bench.path[i]);
        assert_true(fd >= 0);
        (void)close(fd);
    }
    return 0;
}

static int clear_bench(void **state)
{
    for (int i = 0; i < 3; i++) {
        (void)unlink(bench.path[i]);
    }
    untrained_nets_close(&bench.nets);
    return 0;
}

static const struct selfplay_rules short_games = {
    .is_exact = true,
    .lambda = 0.5,
    .sibling = 0.2,
    .start_positions = {.share = {[START_RACE] = 0.6, [START_BEARING_OFF] = 0.4}},
};

static bool datagen_by(const struct selfplay_rules *rules, const char *path,
                       int threads, double minutes)
{
    struct error err = {0};
    bool is_complete = false;
    const struct datagen job = {.nets = &bench.nets.game,
                                .rules = rules,
                                .seed = 3,
                                .samples = 2500,
                                .path = path,
                                .note = "harvest",
                                .limits = {.threads = threads, .minutes = minutes}};
    assert_good(datagen_run(&job, &is_complete, &err), &err);
    return is_complete;
}

/* Self-play into a file; minutes 0: until it is whole. */
static bool datagen(const char *path, int threads, double minutes)
{
    return datagen_by(&short_games, path, threads, minutes);
}

/* What most tests leave at 1 and 0. */
struct choice {
    double share;
    unsigned only;
    unsigned without;
};

static bool retarget_by(struct choice choice, const char *to, const double *share,
                        int threads, double minutes)
{
    struct error err = {0};
    bool is_complete = false;
    int64_t samples = 0;
    struct retarget job = {.nets = &bench.nets.game,
                           .choices = 2,
                           .choice_share = choice.share,
                           .only = choice.only,
                           .without = choice.without,
                           .trials = 2,
                           .plies = 4,
                           .seed = 7,
                           .from = bench.path[0],
                           .to = to,
                           .note = "relabel",
                           .limits = {.threads = threads, .minutes = minutes}};
    memcpy(job.share, share, sizeof job.share);
    assert_good(retarget_run(&job, &samples, &is_complete, &err), &err);
    struct dataset *made = dataset_open(to, &err);
    assert_non_null(made);
    assert_int_equal(samples, dataset_info(made)->count);
    dataset_close(made);
    return is_complete;
}

static bool retarget(const char *to, const double *share, int threads, double minutes)
{
    return retarget_by((struct choice){.share = 1.0}, to, share, threads, minutes);
}

static void assert_same_files(const char *one, const char *other)
{
    static unsigned char bytes[2][BYTES_MAX];
    size_t size[2];
    const char *const paths[2] = {one, other};
    for (int i = 0; i < 2; i++) {
        FILE *file = fopen(paths[i], "rb");
        assert_non_null(file);
        size[i] = fread(bytes[i], 1, BYTES_MAX, file);
        (void)fclose(file);
        assert_true(size[i] > 1000 && size[i] < BYTES_MAX);
    }
    assert_int_equal(size[0], size[1]);
    assert_memory_equal(bytes[0], bytes[1], size[0]);
}

TEST_WITH(datagen_has_the_same_bytes_after_stops_and_on_any_threads, set_bench,
          clear_bench)
{
    int parts = 1;
    assert_true(datagen(bench.path[0], 1, 0));
    while (!datagen(bench.path[1], 1, 1e-9)) {
        parts++;
    }
    assert_true(parts >= 2);
    assert_same_files(bench.path[0], bench.path[1]);
    assert_true(datagen(bench.path[2], 3, 0));
    assert_same_files(bench.path[0], bench.path[2]);
}

/* With the race net a race has nothing to learn from. Where all games are races, it ends; where
 * nearly all are, blocks have samples, and the file can be read. */
TEST_WITH(games_without_samples_make_no_block, set_bench, clear_bench)
{
    struct selfplay_rules rules = {.start_positions.share[START_RACE] = 1.0};
    glob_t found;
    struct error err = {0};
    bool is_complete = false;
    assert_int_equal(glob("build/weights/race-*.net", 0, NULL, &found), 0);
    struct bearoff *bearoff = bearoff_open("build/weights/bearoff-one-sided.db",
                                           "build/weights/bearoff-two-sided.db", &err);
    struct race *race = race_load(found.gl_pathv[0], bearoff, &err);
    assert_non_null(race);
    struct pruned_nets nets = bench.nets.game;
    nets.bearoff = bearoff;
    nets.race = race;
    struct datagen job = {.nets = &nets,
                          .rules = &rules,
                          .seed = 3,
                          .samples = 40,
                          .path = bench.path[0],
                          .note = "harvest",
                          .limits = {.threads = 1}};
    assert_false(datagen_run(&job, &is_complete, &err));
    assert_non_null(strstr(err.text, "6400 games in a row"));
    rules.start_positions.share[START_RACE] = 0.99;
    rules.is_exact = true;
    assert_true(datagen_run(&job, &is_complete, &err));
    struct dataset *made = dataset_open(bench.path[0], &err);
    assert_non_null(made);
    const struct dataset_info *info = dataset_info(made);
    assert_true(info->count >= 40 && info->blocks > 0);
    assert_true(info->block[info->blocks - 1].mark > 64 * (uint64_t)info->blocks);
    dataset_close(made);
    race_free(race);
    bearoff_close(bearoff);
    globfree(&found);
}

TEST_WITH(retargeting_has_the_same_bytes_after_stops_and_on_any_threads, set_bench,
          clear_bench)
{
    const double share[RETARGET_KINDS] = {
        [RETARGET_EXACT] = 0.3, [RETARGET_DEEP] = 0.01, [RETARGET_ROLLOUT] = 0.01};
    assert_true(datagen(bench.path[0], 1, 0));
    assert_true(retarget(bench.path[1], share, 1, 0));
    int parts = 1;
    while (!retarget(bench.path[2], share, 3, 1e-9)) {
        parts++;
    }
    assert_true(parts >= 2);
    assert_same_files(bench.path[1], bench.path[2]);
}

/* Reads all samples of a file; returns their number. */
static int read_all(const char *path, struct sample *samples, int most)
{
    struct error err = {0};
    struct dataset *dataset = dataset_open(path, &err);
    int count = 0;
    assert_non_null(dataset);
    for (int b = 0; b < dataset_info(dataset)->blocks; b++) {
        assert_true(count + (int)dataset_info(dataset)->block[b].count <= most);
        assert_true(dataset_read(dataset, b, samples + count, &err));
        count += (int)dataset_info(dataset)->block[b].count;
    }
    dataset_close(dataset);
    return count;
}

/* Half of the positions have the mean of rollouts, the others keep their labels. */
TEST_WITH(every_position_has_a_label_of_the_same_size, set_bench, clear_bench)
{
    enum { MOST = 8192 };
    static struct sample before[MOST], after[MOST];
    const double share[RETARGET_KINDS] = {
        [RETARGET_KEPT] = 0.5, [RETARGET_ROLLOUT] = 0.5};
    double win[2] = {0, 0};
    assert_true(datagen(bench.path[0], 1, 0));
    assert_true(retarget(bench.path[1], share, 2, 0));
    int count = read_all(bench.path[0], before, MOST);
    assert_int_equal(read_all(bench.path[1], after, MOST), count);
    for (int i = 0; i < count; i++) {
        win[0] += (double)sample_target(&before[i]).win / count;
        win[1] += (double)sample_target(&after[i]).win / count;
    }
    assert_true(fabs(win[1] - win[0]) < 0.03);
}

static bool is_same_position(const struct sample *a, const struct sample *b)
{
    struct position pos[2];
    sample_position(a, &pos[0]);
    sample_position(b, &pos[1]);
    return position_equal(&pos[0], &pos[1]);
}

/* Some positions get a label: of two siblings both or none. Only where a slice of 1024
 * positions ends may a sibling be alone. */
TEST_WITH(labels_of_another_source_are_not_gone_on_with, set_bench, clear_bench)
{
    static const double kept[RETARGET_KINDS] = {[RETARGET_KEPT] = 1.0};
    struct selfplay_rules others = short_games;
    struct error err = {0};
    bool is_complete = false;
    int64_t samples = 0;
    others.start_positions.share[START_RACE] = 0.3;
    assert_true(datagen(bench.path[0], 1, 0));
    assert_true(datagen_by(&others, bench.path[2], 1, 0));
    assert_true(retarget(bench.path[1], kept, 1, 0));
    assert_true(retarget(bench.path[1], kept, 1, 0));
    const struct retarget job = {.nets = &bench.nets.game,
                                 .share = {[RETARGET_KEPT] = 1.0},
                                 .seed = 7,
                                 .from = bench.path[2],
                                 .to = bench.path[1],
                                 .note = "relabel",
                                 .limits = {.threads = 1}};
    assert_false(retarget_run(&job, &samples, &is_complete, &err));
    assert_non_null(strstr(err.text, ": not made of the positions of "));
}

TEST_WITH(siblings_are_labelled_together_and_stay_marked, set_bench, clear_bench)
{
    enum { MOST = 16384, SLICE = 1024 };
    static struct sample old[MOST];
    static struct sample new[MOST];
    const double share[RETARGET_KINDS] = {
        [RETARGET_EXACT] = 0.5, [RETARGET_DEEP] = 0.01, [RETARGET_ROLLOUT] = 0.01};
    struct selfplay_rules rules = short_games;
    rules.in_pairs = true;
    rules.sibling = 0.5;
    assert_true(datagen_by(&rules, bench.path[0], 1, 0));
    assert_true(retarget(bench.path[1], share, 2, 0));
    const int olds = read_all(bench.path[0], old, MOST);
    const int news = read_all(bench.path[1], new, MOST);
    int pairs = 0;
    int alone = 0;
    int left_out = 0;
    bool was_taken = false;
    int n = 0;
    for (int i = 0; i < olds; i++) {
        const bool is_taken = n < news && is_same_position(&old[i], &new[n]);
        const bool was_sibling = sample_is_sibling(&old[i]);
        const bool is_sibling = is_taken && sample_is_sibling(&new[n]);
        assert_true(!is_sibling || (was_sibling && was_taken));
        pairs += is_sibling;
        left_out += was_sibling && !is_taken && !was_taken;
        alone += was_sibling && (is_taken != was_taken || is_sibling != is_taken);
        n += is_taken;
        was_taken = is_taken;
    }
    assert_int_equal(n, news);
    assert_true(pairs > 50 && left_out > 50);
    assert_true(alone <= olds / SLICE);
}

static struct outputs exact_value(const struct pruned_evaluated_play *reply)
{
    struct pruned_play pruned_play[ROLLS];
    return reply->is_known ? reply->outputs
                           : selfplay_look_ahead(bench.nets.scratch, &bench.nets.game,
                                                 &reply->after, pruned_play);
}

/* What `share` of one kind gives for the first samples, against a plain computation. */
static void check_labels(enum retarget_kind kind, int count,
                         double (*want)(const struct position *after))
{
    double share[RETARGET_KINDS] = {0};
    struct error err;
    static struct sample sample[DATASET_BLOCK_MAX];
    share[kind] = 1.0;
    assert_true(datagen(bench.path[0], 1, 0));
    /* one slice is enough */
    (void)retarget(bench.path[1], share, 1, 1e-9);
    struct dataset *dataset = dataset_open(bench.path[1], &err);
    assert_non_null(dataset);
    assert_true(dataset_info(dataset)->blocks > 0);
    assert_true(dataset_read(dataset, 0, sample, &err));
    for (int i = 0; i < count; i++) {
        struct position after;
        sample_position(&sample[i], &after);
        double found = (double)sample_target(&sample[i]).win;
        assert_true(fabs(found - want(&after)) < 2e-5);
    }
    dataset_close(dataset);
}

static double want_exact(const struct position *after)
{
    struct pruned_play pruned_play[ROLLS];
    return (double)selfplay_look_ahead(bench.nets.scratch, &bench.nets.game, after,
                                       pruned_play)
        .win;
}

/* The better of two replies to each roll by its own 21 rolls (choices is 2). */
static double want_deep(const struct position *after)
{
    struct pruned_play pruned_play[ROLLS];
    struct position on_roll = position_swap(after);
    double win = 0;
    pruned_play_find(bench.nets.scratch, &bench.nets.game, &on_roll, roll_all, ROLLS,
                     pruned_play);
    for (int r = 0; r < ROLLS; r++) {
        struct outputs best = exact_value(&pruned_play[r].play[0]);
        if (pruned_play[r].count > 1) {
            struct outputs second = exact_value(&pruned_play[r].play[1]);
            if (equity_cubeless(second) > equity_cubeless(best)) {
                best = second;
            }
        }
        win += roll_all[r].ways / 36.0 * (1.0 - (double)best.win);
    }
    return win;
}

TEST_WITH(exact_labels_are_expectations_over_the_rolls, set_bench, clear_bench)
{
    check_labels(RETARGET_EXACT, 200, want_exact);
}

TEST_WITH(deep_labels_value_replies_by_their_own_rolls, set_bench, clear_bench)
{
    check_labels(RETARGET_DEEP, 12, want_deep);
}

/* Each label of a quarter is that of one choice or that of two. */
TEST_WITH(choices_are_compared_for_their_share_of_the_positions, set_bench, clear_bench)
{
    enum { COUNT = 60, MOST = 16384 };
    static struct sample label[3][MOST];
    static const double choice_share[3] = {0, 0.25, 1};
    static const double share[RETARGET_KINDS] = {[RETARGET_DEEP] = 0.05};
    int few = 0;
    int many = 0;
    assert_true(datagen(bench.path[0], 1, 0));
    for (int i = 0; i < 3; i++) {
        (void)unlink(bench.path[1]);
        assert_true(retarget_by((struct choice){.share = choice_share[i]},
                                bench.path[1], share, 1, 0));
        assert_true(read_all(bench.path[1], label[i], MOST) >= COUNT);
    }
    for (int i = 0; i < COUNT; i++) {
        const bool is_few = memcmp(&label[1][i], &label[0][i], sizeof label[0][0]) == 0;
        const bool is_many =
            memcmp(&label[1][i], &label[2][i], sizeof label[0][0]) == 0;
        assert_true(is_few || is_many);
        few += is_few && !is_many;
        many += is_many && !is_few;
    }
    assert_true(many >= 3 && few > many);
}

/* Kept targets, of the positions of a class and of all others: together they are the
 * dataset. */
TEST_WITH(positions_of_a_class_are_parted_from_the_others, set_bench, clear_bench)
{
    enum { MOST = 16384 };
    static struct sample all[MOST];
    static struct sample part[2][MOST];
    static const double kept[RETARGET_KINDS] = {[RETARGET_KEPT] = 1};
    const struct choice of_class = {.share = 1, .only = POSITION_KIND_BAR};
    const struct choice others = {.share = 1, .without = POSITION_KIND_BAR};
    assert_true(datagen(bench.path[0], 1, 0));
    assert_true(retarget_by(of_class, bench.path[1], kept, 1, 0));
    assert_true(retarget_by(others, bench.path[2], kept, 1, 0));
    const int count = read_all(bench.path[0], all, MOST);
    const int parts[2] = {read_all(bench.path[1], part[0], MOST),
                          read_all(bench.path[2], part[1], MOST)};
    int next[2] = {0, 0};
    assert_true(parts[0] > 60 && parts[1] > 60);
    for (int i = 0; i < count; i++) {
        struct position pos;
        sample_position(&all[i], &pos);
        if (position_game_result(&pos) == 0) {
            const int at = position_kind_is(&pos, POSITION_KIND_BAR) ? 0 : 1;
            assert_memory_equal(&all[i], &part[at][next[at]++], sizeof all[0]);
        }
    }
    assert_int_equal(next[0], parts[0]);
    assert_int_equal(next[1], parts[1]);
}

/* Averaged over all rolls, a trial of two plies is the deep value of the best replies:
 * luck is taken off without bias. */
static void check_trials(struct position after, int choices)
{
    enum { TRIALS = 1000 };
    struct pruned_play pruned_play[ROLLS];
    struct rng rng;
    double sum = 0;
    double squares = 0;
    double deep = 0;
    (void)selfplay_look_ahead(bench.nets.scratch, &bench.nets.game, &after,
                              pruned_play);
    for (int r = 0; r < ROLLS; r++) {
        struct outputs best = exact_value(&pruned_play[r].play[0]);
        for (int i = 1; i < pruned_play[r].count && i < choices; i++) {
            struct outputs other = exact_value(&pruned_play[r].play[i]);
            best = equity_cubeless(other) > equity_cubeless(best) ? other : best;
        }
        deep += roll_all[r].ways / 36.0 * (1.0 - (double)best.win);
    }
    rng_seed(&rng, 11, 0);
    for (int i = 0; i < TRIALS; i++) {
        struct outputs trial = selfplay_trial(bench.nets.scratch, &bench.nets.game,
                                              &after, 2, choices, &rng);
        sum += (double)trial.win;
        squares += (double)trial.win * (double)trial.win;
    }
    double n = TRIALS;
    double error = sqrt((squares / n - sum / n * sum / n) / n);
    assert_true(fabs(sum / n - deep) < 4.0 * error + 1e-6);
    assert_true(error < 0.005);
}

TEST_WITH(trials_are_without_bias, set_bench, clear_bench)
{
    struct position after;
    memset(&after, 0, sizeof after);
    after.mine.at[5] = 5;
    after.mine.at[2] = 6;
    after.mine.at[POINT_OFF] = 4;
    after.theirs.at[20] = 2;
    after.theirs.at[4] = 9;
    after.theirs.at[POINT_OFF] = 4;
    check_trials(after, 1);
    check_trials(after, 3);
}

TEST_WITH(trial_of_one_ply_is_the_exact_target, set_bench, clear_bench)
{
    struct position start;
    struct rng rng;
    rng_seed(&rng, 1, 0);
    position_start(&start);
    struct outputs trial =
        selfplay_trial(bench.nets.scratch, &bench.nets.game, &start, 1, 1, &rng);
    assert_true(fabs((double)trial.win - want_exact(&start)) < 1e-7);
}

TEST_MAIN(NULL, NULL)
