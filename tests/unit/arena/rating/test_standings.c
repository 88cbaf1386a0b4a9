/* Ratings from a table of pairings: exact, with honest intervals, and linked or refused. */
#include <math.h>

#include "arena/rating/rating_internal.h"
#include "engine/board/rng.h"
#include "tests/unit/test_case.h"

enum { PLAYERS = 5, TABLES = 1000, PAIRS = 60 };

static const double elo[PLAYERS] = {130.0, 70.0, 10.0, -60.0, -150.0}; /* mean 0 */
static const double worth[PLAYERS] = {0.3, 0.1, 0.0, -0.1, -0.3};

static struct rating_standings empty(bool is_share)
{
    return (struct rating_standings){
        .count = PLAYERS, .is_share = is_share, .anchor = -1};
}

TEST(results_stand_in_the_table_for_both)
{
    struct rating_standings shares = {.count = 2, .is_share = true};
    struct rating_standings points = {.count = 2};
    const struct arena_mean share = {.mean = 0.6, .error = 0.05};
    const struct arena_mean point = {.mean = 0.25, .error = 0.1};
    rating_standings_enter(&shares, 0, 1, &share, 7);
    assert_true(fabs(shares.result[1][0].mean - 0.4) < 1e-9);
    assert_true(fabs(shares.result[1][0].error - 0.05) < 1e-9);
    rating_standings_enter(&points, 0, 1, &point, 7);
    assert_true(fabs(points.result[1][0].mean + 0.25) < 1e-9);
    assert_true(points.pairs[0][1] == 7 && points.pairs[1][0] == 7);
    assert_int_equal(rating_standings_pairs(&points, 1), 7);
}

TEST(the_mean_of_two_opponents_is_surer_than_each)
{
    struct rating_standings s = {.count = 3};
    const struct arena_mean first = {.mean = 0.3, .error = 0.03};
    const struct arena_mean second = {.mean = 0.1, .error = 0.04};
    rating_standings_enter(&s, 0, 1, &first, 10);
    rating_standings_enter(&s, 0, 2, &second, 10);
    struct arena_mean overall = rating_standings_overall(&s, 0);
    assert_true(fabs(overall.mean - 0.2) < 1e-12);
    assert_true(fabs(overall.error - 0.025) < 1e-12);
    /* who has not met all has the mean of those whom he has met */
    assert_true(fabs(rating_standings_overall(&s, 1).error - 0.03) < 1e-12);
    assert_true(fabs(rating_standings_overall(&s, 1).mean + 0.3) < 1e-12);
    assert_int_equal(rating_standings_pairs(&s, 0), 20);
}

/* ---- exact results --------------------------------------------------------------- */

/* A table in which everybody, or only neighbours, has met, with exactly the results that
 * are expected. */
static struct rating_standings exact(bool is_share, bool is_chain)
{
    struct rating_standings s = empty(is_share);
    for (int a = 0; a < PLAYERS; a++) {
        for (int b = a + 1; b < (is_chain ? a + 2 : PLAYERS) && b < PLAYERS; b++) {
            double share = rating_share(elo[a] - elo[b]);
            double deviation = is_share ? sqrt(share * (1.0 - share)) : 1.5;
            const struct arena_mean mean = {
                .mean = is_share ? share : worth[a] - worth[b],
                .error = deviation / sqrt(2.0 * 300),
                .deviation = deviation,
            };
            rating_standings_enter(&s, a, b, &mean, 300);
        }
    }
    return s;
}

TEST(expected_results_give_back_the_ratings)
{
    for (int form = 0; form < 4; form++) {
        struct rating_standings s = exact(form % 2 == 0, form / 2 == 1);
        struct rating_fit fit;
        assert_true(rating_fit_standings(&s, &fit));
        for (int i = 0; i < PLAYERS; i++) {
            if (s.is_share) {
                assert_true(fabs(fit.rating[i] - elo[i]) < 0.1);
            } else {
                assert_true(fabs(fit.rating[i] - worth[i]) < 1e-9);
            }
            assert_true(fit.covariance[i][i] > 0.0);
        }
    }
}

/* Of two players the error is that of the share in Elo. */
TEST(error_of_two_players_is_that_of_their_match)
{
    const struct arena_mean mean = {.mean = 0.6, .error = 0.01, .deviation = 0.2};
    struct rating_standings s = {.count = 2, .is_share = true, .anchor = -1};
    struct rating_fit fit;
    rating_standings_enter(&s, 0, 1, &mean, 200);
    assert_true(rating_fit_standings(&s, &fit));
    assert_true(fabs(fit.rating[0] - fit.rating[1] - rating_elo(0.6)) < 1e-6);
    double want = 0.01 * 400.0 / log(10.0) / (0.6 * 0.4);
    assert_true(fabs(rating_fit_error(&fit, 0, 1) - want) < 1e-6);
    double likely = rating_fit_superiority(&fit, 0, 1);
    assert_true(fabs(likely + rating_fit_superiority(&fit, 1, 0) - 1.0) < 1e-12);
    assert_true(likely > 0.999);
}

/* From 20 pairs on, a pairing of games for money has the spread that it shows; before, that
 * of all. */
TEST(few_pairs_have_the_spread_of_all)
{
    for (int pairs = 19; pairs <= 20; pairs++) {
        struct rating_standings s = {.count = 3, .anchor = -1};
        struct rating_fit fit;
        const struct arena_mean calm = {.mean = 0.1, .error = 0.1, .deviation = 0.5};
        const struct arena_mean wild = {.mean = 0.1, .error = 0.1, .deviation = 3.0};
        rating_standings_enter(&s, 0, 1, &calm, pairs);
        rating_standings_enter(&s, 1, 2, &wild, 400);
        assert_true(rating_fit_standings(&s, &fit));
        double all = sqrt((pairs * 0.25 + 400 * 9.0) / (pairs + 400));
        double want = (pairs == 20 ? 0.5 : all) / sqrt(2.0 * pairs);
        assert_true(fabs(rating_fit_error(&fit, 0, 1) / want - 1.0) < 1e-9);
    }
}

/* Of fewer than 20 pairs a spread that is less than that of coin tosses is not believed. */
TEST(few_matches_vary_as_coin_tosses_at_least)
{
    for (int pairs = 19; pairs <= 20; pairs++) {
        struct rating_standings s = {.count = 2, .is_share = true, .anchor = -1};
        struct rating_fit fit;
        const struct arena_mean calm = {.mean = 0.5, .error = 0.02, .deviation = 0.2};
        rating_standings_enter(&s, 0, 1, &calm, pairs);
        assert_true(rating_fit_standings(&s, &fit));
        double share = (pairs == 20 ? 0.2 : 0.5) / sqrt(2.0 * pairs);
        double want = share * 400.0 / log(10.0) / 0.25;
        assert_true(fabs(rating_fit_error(&fit, 0, 1) / want - 1.0) < 1e-6);
    }
}

TEST(anchor_has_its_rating_and_no_error)
{
    struct rating_standings s = exact(true, false);
    struct rating_fit fit, free_fit;
    assert_true(rating_fit_standings(&s, &free_fit));
    s.anchor_rating = 1500.0;
    for (s.anchor = 0; s.anchor < PLAYERS; s.anchor += 3) {
        const int a = s.anchor;
        assert_true(rating_fit_standings(&s, &fit));
        assert_true(fabs(fit.rating[a] - 1500.0) < 1e-9);
        assert_true(fabs(fit.covariance[a][a]) < 1e-9);
        for (int i = 0; i < PLAYERS; i++) {
            assert_true(fabs(fit.rating[i] - 1500.0 - elo[i] + elo[a]) < 0.1);
            assert_true(fabs(sqrt(fabs(fit.covariance[i][i])) -
                             rating_fit_error(&free_fit, i, a)) < 1e-6);
        }
    }
}

/* ---- results of chance ----------------------------------------------------------- */

static double toss(struct rng *rng, double share)
{
    return rng_unit(rng) < share ? 1.0 : 0.0;
}

/* The result of a pairing of many pairs, in which the second half of a pair leans to the
 * first, as the same dice do; in money with normal results of different spread. */
static struct arena_mean chance(struct rng *rng, bool is_share, int a, int b)
{
    static struct arena_pair pairs[PAIRS];
    double share = rating_share(elo[a] - elo[b]);
    for (int i = 0; i < PAIRS; i++) {
        double first = toss(rng, share);
        bool is_same = rng_unit(rng) < 0.3;
        double second = is_same ? first : toss(rng, share);
        if (!is_share) {
            double sum = -6.0;
            for (int k = 0; k < 12; k++) {
                sum += rng_unit(rng);
            }
            first = second = worth[a] - worth[b] + (1.0 + 0.3 * (a + b)) * sum;
        }
        pairs[i].plain = (first + second) / 2.0;
    }
    return arena_figures(pairs, PAIRS).plain;
}

static double coverage(bool is_share, int anchor)
{
    struct rng rng;
    int inside = 0;
    int all = 0;
    const double *true_rating = is_share ? elo : worth;
    rng_seed(&rng, 17, (uint64_t)is_share);
    for (int t = 0; t < TABLES; t++) {
        struct rating_standings s = empty(is_share);
        struct rating_fit fit;
        s.anchor = anchor;
        s.anchor_rating = anchor >= 0 ? true_rating[anchor] : 0.0;
        for (int a = 0; a < PLAYERS; a++) {
            for (int b = a + 1; b < PLAYERS; b++) {
                const struct arena_mean mean = chance(&rng, is_share, a, b);
                rating_standings_enter(&s, a, b, &mean, PAIRS);
            }
        }
        assert_true(rating_fit_standings(&s, &fit));
        for (int i = 0; i < PLAYERS; i++) {
            double half = RATING_NORMAL_95 * sqrt(fabs(fit.covariance[i][i]));
            all += i != anchor;
            inside += i != anchor && fabs(fit.rating[i] - true_rating[i]) <= half;
        }
    }
    return (double)inside / all;
}

TEST(intervals_hold_the_truth_19_times_of_20)
{
    for (int form = 0; form < 4; form++) {
        double share = coverage(form % 2 == 0, form / 2 == 0 ? -1 : 1);
        print_message("95 %% intervals of form %d hold %.1f %%\n", form, 100.0 * share);
        assert_true(share >= 0.93 && share <= 0.97);
    }
}

/* ---- results that are no differences of ratings ---------------------------------- */

static double normal(struct rng *rng)
{
    double sum = -6.0;
    for (int i = 0; i < 12; i++) {
        sum += rng_unit(rng);
    }
    return sum;
}

/* What a table is made of: results are the difference of `worth` and, by pairing, a share
 * that no rating has; besides, luck that all pairings with the same dice share, and luck
 * of their own. */
struct world {
    double misfit;                    /* its deviation, by pairing; drawn */
    double cycle;                     /* everybody beats the next one by it */
    double shared;                    /* share of the variance that comes of the dice */
    int64_t apart;                    /* numbers of dice from pairing to pairing */
    double pairing[PLAYERS][PLAYERS]; /* the share that no rating has */
};

static void make_world(struct world *world, struct rng *rng)
{
    for (int a = 0; a < PLAYERS; a++) {
        for (int b = a + 1; b < PLAYERS; b++) {
            double cycle = b == a + 1                   ? world->cycle
                           : a == 0 && b == PLAYERS - 1 ? -world->cycle
                                                        : 0.0;
            world->pairing[a][b] = cycle + world->misfit * normal(rng);
        }
    }
}

/* The luck of the dice of a number: good for the first player, whoever he is. */
static double luck_of(uint64_t table, int64_t number)
{
    struct rng rng;
    rng_seed(&rng, table, (uint64_t)number);
    return normal(&rng);
}

static struct arena_mean world_mean(const struct world *world, struct rng *rng,
                                    uint64_t table, int a, int b, int place)
{
    static struct arena_pair pairs[PAIRS];
    for (int i = 0; i < PAIRS; i++) {
        double luck = luck_of(table, place * world->apart + i);
        pairs[i].plain = worth[a] - worth[b] + world->pairing[a][b] +
                         sqrt(world->shared) * luck +
                         sqrt(1.0 - world->shared) * normal(rng);
    }
    return arena_figures(pairs, PAIRS).plain;
}

/* The share of intervals of differences of two ratings that hold the true one. */
static double coverage_in(struct world world, double *chance)
{
    enum { WORLD_TABLES = 400 };
    struct rng rng;
    int inside = 0, failed = 0;
    rng_seed(&rng, 23, 1);
    for (int t = 0; t < WORLD_TABLES; t++) {
        struct rating_standings s = empty(false);
        struct rating_fit fit;
        int place = 0;
        make_world(&world, &rng);
        for (int a = 0; a < PLAYERS; a++) {
            for (int b = a + 1; b < PLAYERS; b++, place++) {
                const struct arena_mean mean =
                    world_mean(&world, &rng, (uint64_t)t, a, b, place);
                rating_standings_enter(&s, a, b, &mean, PAIRS);
            }
        }
        assert_true(rating_fit_standings(&s, &fit));
        failed += rating_fit_fails(&fit);
        double off = fit.rating[0] - fit.rating[3] - (worth[0] - worth[3]);
        inside += fabs(off) <= fit.half_95 * rating_fit_error(&fit, 0, 3);
    }
    *chance = (double)failed / WORLD_TABLES;
    return (double)inside / WORLD_TABLES;
}

TEST(intervals_hold_the_truth_where_results_do_not_add_up)
{
    static const struct {
        const char *what;
        struct world world;
        double fails[2]; /* share of tables whose fit fails: bounds */
    } worlds[] = {
        {"additive", {.apart = PAIRS}, {0.0, 0.09}},
        {"not additive", {.misfit = 0.3, .apart = PAIRS}, {0.8, 1.0}},
        {"hardly not additive", {.misfit = 0.08, .apart = PAIRS}, {0.1, 0.7}},
        {"not transitive", {.cycle = 0.5, .apart = PAIRS}, {0.99, 1.0}},
        {"dice by pairing", {.shared = 0.33, .apart = PAIRS}, {0.0, 0.09}},
    };
    for (size_t i = 0; i < sizeof worlds / sizeof worlds[0]; i++) {
        double fails, share = coverage_in(worlds[i].world, &fails);
        print_message("%s: intervals hold %.1f %%, the fit fails %.1f %%\n",
                      worlds[i].what, 100.0 * share, 100.0 * fails);
        assert_true(share >= 0.93);
        assert_true(fails >= worlds[i].fails[0] && fails <= worlds[i].fails[1]);
    }
}

/* Why the dice go by pairing. */
TEST(intervals_of_pairings_with_the_same_dice_are_too_short)
{
    double fails;
    double share = coverage_in((struct world){.shared = 0.33}, &fails);
    print_message("same dice: intervals hold %.1f %%\n", 100.0 * share);
    assert_true(share < 0.93);
}

TEST(cycle_has_no_favourite)
{
    struct rating_standings s = {.count = 3, .anchor = -1};
    const struct arena_mean mean = {.mean = 0.5, .error = 0.02, .deviation = 0.5};
    struct rating_fit fit;
    rating_standings_enter(&s, 0, 1, &mean, 300);
    rating_standings_enter(&s, 1, 2, &mean, 300);
    rating_standings_enter(&s, 2, 0, &mean, 300);
    assert_true(rating_fit_standings(&s, &fit));
    assert_int_equal(fit.freedom, 1);
    assert_true(fit.chance < 1e-6 && rating_fit_fails(&fit));
    assert_true(fit.half_95 * rating_fit_error(&fit, 0, 1) > 1.0);
    assert_true(fabs(rating_fit_superiority(&fit, 0, 1) - 0.5) < 0.01);
    assert_true(fabs(fit.widening - sqrt(fit.chi_square)) < 1e-9); /* freedom 1 */
    assert_true(fabs(fit.half_95 - 12.706) < 1e-3); /* Student's t with one degree */
    fit.rating[0] += rating_fit_error(&fit, 0, 1);
    assert_true(fabs(rating_fit_superiority(&fit, 0, 1) - 0.75) < 1e-3);
}

/* Without a spread there is no doubt. */
TEST(results_without_spread_have_a_better_player)
{
    struct rating_standings s = {.count = 2, .anchor = -1};
    const struct arena_mean mean = {.mean = 0.5};
    struct rating_fit fit;
    rating_standings_enter(&s, 0, 1, &mean, 30);
    assert_true(rating_fit_standings(&s, &fit));
    assert_true(rating_fit_superiority(&fit, 0, 1) == 1.0);
    assert_true(rating_fit_superiority(&fit, 1, 0) == 0.0);
    assert_true(rating_fit_superiority(&fit, 0, 0) == 0.5);
    assert_true(fit.half_95 == RATING_NORMAL_95 && fit.widening == 1.0);
}

/* ---- the edges ------------------------------------------------------------------- */

/* Wilson's interval of 10 of 10: .7225 to 1. */
TEST(share_of_all_has_wilsons_interval)
{
    const struct arena_mean all = {.mean = 1.0};
    struct rating_standings s = {.count = 2, .is_share = true, .anchor = -1};
    rating_standings_enter(&s, 0, 1, &all, 5);
    for (int p = 0; p < 2; p++) {
        double half = RATING_NORMAL_95 * s.result[p][1 - p].error;
        assert_true(fabs(half - (1.0 - 0.7225)) < 1e-4);
        assert_true(fabs(RATING_NORMAL_95 * rating_standings_overall(&s, p).error -
                         half) < 1e-9);
    }
    const struct arena_mean some = {.mean = 0.9, .error = 0.1, .deviation = 0.3};
    const struct arena_mean none = {.mean = 0.0}, even = {.mean = 0.5};
    assert_true(rating_share_error(&some, 5) == 0.1);
    assert_true(rating_share_error(&none, 5) == rating_share_error(&all, 5));
    assert_true(rating_share_error(&even, 5) == 0.0);
}

TEST(player_who_has_won_all_has_a_rating)
{
    const struct arena_mean all = {.mean = 1.0};
    struct rating_standings s = {.count = 2, .is_share = true, .anchor = -1};
    struct rating_fit fit;
    rating_standings_enter(&s, 0, 1, &all, 5);
    assert_true(rating_fit_standings(&s, &fit));
    assert_true(fabs(fit.rating[0] - fit.rating[1] - rating_elo(0.95)) < 1e-6);
    assert_true(rating_fit_error(&fit, 0, 1) > 100.0);
}

/* Matches that were all won show no spread: they vary as coin tosses, or as others do. */
TEST(ratings_of_those_who_have_won_all_have_errors)
{
    const struct arena_mean all = {.mean = 1.0},
                            some = {.mean = 0.6, .error = 0.02, .deviation = 0.2};
    struct rating_standings s = {.count = 3, .is_share = true, .anchor = -1};
    struct rating_fit fit;
    rating_standings_enter(&s, 0, 1, &all, 50);
    for (int i = 0; i < 2; i++) {
        rating_standings_enter(&s, 1, 2, i == 0 ? &all : &some, 50);
        assert_true(rating_fit_standings(&s, &fit));
        double spread = i == 0 ? 1.0 : 0.2 * 0.2 / (0.6 * 0.4);
        double share = 0.5 / 100.0; /* half a match was lost */
        double want = sqrt(spread / (100.0 * share * (1.0 - share)));
        assert_true(fabs(rating_fit_error(&fit, 0, 1) - want * 400.0 / log(10.0)) <
                    1e-6);
    }
}

TEST(players_without_a_link_get_no_ratings)
{
    const struct arena_mean mean = {.mean = 0.6, .error = 0.05, .deviation = 0.5};
    struct rating_fit fit;
    for (int is_share = 0; is_share < 2; is_share++) {
        struct rating_standings s = {.count = 4, .is_share = is_share, .anchor = -1};
        rating_standings_enter(&s, 0, 1, &mean, 50);
        rating_standings_enter(&s, 2, 3, &mean, 50);
        assert_false(rating_fit_standings(&s, &fit));
        rating_standings_enter(&s, 1, 2, &mean, 50);
        assert_true(rating_fit_standings(&s, &fit));
    }
}

TEST(a_table_that_is_full_has_the_ratings_of_its_results)
{
    struct rating_standings s = {.count = RATING_PLAYERS_MAX, .anchor = -1};
    struct rating_fit fit;
    for (int a = 0; a < s.count; a++) {
        for (int b = a + 1; b < s.count; b++) {
            const struct arena_mean mean = {
                .mean = 0.1 * (b - a), .error = 0.1, .deviation = 1.5};
            rating_standings_enter(&s, a, b, &mean, 100);
        }
    }
    assert_true(rating_fit_standings(&s, &fit));
    for (int i = 1; i < s.count; i++) {
        assert_true(fabs(fit.rating[0] - fit.rating[i] - 0.1 * i) < 1e-9);
    }
}

TEST(the_best_come_first)
{
    struct rating_standings s = exact(true, false);
    struct rating_fit fit;
    int order[RATING_PLAYERS_MAX];
    assert_true(rating_fit_standings(&s, &fit));
    fit.rating[4] = 500.0;
    fit.rating[1] = fit.rating[0]; /* equals: as they were named */
    rating_standings_order(&s, &fit, order);
    assert_int_equal(order[0], 4);
    assert_int_equal(order[1], 0);
    assert_int_equal(order[2], 1);
    rating_standings_order(&s, NULL, order);
    assert_int_equal(order[0], 0);
    assert_int_equal(order[4], 4);
}

TEST_MAIN(NULL, NULL)
