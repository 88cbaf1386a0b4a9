/* How the race net is made: the exact table, labels, gradients, whole runs, the file.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/net/net.h"
#include "engine/net/weights_file.h"
#include "engine/race/bearoff.h"
#include "engine/race/race_internal.h"
#include "lab/race/race_internal.h"
#include "lab/race/race_label.h"
#include "lab/race/race_train.h"
#include "tests/unit/assert_near.h"
#include "tests/unit/test_case.h"
#include "tests/unit/test_folder.h"

static struct bearoff *bo;
static struct race_basis *basis;
static struct race_table *table; /* of 7 points */

static int open_all(void **state)
{
    struct error err = {0};
    bo = bearoff_open("build/weights/" BEAROFF_ONE_SIDED_NAME, NULL, &err);
    basis = race_basis_new(bo);
    table = race_table_make(7, NULL, &err);
    return bo == NULL || basis == NULL || table == NULL;
}

static int close_all(void **state)
{
    race_table_free(table);
    race_basis_free(basis);
    bearoff_close(bo);
    return 0;
}

/* ---- the table ---- */

TEST(table_numbers_every_arrangement_once)
{
    assert_int_equal(race_table_count(table), 170544); /* binomial(22, 7) */
    assert_int_equal(race_table_points(table), 7);
    struct side before = {{0}};
    for (size_t n = 0; n < race_table_count(table); n++) {
        struct side side = race_table_side(table, n);
        int checkers = 0;
        for (int p = 0; p <= 7; p++) {
            checkers += side.at[p];
        }
        assert_int_equal(checkers, CHECKERS);
        assert_memory_not_equal(&side, &before, sizeof side);
        before = side;
    }
}

static double mean_of(const float chance[BEAROFF_ROLLS])
{
    double mean = 0.0;
    for (int k = 0; k < BEAROFF_ROLLS; k++) {
        mean += k * (double)chance[k];
    }
    return mean;
}

/* Made by other code: the two agree wherever both reach. */
TEST(table_agrees_with_the_database_at_home)
{
    int compared = 0;
    for (size_t n = 1; n < race_table_count(table); n += 7) {
        struct side side = race_table_side(table, n);
        float chance[BEAROFF_ROLLS];
        if (side.at[7] > 0) {
            continue;
        }
        assert_true(bearoff_distribution(bo, &side, chance));
        assert_near((double)race_table_mean(table, &side, RACE_OFF), mean_of(chance),
                    1e-4);
        assert_true(bearoff_first_distribution(bo, &side, chance));
        assert_near((double)race_table_mean(table, &side, RACE_FIRST), mean_of(chance),
                    1e-4);
        compared++;
    }
    assert_true(compared > 5000);
}

static bool stop_at_once(void *context, double done)
{
    ++*(int *)context;
    return false;
}

TEST(a_stopped_table_leaves_its_reason)
{
    int calls = 0;
    struct error err = {0};
    const struct race_job job = {stop_at_once, &calls};
    assert_null(race_table_make(8, &job, &err));
    assert_string_equal(err.text, "race table of 8 points: stopped");
    assert_int_equal(calls, 1);
}

/* ---- labels ---- */

/* Looking at the rolls of a side in the table gives what the table has. */
TEST(labels_of_known_sides_are_exact)
{
    static struct race_labeller labeller;
    labeller = (struct race_labeller){.table = table, .kernel = net_kernel_find(NULL)};
    struct rng rng;
    rng_seed(&rng, 8, 0);
    for (int n = 0; n < 50; n++) {
        struct race_sample sample;
        struct race_rolls want;
        struct side side;
        do {
            race_random_side(&rng, 7, &side);
        } while (side.at[7] == 0);
        race_label(&labeller, &side, &sample);
        for (int goal = 0; goal < RACE_GOALS; goal++) {
            if (goal == RACE_FIRST && side.at[POINT_OFF] > 0) {
                assert_int_equal(sample.rolls[goal].count, 0);
                continue;
            }
            race_table_rolls(table, &side, (enum race_goal)goal, &want);
            assert_near(race_rolls_mean(&sample.rolls[goal]), race_rolls_mean(&want),
                        2e-4);
        }
    }
}

/* ---- learning ---- */

static void fill_samples(struct race_sample *samples, int count)
{
    struct rng rng;
    rng_seed(&rng, 4, 0);
    for (int i = 0; i < count; i++) {
        race_random_side(&rng, 7, &samples[i].side);
        for (int goal = 0; goal < RACE_GOALS; goal++) {
            race_table_rolls(table, &samples[i].side, (enum race_goal)goal,
                             &samples[i].rolls[goal]);
        }
    }
}

TEST(gradients_are_finite_differences)
{
    enum { SAMPLES = 8, STRIDE = 1009 };
    static struct race_sample samples[SAMPLES];
    struct race_learner *learner =
        race_learner_new(16, 16, basis, net_kernel_find(NULL), 7);
    assert_non_null(learner);
    fill_samples(samples, SAMPLES);
    /* some steps, so that no number is near zero */
    for (int n = 0; n < 30; n++) {
        (void)race_learner_step(learner, samples, SAMPLES, 0.02, 0.0);
    }
    struct race_weights *w = race_learner_weights(learner);
    const float *gradient;
    float *kept = malloc(w->count * sizeof *kept);
    assert_non_null(kept);
    (void)race_learner_gradient(learner, samples, SAMPLES, &gradient);
    memcpy(kept, gradient, w->count * sizeof *kept);
    int moved = 0;
    for (size_t i = 0; i < w->count; i += i < w->count - 600 ? STRIDE : 7) {
        const float number = w->numbers[i];
        const float step = 2e-3F;
        w->numbers[i] = number + step;
        double high = race_learner_gradient(learner, samples, SAMPLES, NULL);
        w->numbers[i] = number - step;
        double low = race_learner_gradient(learner, samples, SAMPLES, NULL);
        w->numbers[i] = number;
        assert_near((double)kept[i], (high - low) / (2.0 * (double)step),
                    3e-4 + 0.03 * fabs((double)kept[i]));
        moved += fabsf(kept[i]) > 1e-3F ? 1 : 0;
    }
    assert_true(moved > 10);
    free(kept);
    race_learner_free(learner);
}

static struct race_training short_run(void)
{
    return (struct race_training){.hidden = {32, 16},
                                  .seed = 1,
                                  .steps = 600,
                                  .games = 20,
                                  .far_sides = 10,
                                  .rate = {6e-3, 2e-5},
                                  .report_every = 100};
}

static bool keep_divergence(void *context, const struct race_training_report *r)
{
    double *divergence = context;
    if (r->step == 100) {
        divergence[0] = r->loss;
    }
    divergence[1] = r->loss;
    return true;
}

TEST(training_learns_and_one_seed_gives_the_same_bits)
{
    double divergence[2];
    struct race_training t = short_run();
    struct error err;
    t.report = keep_divergence;
    t.context = divergence;
    struct race_weights *a = race_train(&t, table, basis, &err);
    struct race_weights *b = race_train(&t, table, basis, &err);
    assert_non_null(a);
    assert_non_null(b);
    assert_memory_equal(a->numbers, b->numbers, a->count * sizeof *a->numbers);
    if (!(divergence[1] < 0.5 * divergence[0])) {
        fail_msg("from %.4f to %.4f only", divergence[0], divergence[1]);
    }
    race_weights_free(a);
    race_weights_free(b);
}

/* Of each hundred steps. */
static bool keep_report(void *context, const struct race_training_report *r)
{
    ((struct race_training_report *)context)[r->step / 100] = *r;
    return true;
}

/* None in the first tenth of the steps, nor in the last one. */
TEST(far_sides_are_labelled_in_four_sweeps)
{
    struct race_training_report reports[11] = {{0}};
    struct race_training t = short_run();
    struct error err;
    t.steps = 1000;
    t.report = keep_report;
    t.context = reports;
    race_weights_free(race_train(&t, table, basis, &err));
    assert_int_equal(reports[1].labels, 0);
    assert_in_range(reports[5].labels, 18, 20);
    assert_in_range(reports[8].labels, 33, 35);
    assert_int_equal(reports[9].labels, 39);
    assert_int_equal(reports[10].labels, 40);
    assert_true(reports[10].loss > 0.0 && reports[10].loss < 0.2); /* of one step */
}

/* Errors of the mean numbers of rolls. */
struct error_sums {
    int count;
    double sum[RACE_GOALS];
};

static void add_errors(const struct race_net *net, const struct side *side,
                       struct error_sums *errors)
{
    static struct race_layers layers;
    struct race_rolls found[RACE_GOALS];
    race_net_rolls(net, net_kernel_find(NULL), &layers, side, 1, &found[RACE_OFF],
                   &found[RACE_FIRST]);
    for (int goal = 0; goal < RACE_GOALS; goal++) {
        errors->sum[goal] +=
            fabs(race_rolls_mean(&found[goal]) -
                 (double)race_table_mean(table, side, (enum race_goal)goal));
    }
    errors->count++;
}

/* The table that it learns from ends at home: what it knows of sides with checkers on the
 * bar point it has from lookahead. */
TEST(a_net_learns_sides_that_its_table_does_not_have)
{
    struct error err;
    struct race_table *home = race_table_make(6, NULL, &err);
    struct race_training t = short_run();
    struct error_sums near = {0};
    struct error_sums far = {0};
    struct rng rng;
    t.far_sides = 300;
    t.steps = 1500;
    assert_non_null(home);
    struct race_weights *w = race_train(&t, home, basis, &err);
    assert_non_null(w);
    struct race_net *net = race_net_new(w, basis);
    assert_non_null(net);
    rng_seed(&rng, 9, 0);
    for (int n = 0; n < 2000; n++) {
        struct side side;
        race_random_side(&rng, 7, &side);
        if (side.at[POINT_OFF] == 0) {
            add_errors(net, &side, race_table_covers(home, &side) ? &near : &far);
        }
    }
    for (int goal = 0; goal < RACE_GOALS; goal++) {
        assert_near(near.sum[goal] / near.count, 0.0, 0.1);
        assert_near(far.sum[goal] / far.count, 0.0, goal == RACE_OFF ? 0.25 : 0.75);
    }
    race_net_free(net);
    race_weights_free(w);
    race_table_free(home);
}

TEST(the_average_keeps_its_share_of_what_it_was)
{
    static const double keeps[] = {1.0, 0.75, 0.0};
    static struct race_sample samples[8];
    struct race_learner *learner =
        race_learner_new(16, 16, basis, net_kernel_find(NULL), 7);
    assert_non_null(learner);
    fill_samples(samples, 8);
    const float *average = race_learner_average(learner)->numbers;
    const float *now = race_learner_weights(learner)->numbers;
    const size_t last = race_weights_bias(race_learner_weights(learner), 2);
    for (size_t k = 0; k < sizeof keeps / sizeof keeps[0]; k++) {
        const double before = (double)average[last];
        (void)race_learner_step(learner, samples, 8, 0.02, keeps[k]);
        assert_true(fabs((double)now[last] - before) > 1e-3);
        assert_near((double)average[last],
                    keeps[k] * before + (1.0 - keeps[k]) * (double)now[last], 1e-6);
    }
    race_learner_free(learner);
}

/* ---- the file ---- */

TEST(a_file_comes_back_as_it_was_and_damage_is_refused)
{
    char path[] = "/tmp/fibsbot-race-XXXXXX";
    struct error err = {0};
    struct race_weights *w = race_weights_new(16, 32);
    assert_non_null(w);
    for (size_t i = 0; i < w->count; i++) {
        w->numbers[i] = (float)i * 0.001F - 1.0F;
    }
    assert_true(close(mkstemp(path)) == 0);
    assert_true(race_weights_save(w, path, &err));
    struct race_weights *back = race_weights_load(path, &err);
    assert_non_null(back);
    assert_int_equal(back->count, w->count);
    assert_true(back->digest == w->digest);
    assert_memory_equal(back->numbers, w->numbers, w->count * sizeof *w->numbers);

    static const struct {
        long at;
        const char *reason;
    } cases[] = {
        {0, "magic"},   {8, "version"},  {12, "byte order"},
        {24, "digest"}, {500, "digest"},
    };
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        test_file_damage(path, cases[c].at, 0x11);
        assert_null(race_weights_load(path, &err));
        assert_non_null(strstr(err.text, cases[c].reason));
        assert_true(race_weights_save(w, path, &err));
    }
    assert_int_equal(truncate(path, 400), 0);
    assert_null(race_weights_load(path, &err));
    assert_non_null(strstr(err.text, "digest: the file is damaged or cut short"));
    (void)unlink(path);
    assert_null(race_weights_load(path, &err));
    assert_non_null(strstr(err.text, "No such file"));
    race_weights_free(back);
    race_weights_free(w);
}

/* Its digest is right, so that the field behind it is what is refused. */
TEST(a_signed_file_of_another_shape_is_refused)
{
    enum { AT_SIZES = 24, AT_COUNT = 32 };
    static const struct {
        size_t at;
        unsigned char value;
        int longer;
        const char *reason;
    } cases[] = {
        {AT_SIZES, 24, 0, "shape:"},      {AT_SIZES + 4, 0, 0, "shape:"},
        {AT_SIZES, 32, 0, "length:"},     {AT_COUNT, 0, 0, "length:"},
        {AT_COUNT + 4, 1, 0, "reserved"}, {AT_SIZES, 16, 4, "length:"},
        {AT_SIZES, 16, -4, "length:"},
    };
    char path[] = "/tmp/fibsbot-race-XXXXXX";
    struct error err = {0};
    struct race_weights *w = race_weights_new(16, 32);
    static unsigned char bytes[1 << 20];
    assert_non_null(w);
    assert_true(close(mkstemp(path)) == 0);
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        assert_true(race_weights_save(w, path, &err));
        FILE *file = fopen(path, "r+b");
        assert_non_null(file);
        size_t size = fread(bytes, 1, sizeof bytes, file) + (size_t)cases[c].longer;
        bytes[cases[c].at] = cases[c].value;
        (void)weights_file_sign(bytes, size);
        rewind(file);
        assert_int_equal(fwrite(bytes, 1, size, file), size);
        assert_int_equal(ftruncate(fileno(file), (off_t)size), 0);
        (void)fclose(file);
        assert_null(race_weights_load(path, &err));
        assert_non_null(strstr(err.text, cases[c].reason));
    }
    (void)unlink(path);
    race_weights_free(w);
}

/* Of all 15 checkers home the estimate of the first one off is the mean of the database. */
TEST(first_estimates_are_the_means_of_the_database)
{
    const struct side sides[] = {
        {.at = {[1] = 15}},
        {.at = {[1] = 1, [3] = 5, [4] = 4, [6] = 5}},
        {.at = {[6] = 15}},
        {.at = {[2] = 3, [5] = 2, [POINT_OFF] = 10}},
    };
    for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++) {
        float off[BEAROFF_ROLLS];
        float first[BEAROFF_ROLLS];
        double means[RACE_GOALS] = {0.0};
        assert_true(bearoff_distribution(bo, &sides[i], off));
        assert_true(bearoff_first_distribution(bo, &sides[i], first));
        for (int n = 0; n < BEAROFF_ROLLS; n++) {
            means[RACE_OFF] += n * (double)off[n];
            means[RACE_FIRST] += n * (double)first[n];
        }
        const struct race_view view = race_view_of(basis, &sides[i]);
        assert_near((double)view.guess[RACE_OFF].centre, means[RACE_OFF], 1e-6);
        assert_near((double)view.guess[RACE_FIRST].centre, means[RACE_FIRST], 1e-6);
    }
}

TEST(a_race_net_needs_the_one_sided_database)
{
    struct race_weights *w = race_weights_new(16, 16);
    assert_null(race_new(w, NULL));
    race_weights_free(w);
}

TEST_MAIN(open_all, close_all)
