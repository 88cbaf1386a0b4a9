/* The benchmark of races: distributions, the far quarter, the shipped net against exact values. */
#include <math.h>
#include <stdlib.h>

#include "engine/board/position.h"
#include "engine/eval/eval.h"
#include "engine/net/net_internal.h"
#include "engine/race/bearoff.h"
#include "engine/race/race_clear.h"
#include "engine/race/race_internal.h"
#include "lab/race/race_internal.h"
#include "lab/race/race_table.h"
#include "tests/unit/assert_near.h"
#include "tests/unit/test_case.h"

static struct evaluator *ev;
static struct race_scratch *scratch;

static int open_shipped(void **state)
{
    struct error err = {0};
    ev = eval_open("build/weights", &err);
    scratch = race_scratch_new();
    if (ev == NULL || eval_race(ev) == NULL) {
        print_error("build/weights: no race net: %s\n", err.text);
    }
    return ev == NULL || eval_race(ev) == NULL || scratch == NULL;
}

static int close_shipped(void **state)
{
    race_scratch_free(scratch);
    eval_close(ev);
    return 0;
}

static void evaluate(const struct position *after, int count, struct outputs *out)
{
    race_evaluate(eval_race(ev), eval_bearoff(ev), net_kernel_find(NULL), scratch,
                  after, count, out);
}

/* ---- distributions ---- */

TEST(exponential_is_near_that_of_the_library)
{
    for (float x = -60.0F; x < 60.0F; x += 0.37F) {
        assert_near((double)race_exponential(x) / exp((double)x), 1.0, 2e-6);
    }
    assert_true(race_exponential(-1e30F) > 0.0F);
    assert_true(isfinite(race_exponential(1e30F)));
}

TEST(curves_become_chances_that_add_up)
{
    static const struct race_curve curves[] = {
        {.centre = 7.3F, .spread = 1.2F},
        {.centre = 2.0F, .spread = 0.1F},
        {.centre = 0.0F, .spread = 0.2F},  /* before the least */
        {.centre = 80.0F, .spread = 9.0F}, /* wider than the window */
        {.centre = 5.5F,
         .spread = 1.0F,
         .bend = {0.5F, -0.3F, 0.2F, 0.1F, -1.0F, 2.0F}},
    };
    for (size_t c = 0; c < sizeof curves / sizeof curves[0]; c++) {
        struct race_rolls rolls;
        double sum = 0.0;
        race_rolls_from_curve(&rolls, &curves[c], 2, net_kernel_find(NULL));
        assert_in_range(rolls.count, 2, NET_BELL_WINDOW);
        assert_true(rolls.from >= 2);
        for (int i = 0; i < rolls.count; i++) {
            assert_true(rolls.chance[i] >= 0.0F);
            sum += (double)rolls.chance[i];
            assert_near((double)rolls.left[i], 1.0 - sum, 1e-5);
        }
        assert_near(sum, 1.0, 1e-5);
    }
}

TEST(curves_are_the_same_on_every_kernel)
{
    for (int n = 0; n < 200; n++) {
        const float f = (float)n;
        const struct race_curve curve = {
            .centre = 1.0F + 0.11F * f,
            .spread = 0.2F + 0.03F * f,
            .bend = {0.01F * f, -0.02F * f, 0.3F, -0.004F * f, 1.0F, 0.5F}};
        struct race_rolls plain;
        race_rolls_from_curve(&plain, &curve, 1, net_kernel_find("plain"));
        for (int k = 0; net_kernel_name(k) != NULL; k++) {
            struct race_rolls rolls;
            race_rolls_from_curve(&rolls, &curve, 1,
                                  net_kernel_find(net_kernel_name(k)));
            assert_int_equal(rolls.from, plain.from);
            assert_int_equal(rolls.count, plain.count);
            assert_memory_equal(rolls.chance, plain.chance,
                                (size_t)plain.count * sizeof plain.chance[0]);
            assert_memory_equal(rolls.left, plain.left,
                                (size_t)plain.count * sizeof plain.left[0]);
        }
    }
}

TEST(a_plain_curve_is_a_bell)
{
    const struct race_curve curve = {.centre = 9.25F, .spread = 1.5F};
    struct race_rolls rolls;
    double variance = 0.0;
    race_rolls_from_curve(&rolls, &curve, 1, net_kernel_find(NULL));
    assert_near(race_rolls_mean(&rolls), 9.25, 1e-4);
    for (int i = 0; i < rolls.count; i++) {
        const double d = rolls.from + i - 9.25;
        variance += d * d * (double)rolls.chance[i];
    }
    assert_near(sqrt(variance), 1.5, 1e-3);
}

TEST(slopes_of_bends_are_their_differences)
{
    for (float z = -2.9F; z < 2.9F; z += 0.3F) {
        float low[NET_BELL_BENDS];
        float high[NET_BELL_BENDS];
        float slope[NET_BELL_BENDS];
        const float step = 1e-2F;
        race_bends(z - step, low, slope);
        race_bends(z + step, high, slope);
        race_bends(z, (float[NET_BELL_BENDS]){0}, slope);
        for (int k = 0; k < NET_BELL_BENDS; k++) {
            assert_near((double)slope[k], (double)((high[k] - low[k]) / (2.0F * step)),
                        2e-3);
        }
    }
}

TEST(chances_keep_their_place_in_a_wait)
{
    const float chance[6] = {0.0F, 0.0F, 0.25F, 0.5F, 0.25F, 0.0F};
    struct race_rolls rolls;
    race_rolls_from_chances(&rolls, chance, 6);
    assert_int_equal(rolls.from, 2);
    assert_int_equal(rolls.count, 3);
    assert_near(race_rolls_mean(&rolls), 3.0, 1e-6);
    race_rolls_from_chances(&rolls, (float[3]){1.0F, 0.0F, 0.0F}, 3);
    assert_int_equal(rolls.count, 0); /* done already */
}

/* Somebody is done first: the chances of both add up to 1, whatever the waits. */
TEST(one_of_two_wins)
{
    for (int n = 0; n < 40; n++) {
        const struct race_curve curves[2] = {
            {.centre = 1.0F + 0.7F * (float)n, .spread = 1.1F},
            {.centre = 14.0F, .spread = 0.3F + 0.1F * (float)n},
        };
        struct race_rolls a;
        struct race_rolls b;
        race_rolls_from_curve(&a, &curves[0], 1, net_kernel_find(NULL));
        race_rolls_from_curve(&b, &curves[1], 2, net_kernel_find(NULL));
        float wins = race_rolls_wins(&a, &b, true);
        assert_near((double)(wins + race_rolls_wins(&b, &a, false)), 1.0, 1e-5);
        assert_true(wins >= race_rolls_wins(&a, &b, false));
    }
}

/* ---- the far quarter ---- */

TEST(two_on_23_leave_at_once_in_6_of_36_rolls)
{
    /* 5-5, 6-6, 6-5 both ways, and two hops each by 3-3 and 4-4 */
    struct race_clear *clear = race_clear_new();
    struct side side = {.at = {[23] = 2, [6] = 13}};
    struct race_rolls rolls;
    race_clear_rolls(clear, &side, &rolls);
    assert_int_equal(rolls.from, 1);
    assert_near((double)rolls.chance[0], 6.0 / 36.0, 1e-6);
    side = (struct side){.at = {[19] = 1, [6] = 14}};
    race_clear_rolls(clear, &side, &rolls);
    assert_int_equal(rolls.from, 1);
    assert_int_equal(rolls.count, 1);
    side = (struct side){.at = {[18] = 15}};
    race_clear_rolls(clear, &side, &rolls);
    assert_int_equal(rolls.count, 0);
    side = (struct side){.at = {[23] = 15}}; /* more than are counted */
    race_clear_rolls(clear, &side, &rolls);
    assert_true(race_rolls_mean(&rolls) > 4.0);
    race_clear_free(clear);
}

/* The other side bears off its last two in one roll, but four on 23 need two. */
TEST(men_in_the_far_quarter_lose_a_backgammon)
{
    const struct position after = {
        .mine = {{[POINT_OFF] = 13, [1] = 2}},
        .theirs = {{[23] = 4, [6] = 11}},
    };
    struct outputs out;
    evaluate(&after, 1, &out);
    assert_near((double)out.win, 1.0, 1e-6);
    assert_near((double)out.win_gammon, 1.0, 1e-6);
    assert_near((double)out.win_backgammon, 34.0 / 36.0, 1e-5); /* 5-5 and 6-6 clear */
    struct position lost = position_swap(&after);
    evaluate(&lost, 1, &out);
    assert_near((double)out.lose_backgammon, 1.0, 1e-6); /* he rolls first */
}

/* ---- values ---- */

/* A race of two random sides, mine on roll. Rearmost checkers on points that add up to 24
 * have just passed each other. */
static void set_random_race(struct rng *rng, struct position *pos)
{
    int farthest = 7 + (int)rng_below(rng, 11);
    race_random_side(rng, farthest, &pos->mine);
    race_random_side(rng, 24 - farthest, &pos->theirs);
    if (rng_below(rng, 2) == 0) {
        *pos = position_swap(pos);
    }
}

static void fill_races(struct position *after, int count, uint64_t seed)
{
    struct rng rng;
    rng_seed(&rng, seed, 0);
    for (int i = 0; i < count; i++) {
        set_random_race(&rng, &after[i]);
    }
}

TEST(values_do_not_depend_on_batch_kernel_or_memory)
{
    enum { COUNT = 300 };
    struct position *after = aligned_alloc(64, COUNT * sizeof *after);
    static struct outputs together[COUNT];
    fill_races(after, COUNT, 3);
    evaluate(after, COUNT, together);
    for (int k = 0; net_kernel_name(k) != NULL; k++) {
        const struct net_kernel *kernel = net_kernel_find(net_kernel_name(k));
        struct race_scratch *fresh = race_scratch_new();
        for (int i = 0; i < COUNT; i++) {
            struct outputs alone;
            race_evaluate(eval_race(ev), eval_bearoff(ev), kernel, fresh, &after[i], 1,
                          &alone);
            assert_memory_equal(&alone, &together[i], sizeof alone);
        }
        race_scratch_free(fresh);
    }
    free(after);
}

TEST(the_evaluator_takes_the_race_net_where_nothing_is_exact)
{
    const struct position after = {
        .mine = {{[9] = 3, [6] = 6, [4] = 6}},
        .theirs = {{[12] = 2, [8] = 3, [5] = 10}},
    };
    struct eval_scratch *eval = eval_scratch_new(ev);
    struct outputs want;
    evaluate(&after, 1, &want);
    for (int net = EVAL_PRUNING; net <= EVAL_MAIN; net++) {
        struct outputs out;
        eval_afterstates(ev, eval, (enum eval_net)net, &after, 1, &out);
        assert_memory_equal(&out, &want, sizeof out);
    }
    eval_scratch_free(eval);
}

/* When both sides are home the sum over the database's waits is its own value. */
TEST(homes_have_the_value_of_the_one_sided_database)
{
    const struct position after = {
        .mine = {{[POINT_OFF] = 2, [6] = 5, [4] = 4, [1] = 4}},
        .theirs = {{[6] = 7, [5] = 3, [2] = 5}},
    };
    struct outputs want;
    struct outputs out;
    assert_true(bearoff_outputs(eval_bearoff(ev), &after, &want));
    evaluate(&after, 1, &out);
    assert_near((double)out.win, (double)want.win, 1e-5);
    assert_near((double)out.win_gammon, (double)want.win_gammon, 1e-5);
    assert_near((double)out.lose_gammon, (double)want.lose_gammon, 1e-5);
}

/* The truth of a side, for race_outputs(). */
static void exact_side(const struct race_table *table, const struct side *side,
                       struct race_side *exact)
{
    race_table_rolls(table, side, RACE_OFF, &exact->off);
    race_table_rolls(table, side, RACE_FIRST, &exact->first);
    exact->clear.from = exact->clear.count = 0;
}

/* Random sides are harder than those of games; weights/LOG.md has the figures in full. */
TEST(shipped_net_is_within_two_thousandths_of_exact_chances)
{
    enum { POINTS = 7, RACES = 3000 };
    struct error err;
    struct race_table *table = race_table_make(POINTS, NULL, &err);
    assert_non_null(table);
    struct rng rng;
    double sum = 0.0;
    double gammons = 0.0;
    rng_seed(&rng, 5, 0);
    for (int n = 0; n < RACES; n++) {
        struct position after = {.mine = {{0}}};
        struct race_side mine;
        struct race_side theirs;
        struct outputs out;
        race_random_side(&rng, POINTS, &after.mine);
        race_random_side(&rng, POINTS, &after.theirs);
        exact_side(table, &after.mine, &mine);
        exact_side(table, &after.theirs, &theirs);
        struct outputs want = race_outputs(&mine, &theirs);
        evaluate(&after, 1, &out);
        sum += fabs((double)out.win - (double)want.win);
        gammons += fabs((double)out.win_gammon - (double)want.win_gammon);
    }
    race_table_free(table);
    assert_near(sum / RACES, 0.0, 0.002);
    assert_true(gammons / RACES < 0.002);
}

TEST_MAIN(open_shipped, close_shipped)
