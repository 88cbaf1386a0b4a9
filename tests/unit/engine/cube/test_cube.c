/* Values of the cube: published take points, and laws that hold at every score. */
#include <string.h>

#include "tests/unit/engine/cube/cube_case.h"
#include "tests/unit/test_case.h"

/* Janowski, "Take-Points in Money Games" (1993): live take point (L - 1/2) / (W + L +
 * 1/2), cash point (L + 1) / (W + L + 1/2); 20 % and 80 % without gammons. */
TEST(money_window_is_janowskis)
{
    struct match_state ms = match_state_money();
    struct cube_model model = model_of(&ms);
    struct cube_window window = cube_window(&model, wins(0.5));
    assert_near(window.take, 0.20, 1e-9);
    assert_near(window.cash, 0.80, 1e-9);
    struct outputs o = {.win = 0.5F, .win_gammon = 0.125F, .lose_gammon = 0.125F};
    window = cube_window(&model, o); /* W = L = 1.25 */
    assert_near(window.take, 0.25, 1e-6);
    assert_near(window.cash, 0.75, 1e-6);
}

/* A table may be rounded so far that a game changes nothing: all plays are then alike. */
TEST(where_no_game_matters_weights_are_zero)
{
    static const char row[] = "0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5\n";
    char text[1000] = "fibsbot-met 1\nname flat\nsize 8\npre-crawford\n";
    for (int a = 1; a <= 8; a++) {
        strcat(text, row);
    }
    strcat(strcat(text, "post-crawford\n"), row);
    struct met *flat = met_parse(text, strlen(text), "flat", NULL);
    struct match_state ms = match_state_match(7, 2, 2, false);
    struct cube_model model;
    const struct outputs o = {0.6F, 0.2F, 0.01F, 0.1F, 0.01F};
    assert_non_null(flat);
    cube_model_init(&model, flat, &ms);
    for (int side = CUBE_SIDE_MINE; side <= CUBE_SIDE_THEIRS; side++) {
        struct cube_weights weights = cube_weights(&model, (enum cube_side)side);
        assert_true(cube_weigh(&weights, &o) == 0.0F);
    }
    met_close(flat);
}

/* With a dead cube the take point is 25 %: the double is taken at equity -1. */
TEST(money_take_point_with_a_dead_cube_is_a_quarter)
{
    struct match_state ms = match_state_money();
    struct cube_model model = model_of(&ms);
    double values[CUBE_SLOTS_MAX];
    cube_values(&model, wins(0.75), cube_efficiencies_alike(0.0), values);
    assert_near(model.factor * values[model.root_doubled], 1.0, 1e-6);
}

/* Live cube values of an even money position without gammons: the owner's line goes
 * from -1 at 0 to +1 at 0.8. */
TEST(money_cube_is_worth_what_the_line_says)
{
    struct match_state ms = match_state_money();
    ms.owner = CUBE_MINE;
    struct cube_model model = model_of(&ms);
    double values[CUBE_SLOTS_MAX];
    cube_values(&model, wins(0.5), cube_efficiencies_alike(1.0), values);
    assert_near(values[0], 0.25, 1e-9);
    cube_values(&model, wins(0.5), cube_efficiencies_alike(0.68), values);
    assert_near(values[0], 0.17, 1e-9);
    ms.owner = CUBE_CENTRED;
    model = model_of(&ms);
    cube_values(&model, wins(0.5), cube_efficiencies_alike(1.0), values);
    assert_near(values[0], 0.0, 1e-9);
}

/* Take points that follow from Kazaross-XG2 alone, since the taker's cube is dead or he
 * redoubles at once; `take` is of mine when theirs doubles. */
TEST(match_take_points_follow_from_the_table)
{
    static const struct {
        const char *description;
        int my_away, their_away, cube;
        double take;
    } rows[] = {
        /* pass: 2-away, opponent Crawford; take: the match on this game */
        {"2-away 2-away", 2, 2, 1, 0.32264},
        /* the taker redoubles at once: all on this game against 4-away Crawford */
        {"4-away against 2-away", 4, 2, 1, 0.18564},
        /* pass: 3-away Crawford 0.24924; take and redouble to 4 wins the match */
        {"3-away against 2-away", 3, 2, 1, 0.24924},
        /* cube 2 to 4 at 4-away all: as 2-away 2-away after a pass, dead cube at 4 */
        {"4-away 4-away, cube 2", 4, 4, 2, 0.33130},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct match_state ms = score(rows[i].my_away, rows[i].their_away, rows[i].cube,
                                      rows[i].cube > 1 ? CUBE_THEIRS : CUBE_CENTRED);
        struct cube_model model = model_of(&ms);
        print_message("%s\n", rows[i].description);
        assert_near(cube_window(&model, wins(0.5)).take, rows[i].take, 2e-5);
    }
}

/* Written by another hand from the same theory. */
TEST(windows_agree_with_the_tables_take_points)
{
    for (int mine = 2; mine <= 15; mine++) {
        for (int theirs = 2; theirs <= 15; theirs++) {
            struct match_state ms = score(mine, theirs, 1, CUBE_CENTRED);
            struct cube_model model = model_of(&ms);
            assert_near(cube_window(&model, wins(0.5)).take,
                        take_point_live(met, &ms, NULL, NULL), 1e-6);
        }
    }
}

/* The taker of that double, 4-away, cashes at an even game: his cube is live up to .4 and
 * loses its whole inefficiency from .7. A roll that ends the game at once leaves him no
 * turn to redouble: it counts with its chance alone. */
TEST(a_free_cube_loses_value_where_its_turn_comes_too_late)
{
    static const struct {
        double p, x, ends; /* of the taker; the doubler wins at once with this chance */
        double share;      /* of the value of cashing */
    } rows[] = {
        {.30, .68, .0, .60},
        {.40, .68, .0, .80},
        {.40, .00, .0, .80}, /* whatever the class of the position */
        {.45, .70, .0, .90 - .05 * .45},
        {.50, .70, .0, 1.0 - .10 * .50},
        {.80, .70, .0, 1.0 - .30 * .20},
        {.80, .00, .0, .80}, /* dead */
        {.24, .68, .4, .48}, /* .4 in the other rolls: in time to redouble */
        {.40, .68, .6, .40}, /* too late: he wins all the others */
        {.40, .00, .6, .40},
    };
    struct match_state ms = score(4, 2, 2, CUBE_MINE);
    struct cube_model model = model_of(&ms);
    double cash = cube_result(&model, 1);
    double lose = cube_result(&model, -1);
    assert_true(model.has_free_side);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct cube_efficiencies x = cube_efficiencies_alike(rows[i].x);
        double values[CUBE_SLOTS_MAX];
        x.ends[CUBE_SIDE_THEIRS] = rows[i].ends;
        cube_values(&model, wins(rows[i].p), x, values);
        assert_near((values[0] - lose) / (cash - lose), rows[i].share, 1e-6);
    }
    /* likewise where the doubler decides */
    ms = score(2, 4, 2, CUBE_THEIRS);
    model = model_of(&ms);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct cube_efficiencies x = cube_efficiencies_alike(rows[i].x);
        double values[CUBE_SLOTS_MAX];
        x.ends[CUBE_SIDE_MINE] = rows[i].ends;
        cube_values(&model, wins(1.0 - rows[i].p), x, values);
        double worst = cube_result(&model, -1), best = cube_result(&model, 1);
        assert_near((best - values[0]) / (best - worst), rows[i].share, 1e-6);
    }
}

static struct outputs random_outputs(struct rng *rng)
{
    float win = (float)rng_unit(rng);
    float wg = win * (float)rng_unit(rng);
    float lg = (1.0F - win) * (float)rng_unit(rng);
    return (struct outputs){win, wg, wg * (float)rng_unit(rng), lg,
                            lg * (float)rng_unit(rng)};
}

static struct match_state random_state(struct rng *rng)
{
    static const enum cube_owner owners[] = {CUBE_MINE, CUBE_THEIRS};
    if (rng_below(rng, 4) == 0) {
        struct match_state ms = match_state_money();
        ms.owner = (enum cube_owner)rng_below(rng, 3);
        ms.cube = ms.owner == CUBE_CENTRED ? 1 : 2;
        ms.has_jacoby = rng_below(rng, 2) == 0;
        return ms;
    }
    int cube = 1 << rng_below(rng, 4);
    return score(1 + (int)rng_below(rng, 15), 1 + (int)rng_below(rng, 15), cube,
                 cube == 1 ? CUBE_CENTRED : owners[rng_below(rng, 2)]);
}

/* Without gammons, for money. Where a pass costs two games nobody passes, and a side
 * doubles when it has won, so that a centred cube doubles all stakes. Where mine's pass
 * costs two and theirs' one, theirs takes up to p = 5/6: -4 + 6 p at cube 2 is 1. */
TEST(prices_move_the_points_of_the_live_cube)
{
    static const struct {
        enum cube_owner owner;
        int price[2];
        double p, value;
    } rows[] = {
        {CUBE_CENTRED, {2, 2}, 0.5, 0.0},
        {CUBE_CENTRED, {2, 2}, 0.75, 1.0},
        {CUBE_CENTRED, {3, 3}, 0.75, 1.0},
        {CUBE_MINE, {2, 2}, 0.5, 0.5},
        {CUBE_THEIRS, {3, 2}, 0.5, -0.5},
        {CUBE_MINE, {2, 2}, 1.0, 1.0},
        {CUBE_CENTRED, {1, 1}, 0.8, 1.0},
        {CUBE_CENTRED, {2, 1}, 5.0 / 6.0, 1.0},
        {CUBE_CENTRED, {2, 1}, 5.0 / 12.0, -0.5},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct match_state ms = {.cube = 1, .owner = rows[i].owner};
        struct cube_model model = model_of(&ms);
        struct cube_efficiencies x = cube_efficiencies_alike(1.0);
        double values[CUBE_SLOTS_MAX];
        for (int side = 0; side < 2; side++) {
            x.price[side] = rows[i].price[side];
        }
        cube_values(&model, wins(rows[i].p), x, values);
        assert_near(values[0], rows[i].value, 1e-4);
    }
}

TEST(both_sides_see_the_same_game)
{
    struct rng rng;
    rng_seed(&rng, 1, 1);
    for (int i = 0; i < 20000; i++) {
        struct match_state ms = random_state(&rng);
        struct match_state swapped = match_state_swap(&ms);
        struct outputs o = random_outputs(&rng);
        struct cube_model model = model_of(&ms);
        struct cube_model mirror = model_of(&swapped);
        double values[CUBE_SLOTS_MAX];
        double mirrored[CUBE_SLOTS_MAX];
        struct cube_efficiencies x = cube_efficiencies_alike(0.68);
        struct cube_efficiencies flipped = x;
        for (int side = 0; side < 2; side++) {
            x.price[side] = flipped.price[1 - side] =
                i % 4 == 0 ? 1 + (i >> side) % 3 : 1;
        }
        cube_values(&model, o, x, values);
        cube_values(&mirror, outputs_flip(o), flipped, mirrored);
        int price = x.price[CUBE_SIDE_THEIRS];
        assert_near(values[0], -mirrored[0], 1e-5);
        assert_near(cube_best(&model, values, 0, CUBE_SIDE_MINE, price),
                    -cube_best(&mirror, mirrored, 0, CUBE_SIDE_THEIRS, price), 1e-5);
        assert_near(cube_equity(&model, values[0]), -cube_equity(&mirror, mirrored[0]),
                    1e-4);
    }
}

TEST(values_stay_between_the_worst_and_the_best_result)
{
    struct rng rng;
    rng_seed(&rng, 2, 1);
    for (int i = 0; i < 20000; i++) {
        struct match_state ms = random_state(&rng);
        struct cube_model model = model_of(&ms);
        double values[CUBE_SLOTS_MAX];
        cube_values(&model, random_outputs(&rng),
                    cube_efficiencies_alike(rng_unit(&rng)), values);
        for (int s = 0; s < model.slots; s++) {
            int level = model.slot[s].level;
            assert_true(values[s] >= model.result[level][0] - 1e-9);
            assert_true(values[s] <= model.result[level][6] + 1e-9);
        }
    }
}

TEST(it_is_better_to_own_the_cube)
{
    struct rng rng;
    rng_seed(&rng, 3, 1);
    for (int i = 0; i < 20000; i++) {
        struct match_state ms = random_state(&rng);
        ms.has_jacoby = false;
        struct outputs o = random_outputs(&rng);
        double by_owner[3];
        for (int owner = CUBE_CENTRED; owner <= CUBE_THEIRS; owner++) {
            double values[CUBE_SLOTS_MAX];
            ms.owner = (enum cube_owner)owner;
            struct cube_model model = model_of(&ms);
            cube_values(&model, o, cube_efficiencies_alike(1.0), values);
            by_owner[owner] = values[0];
        }
        assert_true(by_owner[CUBE_MINE] >= by_owner[CUBE_CENTRED] - 1e-9);
        assert_true(by_owner[CUBE_CENTRED] >= by_owner[CUBE_THEIRS] - 1e-9);
    }
}

TEST(a_won_game_is_worth_its_result)
{
    struct rng rng;
    rng_seed(&rng, 4, 1);
    for (int i = 0; i < 5000; i++) {
        struct match_state ms = random_state(&rng);
        struct cube_model model = model_of(&ms);
        int result = rng_below(&rng, 2) == 0 ? 1 + (int)rng_below(&rng, 3)
                                             : -1 - (int)rng_below(&rng, 3);
        double values[CUBE_SLOTS_MAX];
        cube_values(&model, outputs_of_result(result), cube_efficiencies_alike(0.68),
                    values);
        assert_near(values[0], cube_result(&model, result), 1e-9);
        assert_near(cube_best(&model, values, 0, CUBE_SIDE_THEIRS, 1), values[0], 1e-9);
    }
}

/* Gammon values at the score, in weights of the outputs: 2 * (gammon - win) / (win -
 * lose) of mwc. */
TEST(weights_know_what_gammons_are_worth)
{
    struct match_state money = match_state_money();
    struct cube_model model = model_of(&money);
    struct cube_weights w = cube_weights(&model, CUBE_SIDE_MINE);
    assert_float_equal(w.constant, -1.0F, 1e-6F);
    assert_float_equal(w.win, 2.0F, 1e-6F);
    assert_float_equal(w.win_gammon, 1.0F, 1e-6F);
    assert_float_equal(w.lose_backgammon, -1.0F, 1e-6F);
    struct match_state dmp = score(1, 1, 1, CUBE_CENTRED);
    model = model_of(&dmp);
    w = cube_weights(&model, CUBE_SIDE_THEIRS);
    assert_float_equal(w.win, 2.0F, 1e-6F);
    assert_float_equal(w.win_gammon, 0.0F, 1e-6F);
    assert_float_equal(w.lose_gammon, 0.0F, 1e-6F);
    struct match_state ms =
        score(2, 1, 1, CUBE_CENTRED); /* gammon wins, loss is loss */
    ms.is_crawford = true;
    model = model_of(&ms);
    w = cube_weights(&model, CUBE_SIDE_MINE);
    assert_float_equal(w.win_gammon, 2.0F, 1e-5F);
    assert_float_equal(w.lose_gammon, 0.0F, 1e-6F);
}

static double value_with(const struct match_state *ms, double win, double dmp, int slot)
{
    struct cube_model model = model_of(ms);
    struct cube_efficiencies efficiencies = cube_efficiencies_alike(0.68);
    double values[CUBE_SLOTS_MAX];
    efficiencies.dmp = dmp;
    cube_values(&model, wins(win), efficiencies, values);
    return values[slot];
}

TEST(where_gammons_count_nothing_the_chance_is_that_of_playing_only_to_win)
{
    struct match_state money = match_state_money();
    struct match_state dmp = score(1, 1, 1, CUBE_CENTRED);
    struct match_state two = score(2, 2, 1, CUBE_CENTRED);
    struct match_state far = score(7, 7, 1, CUBE_CENTRED);
    struct cube_model model = model_of(&two);
    assert_true(value_with(&money, 0.6, 0.02, 0) == value_with(&money, 0.6, 0.0, 0));
    assert_near(value_with(&dmp, 0.6, 0.02, 0), 2.0 * 0.62 - 1.0, 1e-6);
    assert_near(value_with(&dmp, 0.6, -0.7, 0), -1.0, 1e-6);
    /* a double at 2-away 2-away is for the match */
    assert_near(value_with(&two, 0.6, 0.02, model.root_doubled), 2.0 * 0.62 - 1.0,
                1e-6);
    assert_true(model.is_dmp[1] && !model.is_dmp[0] && model.has_dmp);
    assert_false(model_of(&far).has_dmp || model_of(&money).has_dmp);
    /* and is passed at the same chance there, so at less before it */
    double with = value_with(&two, 0.6, 0.02, 0);
    assert_near(with, value_with(&two, 0.62, 0.0, 0), 0.01);
    assert_true(with > value_with(&two, 0.6, 0.0, 0) + 0.01);
}

TEST_MAIN(open_table, close_table)
