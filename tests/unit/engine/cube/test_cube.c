/* The cube: published take points, decisions at special scores, and laws that hold at every
 * score. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "engine/board/decision_context.h"

#include "engine/board/position.h"
#include "tests/unit/engine/cube/cube_case.h"

static struct outputs wins(double p)
{
    return (struct outputs){.win = (float)p};
}

static struct match_state score(int my_away, int their_away, int cube,
                                enum cube_owner owner)
{
    enum { LENGTH = 15 };
    struct match_state ms =
        match_state_match(LENGTH, LENGTH - my_away, LENGTH - their_away, false);
    ms.cube = cube;
    ms.owner = owner;
    return ms;
}

static struct cube_model model_of(const struct match_state *ms)
{
    struct cube_model model;
    cube_model_init(&model, met, ms);
    return model;
}

static struct cube_decision decide(const struct match_state *ms, struct outputs o)
{
    struct cube_model model = model_of(ms);
    double values[CUBE_SLOTS_MAX];
    struct cube_decision decision;
    cube_values(&model, o, cube_efficiencies_alike(0.68), values);
    cube_decide(&model, ms, values, 1, &decision);
    return decision;
}

/* Janowski, "Take-Points in Money Games" (1993): live take point (L - 1/2) / (W + L +
 * 1/2), cash point (L + 1) / (W + L + 1/2); 20 % and 80 % without gammons. */
static void money_window_is_janowskis(void **state)
{
    (void)state;
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

/* With a dead cube the take point is 25 %: the double is taken at equity -1. */
static void money_take_point_with_a_dead_cube_is_a_quarter(void **state)
{
    (void)state;
    struct match_state ms = match_state_money();
    struct cube_model model = model_of(&ms);
    double values[CUBE_SLOTS_MAX];
    cube_values(&model, wins(0.75), cube_efficiencies_alike(0.0), values);
    assert_near(model.factor * values[model.root_doubled], 1.0, 1e-6);
}

/* Live cube values of an even money position without gammons: the owner's line goes
 * from -1 at 0 to +1 at 0.8. */
static void money_cube_is_worth_what_the_line_says(void **state)
{
    (void)state;
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
static void match_take_points_follow_from_the_table(void **state)
{
    (void)state;
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
static void windows_agree_with_the_tables_take_points(void **state)
{
    (void)state;
    for (int mine = 2; mine <= 15; mine++) {
        for (int theirs = 2; theirs <= 15; theirs++) {
            struct match_state ms = score(mine, theirs, 1, CUBE_CENTRED);
            struct cube_model model = model_of(&ms);
            assert_near(cube_window(&model, wins(0.5)).take,
                        take_point_live(met, &ms, NULL, NULL), 1e-6);
        }
    }
}

static void the_cube_is_dead_at_double_match_point(void **state)
{
    (void)state;
    struct match_state ms = score(1, 1, 1, CUBE_CENTRED);
    struct cube_decision d = decide(&ms, wins(0.7));
    assert_false(d.is_allowed);
    assert_int_equal(d.action, CUBE_NO_DOUBLE);
    assert_near((double)d.no_double, 0.4, 1e-6);
    assert_near((double)d.double_take, 0.4, 1e-6);
    ms = match_state_match(1, 0, 0, false);
    d = decide(&ms, (struct outputs){.win = 0.7F, .win_gammon = 0.7F});
    assert_near((double)d.no_double, 0.4, 1e-6);
}

static void nobody_doubles_in_the_crawford_game(void **state)
{
    (void)state;
    struct match_state ms = score(2, 1, 1, CUBE_CENTRED);
    ms.is_crawford = true;
    struct cube_decision d = decide(&ms, wins(0.75));
    assert_false(d.is_allowed);
    assert_int_equal(d.action, CUBE_NO_DOUBLE);
}

static void the_trailer_doubles_at_once_after_the_crawford_game(void **state)
{
    (void)state;
    for (int away = 2; away <= 12; away++) {
        struct match_state ms = score(away, 1, 1, CUBE_CENTRED);
        for (double p = 0.02; p < 0.49; p += 0.02) {
            struct outputs o = {.win = (float)p, .win_gammon = (float)(0.3 * p)};
            assert_int_equal(decide(&ms, o).action, CUBE_DOUBLE_TAKE);
        }
    }
}

/* A trailer an even number of points away gives the leader a free drop: one lost point
 * costs him little, so he passes when he is a shade worse than even. With an odd number
 * he takes nearly everything. */
static void the_leader_has_a_free_drop_at_even_scores(void **state)
{
    (void)state;
    struct match_state even = score(2, 1, 1, CUBE_CENTRED);
    assert_int_equal(decide(&even, wins(0.49)).action, CUBE_DOUBLE_TAKE);
    assert_int_equal(decide(&even, wins(0.51)).action, CUBE_DOUBLE_PASS);
    struct match_state odd = score(3, 1, 1, CUBE_CENTRED);
    assert_int_equal(decide(&odd, wins(0.90)).action, CUBE_DOUBLE_TAKE);
    assert_int_equal(decide(&odd, wins(0.99)).action, CUBE_DOUBLE_PASS);
}

static void a_player_who_needs_no_more_than_the_cube_does_not_double(void **state)
{
    (void)state;
    const struct match_state states[] = {
        score(1, 3, 1, CUBE_CENTRED), /* the leader after the Crawford game */
        score(2, 5, 2, CUBE_MINE),
        score(3, 9, 4, CUBE_MINE),
    };
    for (size_t i = 0; i < sizeof states / sizeof states[0]; i++) {
        struct cube_decision d = decide(&states[i], wins(0.75));
        assert_false(d.is_allowed);
        assert_int_equal(d.action, CUBE_NO_DOUBLE);
        assert_true(d.no_double >= d.double_take);
    }
}

/* A leader who has doubled to what he needs: the taker has nothing more to lose. */
static void the_taker_redoubles_at_once_when_the_cube_already_decides(void **state)
{
    (void)state;
    struct match_state ms = score(4, 2, 2, CUBE_MINE);
    for (double p = 0.05; p < 0.95; p += 0.08) { /* pass: 2-away 2-away, even */
        assert_int_equal(decide(&ms, wins(p)).action,
                         p < 0.5 ? CUBE_DOUBLE_TAKE : CUBE_DOUBLE_PASS);
    }
}

/* The taker of that double, 4-away, cashes at an even game: his cube is live up to .4 and
 * loses its whole inefficiency from .7. A roll that ends the game at once leaves him no
 * turn to redouble: it counts with its chance alone. */
static void a_free_cube_loses_value_where_its_turn_comes_too_late(void **state)
{
    (void)state;
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
}

static void money_actions_are_the_textbooks(void **state)
{
    (void)state;
    static const struct {
        const char *description;
        struct outputs o;
        enum cube_action action;
    } rows[] = {
        {"even", {.win = 0.5F}, CUBE_NO_DOUBLE},
        {"in the window", {.win = 0.76F}, CUBE_DOUBLE_TAKE},
        {"cash", {.win = 0.85F}, CUBE_DOUBLE_PASS},
        {"too good", {.win = 0.95F, .win_gammon = 0.6F}, CUBE_TOO_GOOD},
        {"gammonish cash", {.win = 0.78F, .win_gammon = 0.15F}, CUBE_DOUBLE_PASS},
        {"lost", {.win = 0.0F}, CUBE_NO_DOUBLE},
        {"won", {.win = 1.0F}, CUBE_DOUBLE_PASS},
    };
    struct match_state ms = match_state_money();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        print_message("%s\n", rows[i].description);
        assert_int_equal(decide(&ms, rows[i].o).action, rows[i].action);
    }
}

static void gammons_do_not_count_before_a_double_with_jacoby(void **state)
{
    (void)state;
    struct outputs o = {.win = 0.9F, .win_gammon = 0.6F, .lose_gammon = 0.05F};
    struct match_state ms = match_state_money();
    assert_int_equal(decide(&ms, o).action, CUBE_TOO_GOOD);
    ms.has_jacoby = true;
    struct cube_decision d = decide(&ms, o);
    assert_int_equal(d.action, CUBE_DOUBLE_PASS);
    assert_true(d.no_double <= 1.0F);
    struct match_state counted = match_state_money();
    assert_true(d.double_take == decide(&counted, o).double_take);
    ms.owner = CUBE_MINE; /* turned: they count again */
    ms.cube = 2;
    assert_int_equal(decide(&ms, o).action, CUBE_TOO_GOOD);
}

static void a_wrong_double_is_beavered(void **state)
{
    (void)state;
    struct match_state ms = match_state_money();
    float plain = decide(&ms, wins(0.40)).double_take;
    assert_false(decide(&ms, wins(0.40)).is_beaver);
    ms.has_beavers = true;
    struct cube_decision d = decide(&ms, wins(0.40));
    assert_true(d.is_beaver);
    assert_float_equal(d.double_take, 2.0F * plain, 1e-6F);
    assert_int_equal(d.action, CUBE_NO_DOUBLE);
    assert_false(decide(&ms, wins(0.70)).is_beaver);
}

/* A double by either side: taken .3, beavered .6. */
static void both_sides_are_beavered(void **state)
{
    (void)state;
    for (enum cube_side side = CUBE_SIDE_MINE; side <= CUBE_SIDE_THEIRS; side++) {
        double sign = side == CUBE_SIDE_MINE ? 1.0 : -1.0;
        for (int has_beavers = 0; has_beavers <= 1; has_beavers++) {
            struct match_state ms = match_state_money();
            ms.has_beavers = has_beavers;
            struct cube_model model = model_of(&ms);
            double values[CUBE_SLOTS_MAX] = {-.5 * sign};
            values[model.slot[0].doubled[side]] = -.15 * sign;
            assert_near(cube_best(&model, values, 0, side, 1),
                        (has_beavers ? -.5 : -.3) * sign, 1e-9);
        }
    }
}

/* Nearer than CUBE_TIE is equal: the doubler doubles, the taker takes. */
static void ties_are_for_doubling_and_for_taking(void **state)
{
    (void)state;
    static const struct {
        double rolls, take; /* equities */
        enum cube_action want;
    } rows[] = {
        {.4, .4, CUBE_DOUBLE_TAKE},
        {.4 + CUBE_TIE / 2, .4, CUBE_DOUBLE_TAKE},
        {.4 + CUBE_TIE * 2, .4, CUBE_NO_DOUBLE},
        {.9, 1.0 + CUBE_TIE / 2, CUBE_DOUBLE_TAKE},
        {.9, 1.0 + CUBE_TIE * 2, CUBE_DOUBLE_PASS},
        {1.0 + CUBE_TIE / 2, 1.2, CUBE_DOUBLE_PASS},
        {1.0 + CUBE_TIE * 2, 1.2, CUBE_TOO_GOOD},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct match_state ms = match_state_money();
        struct cube_model model = model_of(&ms);
        double values[CUBE_SLOTS_MAX] = {rows[i].rolls};
        struct cube_decision decision;
        values[model.root_doubled] = rows[i].take / 2.0;
        cube_decide(&model, &ms, values, 1, &decision);
        assert_int_equal(decision.action, rows[i].want);
    }
}

/* Its cube efficiency is .68 with contact, else .55 + .00125 a pip from .6 to .7, for every
 * owner; none of these positions is a bearoff. */
static struct cube_efficiencies efficiencies_of_gnu(const struct position *on_roll)
{
    double race = 0.55 + 0.00125 * position_pip_count(&on_roll->mine);
    return cube_efficiencies_alike(
        position_has_contact(on_roll) ? 0.68 : fmin(fmax(race, 0.6), 0.7));
}

static void cube_equities_agree_with_another_program(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof gnu_analyses / sizeof gnu_analyses[0]; i++) {
        struct decision_context at;
        struct error err;
        double values[CUBE_SLOTS_MAX];
        struct cube_decision d;
        assert_true(xgid_read(gnu_analyses[i].xgid, &at, &err));
        struct cube_model model = model_of(&at.ms);
        cube_values(&model, gnu_analyses[i].outputs, efficiencies_of_gnu(&at.pos),
                    values);
        cube_decide(&model, &at.ms, values, 1, &d);
        assert_near((double)d.no_double, gnu_analyses[i].no_double, 1e-3);
        assert_near((double)d.double_take, gnu_analyses[i].double_take, 1e-3);
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
static void prices_move_the_points_of_the_live_cube(void **state)
{
    (void)state;
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

static void both_sides_see_the_same_game(void **state)
{
    (void)state;
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

static void values_stay_between_the_worst_and_the_best_result(void **state)
{
    (void)state;
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

static void it_is_better_to_own_the_cube(void **state)
{
    (void)state;
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

static void a_won_game_is_worth_its_result(void **state)
{
    (void)state;
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
static void weights_know_what_gammons_are_worth(void **state)
{
    (void)state;
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

static void
where_gammons_count_nothing_the_chance_is_that_of_playing_only_to_win(void **state)
{
    (void)state;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(money_window_is_janowskis),
        cmocka_unit_test(money_take_point_with_a_dead_cube_is_a_quarter),
        cmocka_unit_test(money_cube_is_worth_what_the_line_says),
        cmocka_unit_test(match_take_points_follow_from_the_table),
        cmocka_unit_test(windows_agree_with_the_tables_take_points),
        cmocka_unit_test(the_cube_is_dead_at_double_match_point),
        cmocka_unit_test(nobody_doubles_in_the_crawford_game),
        cmocka_unit_test(the_trailer_doubles_at_once_after_the_crawford_game),
        cmocka_unit_test(the_leader_has_a_free_drop_at_even_scores),
        cmocka_unit_test(a_player_who_needs_no_more_than_the_cube_does_not_double),
        cmocka_unit_test(the_taker_redoubles_at_once_when_the_cube_already_decides),
        cmocka_unit_test(a_free_cube_loses_value_where_its_turn_comes_too_late),
        cmocka_unit_test(money_actions_are_the_textbooks),
        cmocka_unit_test(gammons_do_not_count_before_a_double_with_jacoby),
        cmocka_unit_test(a_wrong_double_is_beavered),
        cmocka_unit_test(both_sides_are_beavered),
        cmocka_unit_test(ties_are_for_doubling_and_for_taking),
        cmocka_unit_test(cube_equities_agree_with_another_program),
        cmocka_unit_test(prices_move_the_points_of_the_live_cube),
        cmocka_unit_test(both_sides_see_the_same_game),
        cmocka_unit_test(values_stay_between_the_worst_and_the_best_result),
        cmocka_unit_test(it_is_better_to_own_the_cube),
        cmocka_unit_test(a_won_game_is_worth_its_result),
        cmocka_unit_test(weights_know_what_gammons_are_worth),
        cmocka_unit_test(
            where_gammons_count_nothing_the_chance_is_that_of_playing_only_to_win),
    };
    return cmocka_run_group_tests(tests, open_table, close_table);
}
