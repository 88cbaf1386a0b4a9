/* Elo and the sequential test. */
#include <math.h>

#include "arena/rating/rating_internal.h"
#include "tests/unit/test_case.h"

TEST(elo_is_the_odds_of_a_share)
{
    assert_true(fabs(rating_elo(0.5)) < 1e-9);
    assert_true(fabs(rating_elo(10.0 / 11.0) - 400.0) < 1e-9);
    assert_true(fabs(rating_share(rating_elo(0.3)) - 0.3) < 1e-9);
}

/* Of a normal mean m with standard error e, log(density at high / at low) is
 * ((m - low)^2 - (m - high)^2) / 2 e^2. */
TEST(ratio_is_that_of_two_normal_densities)
{
    const struct rating_sprt sprt = {0.0, 0.1, 0.05, 0.05};
    const struct arena_mean mean = {.mean = 0.08, .error = 0.02};
    double want = (0.08 * 0.08 - 0.02 * 0.02) / (2 * 0.02 * 0.02);
    assert_true(fabs(rating_sprt_ratio(&sprt, &mean) - want) < 1e-9);
}

TEST(test_decides_when_one_side_is_nineteen_times_as_likely)
{
    static const struct {
        double mean, error;
        long pairs;
        enum rating_sprt_state want;
    } rows[] = {
        {0.05, 0.010, 1000, RATING_SPRT_OPEN}, /* half way between */
        {0.08, 0.022, 1000, RATING_SPRT_HIGH}, {0.08, 0.035, 1000, RATING_SPRT_OPEN},
        {0.02, 0.022, 1000, RATING_SPRT_LOW},  {-0.50, 0.022, 1000, RATING_SPRT_LOW},
        {0.08, 0.022, 19, RATING_SPRT_OPEN}, /* too few to know their spread */
        {0.08, 0.022, 20, RATING_SPRT_HIGH},   {1.00, 0.000, 1000, RATING_SPRT_OPEN},
    };
    const struct rating_sprt sprt = {0.0, 0.1, 0.05, 0.05};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct arena_mean mean = {.mean = rows[i].mean, .error = rows[i].error};
        assert_int_equal(rating_sprt_state(&sprt, &mean, rows[i].pairs), rows[i].want);
    }
}

/* Wald: the test decides for high at (1 - beta) / alpha, for low at beta / (1 - alpha). */
TEST(either_error_has_a_bound_of_its_own)
{
    const struct rating_sprt sprt = {0.0, 0.1, .alpha = 0.01, .beta = 0.2};
    assert_true(fabs(rating_sprt_bound_high(&sprt) - 4.3820266347) < 1e-9);
    assert_true(fabs(rating_sprt_bound_low(&sprt) + 1.5993875765) < 1e-9);
    const struct arena_mean high = {.mean = 0.08, .error = 0.031};  /* ratio 3.1 */
    const struct arena_mean low = {.mean = 0.02, .error = 0.050};   /* -1.2 */
    const struct arena_mean lower = {.mean = 0.02, .error = 0.042}; /* -1.7 */
    assert_int_equal(rating_sprt_state(&sprt, &high, 1000), RATING_SPRT_OPEN);
    assert_int_equal(rating_sprt_state(&sprt, &low, 1000), RATING_SPRT_OPEN);
    assert_int_equal(rating_sprt_state(&sprt, &lower, 1000), RATING_SPRT_LOW);
}

/* The verdict comes at the shortest run of results that decides by their mean and error,
 * computed from all of them anew. */
TEST(running_test_decides_at_the_first_result_that_is_enough)
{
    enum { COUNT = 400 };
    static struct arena_pair pairs[COUNT];
    const struct rating_sprt sprt = {0.0, 0.1, 0.05, 0.05};
    struct rating_sprt_run run = {.sprt = sprt};
    for (int i = 0; i < COUNT; i++) {
        pairs[i].plain = 0.3 * sin(1.7 * i) + 0.09;
        enum rating_sprt_state found = rating_sprt_add(&run, pairs[i].plain);
        struct arena_mean mean = arena_figures(pairs, i + 1).plain;
        enum rating_sprt_state want = rating_sprt_state(&sprt, &mean, i + 1);
        assert_int_equal(found, want);
        assert_true(
            fabs(rating_sprt_run_ratio(&run) - rating_sprt_ratio(&sprt, &mean)) < 1e-9);
        if (found != RATING_SPRT_OPEN) {
            break;
        }
    }
    assert_int_equal(run.state, RATING_SPRT_HIGH);
    assert_true(run.pairs > RATING_SPRT_PAIRS_MIN && run.pairs < COUNT);
    long decided = run.pairs;
    for (int i = 0; i < COUNT; i++) {
        assert_int_equal(rating_sprt_add(&run, -3.0), RATING_SPRT_HIGH);
    }
    assert_int_equal(run.pairs, decided);
}

TEST_MAIN(NULL, NULL)
