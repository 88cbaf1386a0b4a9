/* The cube: published take points, the decisions at special scores, and laws that hold
 * at every score. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "engine/board/rng.h"
#include "engine/board/xgid.h"
#include "engine/cube/cube.h"
#include "engine/cube/cube_internal.h"
#include "engine/cube/met_internal.h"
#include "engine/cube/params.h"

#include "tests/unit/engine/cube/take_points.h"

static struct met *met;

static int open_table(void **state)
{
    (void)state;
    struct error err;
    met = met_open("weights/kazaross-xg2.met", &err);
    return met == NULL;
}

static int close_table(void **state)
{
    (void)state;
    met_close(met);
    return 0;
}

static void assert_near(double have, double want, double within)
{
    if (!(fabs(have - want) <= within)) {
        fail_msg("%.9g is not %.9g +- %.3g", have, want, within);
    }
}

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
    cube_decide(&model, ms, values, &decision);
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
    assert_int_equal(d.action, NO_DOUBLE);
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
    assert_int_equal(d.action, NO_DOUBLE);
}

static void the_trailer_doubles_at_once_after_the_crawford_game(void **state)
{
    (void)state;
    for (int away = 2; away <= 12; away++) {
        struct match_state ms = score(away, 1, 1, CUBE_CENTRED);
        for (double p = 0.02; p < 0.49; p += 0.02) {
            struct outputs o = {.win = (float)p, .win_gammon = (float)(0.3 * p)};
            assert_int_equal(decide(&ms, o).action, DOUBLE_TAKE);
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
    assert_int_equal(decide(&even, wins(0.49)).action, DOUBLE_TAKE);
    assert_int_equal(decide(&even, wins(0.51)).action, DOUBLE_PASS);
    struct match_state odd = score(3, 1, 1, CUBE_CENTRED);
    assert_int_equal(decide(&odd, wins(0.90)).action, DOUBLE_TAKE);
    assert_int_equal(decide(&odd, wins(0.99)).action, DOUBLE_PASS);
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
        assert_int_equal(d.action, NO_DOUBLE);
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
                         p < 0.5 ? DOUBLE_TAKE : DOUBLE_PASS);
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
        x.ends[SIDE_THEIRS] = rows[i].ends;
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
        {"even", {.win = 0.5F}, NO_DOUBLE},
        {"in the window", {.win = 0.76F}, DOUBLE_TAKE},
        {"cash", {.win = 0.85F}, DOUBLE_PASS},
        {"too good", {.win = 0.95F, .win_gammon = 0.6F}, TOO_GOOD},
        {"gammonish cash", {.win = 0.78F, .win_gammon = 0.15F}, DOUBLE_PASS},
        {"lost", {.win = 0.0F}, NO_DOUBLE},
        {"won", {.win = 1.0F}, DOUBLE_PASS},
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
    assert_int_equal(decide(&ms, o).action, TOO_GOOD);
    ms.has_jacoby = true;
    struct cube_decision d = decide(&ms, o);
    assert_int_equal(d.action, DOUBLE_PASS);
    assert_true(d.no_double <= 1.0F);
    struct match_state counted = match_state_money();
    assert_true(d.double_take == decide(&counted, o).double_take);
    ms.owner = CUBE_MINE; /* turned: they count again */
    ms.cube = 2;
    assert_int_equal(decide(&ms, o).action, TOO_GOOD);
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
    assert_int_equal(d.action, NO_DOUBLE);
    assert_false(decide(&ms, wins(0.70)).is_beaver);
}

/* A double by either side: taken .3, beavered .6. */
static void both_sides_are_beavered(void **state)
{
    (void)state;
    for (enum cube_side side = SIDE_MINE; side <= SIDE_THEIRS; side++) {
        double sign = side == SIDE_MINE ? 1.0 : -1.0;
        for (int has_beavers = 0; has_beavers <= 1; has_beavers++) {
            struct match_state ms = match_state_money();
            ms.has_beavers = has_beavers;
            struct cube_model model = model_of(&ms);
            double values[CUBE_SLOTS_MAX] = {-.5 * sign};
            values[model.slot[0].doubled[side]] = -.15 * sign;
            assert_near(cube_best(&model, values, 0, side),
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
        {.4, .4, DOUBLE_TAKE},
        {.4 + CUBE_TIE / 2, .4, DOUBLE_TAKE},
        {.4 + CUBE_TIE * 2, .4, NO_DOUBLE},
        {.9, 1.0 + CUBE_TIE / 2, DOUBLE_TAKE},
        {.9, 1.0 + CUBE_TIE * 2, DOUBLE_PASS},
        {1.0 + CUBE_TIE / 2, 1.2, DOUBLE_PASS},
        {1.0 + CUBE_TIE * 2, 1.2, TOO_GOOD},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct match_state ms = match_state_money();
        struct cube_model model = model_of(&ms);
        double values[CUBE_SLOTS_MAX] = {rows[i].rolls};
        struct cube_decision decision;
        values[model.root_doubled] = rows[i].take / 2.0;
        cube_decide(&model, &ms, values, &decision);
        assert_int_equal(decision.action, rows[i].want);
    }
}

/* "hint" of GNU Backgammon 1.07 at 0-ply: the probabilities of its own net and what its
 * cube analysis makes of them (no double; double, take), Kazaross-XG2. Left out are
 * scores where one side doubles for nothing, at which it mixes in a dead cube that
 * nobody would leave alone. */
/* clang-format off */
static const struct {
    const char *xgid;
    struct outputs outputs;
    double no_double, double_take;
} gnu_analyses[] = {
    {"XGID=-CBCcbBB-B-A-----c-a-bb-b-:0:0:1:00:0:0:0:0:10", {0.708192F, 0.354040F, 0.002096F, 0.034983F, 0.000989F}, 0.946604, 1.274669},
    {"XGID=-CBCcbBB-B-A-----c-a-bb-b-:0:0:1:00:1:2:0:5:10", {0.708192F, 0.354040F, 0.002096F, 0.034983F, 0.000989F}, 1.035542, 2.074814},
    {"XGID=-CBCcbBB-B-A-----c-a-bb-b-:0:0:1:00:3:8:0:11:10", {0.708192F, 0.354040F, 0.002096F, 0.034983F, 0.000989F}, 0.980032, 1.550323},
    {"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:3:10", {0.521514F, 0.153921F, 0.007563F, 0.129847F, 0.007546F}, 0.103300, -0.234465},
    {"XGID=-b----E-C---eE---c-e----B-:1:1:1:00:3:3:0:7:10", {0.521514F, 0.153921F, 0.007563F, 0.129847F, 0.007546F}, 0.329785, 0.127527},
    {"XGID=-b----E-C---eE---c-e----B-:2:1:1:00:3:4:0:9:10", {0.521514F, 0.153921F, 0.007563F, 0.129847F, 0.007546F}, 0.293104, 0.296002},
    {"XGID=aaB-BBB---B-bB---d-dBc-A--:1:1:1:00:0:0:0:0:10", {0.703061F, 0.309324F, 0.009362F, 0.062203F, 0.002192F}, 0.895194, 1.118906},
    {"XGID=aaB-BBB---B-bB---d-dBc-A--:0:0:1:00:2:5:0:7:10", {0.703061F, 0.309324F, 0.009362F, 0.062203F, 0.002192F}, 0.905991, 1.450027},
    {"XGID=-BC--CC-B----Bacaa-b-bbab-:0:0:1:00:0:0:0:0:10", {0.672765F, 0.000050F, 0.000000F, 0.000050F, 0.000000F}, 0.496124, 0.477130},
    {"XGID=-BC--CC-B----Bacaa-b-bbab-:0:0:1:00:1:2:0:5:10", {0.672765F, 0.000050F, 0.000000F, 0.000050F, 0.000000F}, 0.483644, 0.334730},
    {"XGID=-BC--CC-B----Bacaa-b-bbab-:0:0:1:00:3:8:0:11:10", {0.672765F, 0.000050F, 0.000000F, 0.000050F, 0.000000F}, 0.532142, 0.559257},
    {"XGID=---cC-D-D---bB----bdbB--b-:0:0:1:00:0:0:0:3:10", {0.583380F, 0.112363F, 0.003356F, 0.091994F, 0.001135F}, 0.308241, 0.108587},
    {"XGID=---cC-D-D---bB----bdbB--b-:1:1:1:00:3:3:0:7:10", {0.583380F, 0.112363F, 0.003356F, 0.091994F, 0.001135F}, 0.535017, 0.494249},
    {"XGID=---cC-D-D---bB----bdbB--b-:2:1:1:00:3:4:0:9:10", {0.583380F, 0.112363F, 0.003356F, 0.091994F, 0.001135F}, 0.447498, 0.492122},
    {"XGID=-CaBD-BC-b------a--bab-ccA:1:1:1:00:0:0:0:0:10", {0.660722F, 0.223559F, 0.004427F, 0.028546F, 0.000279F}, 0.745251, 0.810501},
    {"XGID=-CaBD-BC-b------a--bab-ccA:0:0:1:00:2:5:0:7:10", {0.660722F, 0.223559F, 0.004427F, 0.028546F, 0.000279F}, 0.805364, 0.961352},
};
/* clang-format on */

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
        cube_decide(&model, &at.ms, values, &d);
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
        cube_values(&model, o, cube_efficiencies_alike(0.68), values);
        cube_values(&mirror, outputs_flip(o), cube_efficiencies_alike(0.68), mirrored);
        assert_near(values[0], -mirrored[0], 1e-5);
        assert_near(cube_best(&model, values, 0, SIDE_MINE),
                    -cube_best(&mirror, mirrored, 0, SIDE_THEIRS), 1e-5);
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
        assert_near(cube_best(&model, values, 0, SIDE_THEIRS), values[0], 1e-9);
    }
}

/* Gammon values at the score, in weights of the outputs: 2 * (gammon - win) / (win -
 * lose) of mwc. */
static void weights_know_what_gammons_are_worth(void **state)
{
    (void)state;
    struct match_state money = match_state_money();
    struct cube_model model = model_of(&money);
    struct cube_weights w = cube_weights(&model, SIDE_MINE);
    assert_float_equal(w.constant, -1.0F, 1e-6F);
    assert_float_equal(w.win, 2.0F, 1e-6F);
    assert_float_equal(w.win_gammon, 1.0F, 1e-6F);
    assert_float_equal(w.lose_backgammon, -1.0F, 1e-6F);
    struct match_state dmp = score(1, 1, 1, CUBE_CENTRED);
    model = model_of(&dmp);
    w = cube_weights(&model, SIDE_THEIRS);
    assert_float_equal(w.win, 2.0F, 1e-6F);
    assert_float_equal(w.win_gammon, 0.0F, 1e-6F);
    assert_float_equal(w.lose_gammon, 0.0F, 1e-6F);
    struct match_state ms =
        score(2, 1, 1, CUBE_CENTRED); /* gammon wins, loss is loss */
    ms.is_crawford = true;
    model = model_of(&ms);
    w = cube_weights(&model, SIDE_MINE);
    assert_float_equal(w.win_gammon, 2.0F, 1e-5F);
    assert_float_equal(w.lose_gammon, 0.0F, 1e-6F);
}

static void efficiencies_go_by_class_and_by_plies_searched(void **state)
{
    (void)state;
    static const struct {
        const char *xgid;
        double efficiencies[4]; /* by plies: those of params.h */
    } rows[] = {
        {"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10",
         {.74, .72, .71, .71}}, /* contact */
        {"XGID=----BBDCBB------cccbbb----:0:0:1:00:0:0:0:0:10",
         {.79, .76, .70, .70}}, /* a race */
        {"XGID=-BBCCCB------------bcccbb-:0:0:1:00:0:0:0:0:10",
         {.73, .71, .61, .61}}, /* all home */
        {"XGID=-BBCCCB-----------------a-:0:0:1:00:0:0:0:0:10",
         {.0, .0, .0, .0}}, /* the opponent's last roll */
        {"XGID=-BBCCCB----------------aa-:0:0:1:00:0:0:0:0:10",
         {.0, .0, .0, .0}}, /* ... of two checkers */
        {"XGID=-BBCCCB-----------------c-:0:0:1:00:0:0:0:0:10",
         {.73, .71, .61, .61}}, /* three checkers need a double */
        {"XGID=-BBCCCB---------------a-a-:0:0:1:00:0:0:0:0:10",
         {.73, .71, .61, .61}}, /* 1-1 leaves the last one */
        {"XGID=-BBCCBBA-----------bcccbb-:0:0:1:00:0:0:0:0:10",
         {.79, .76, .70, .70}}, /* one not home */
        {"XGID=-BBCCCB-----------abcccba-:0:0:1:00:0:0:0:0:10",
         {.79, .76, .70, .70}}, /* of the other side */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct decision_context at;
        struct error err;
        if (!xgid_read(rows[i].xgid, &at, &err)) {
            fail_msg("%s", err.text);
        }
        for (int plies = 0; plies < 4; plies++) {
            assert_near(cube_efficiency(&at.pos, plies), rows[i].efficiencies[plies],
                        1e-9);
        }
    }
}

static struct cube_efficiencies efficiencies_in(const char *xgid, int plies, double win)
{
    struct decision_context at;
    struct error err;
    if (!xgid_read(xgid, &at, &err)) {
        fail_msg("%s", err.text);
    }
    return cube_efficiencies_at(&at.pos, plies, win);
}

/* 2-ply, a race: .70 + .02 for its owner's even chance, and .60 for each unit above. */
static void a_leader_owns_the_more_efficient_cube_in_races(void **state)
{
    static const char race[] = "XGID=----BBDCBB------cccbbb----:0:0:1:00:0:0:0:0:10";
    static const struct {
        double win, mine, theirs;
    } rows[] = {{.5, .72, .72}, {.7, .84, .60}, {.3, .60, .84}, {1., 1., .42}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct cube_efficiencies e = efficiencies_in(race, 2, rows[i].win);
        assert_near(e.of[CUBE_MINE], rows[i].mine, 1e-9);
        assert_near(e.of[CUBE_THEIRS], rows[i].theirs, 1e-9);
        assert_near(e.of[CUBE_CENTRED], .70, 1e-9);
        assert_near(e.free, .70, 1e-9);
    }
    assert_near(efficiencies_in(race, 0, .7).of[CUBE_MINE], .79 - .09 + .12, 1e-9);
    assert_near(efficiencies_in(race, 1, .7).of[CUBE_THEIRS], .76 - .06 - .12, 1e-9);
}

static void chances_count_neither_in_contact_nor_before_the_last_roll(void **state)
{
    static const struct {
        const char *xgid;
        double efficiency;
    } rows[] = {
        {"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", .71},
        {"XGID=-BBCCCB-----------------a-:0:0:1:00:0:0:0:0:10", .0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct cube_efficiencies e = efficiencies_in(rows[i].xgid, 2, .8);
        for (int owner = 0; owner < 3; owner++) {
            assert_near(e.of[owner], rows[i].efficiency, 1e-9);
        }
    }
}

/* Money equities of an ending whose cube has these lives: Janowski's live cube, 0.2 and
 * 0.8 being its points, adds p / 2 to its owner below the cash point and 2 (1 - p) above. */
static void efficiencies_of_an_ending_are_those_of_its_equities(void **state)
{
    (void)state;
    static const struct {
        const char *description;
        struct bearoff_equities equities;
        double centred, mine, theirs;
    } rows[] = {
        {"p = .6: .1, .3 and -.2 by live cubes",
         {.cubeless = .2F, .centred = .25F, .mine = .44F, .theirs = .1F},
         .centred = .375,
         .mine = .8,
         .theirs = .5},
        {"p = .5: a centred cube adds nothing, the mean of the others",
         {.cubeless = 0, .centred = 0, .mine = .225F, .theirs = -.1F},
         .centred = .65,
         .mine = .9,
         .theirs = .4},
        {"p = .01: the cube of the side on roll adds .005 at most",
         {.cubeless = -.98F, .centred = -.996F, .mine = -.979F, .theirs = -.99F},
         .centred = .8,
         .mine = CUBE_EFFICIENCY_UNKNOWN,
         .theirs = .5},
        {"p = .999: no cube adds .01",
         {.cubeless = .998F, .centred = 1.0F, .mine = 1.0F, .theirs = .9975F},
         .centred = CUBE_EFFICIENCY_UNKNOWN,
         .mine = CUBE_EFFICIENCY_UNKNOWN,
         .theirs = CUBE_EFFICIENCY_UNKNOWN},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        print_message("%s\n", rows[i].description);
        struct cube_efficiencies by_mine =
            cube_efficiencies_exact(&rows[i].equities, SIDE_MINE);
        struct cube_efficiencies by_theirs =
            cube_efficiencies_exact(&rows[i].equities, SIDE_THEIRS);
        assert_near(by_mine.of[CUBE_CENTRED], rows[i].centred, 1e-4);
        assert_near(by_mine.of[CUBE_MINE], rows[i].mine, 1e-4);
        assert_near(by_mine.of[CUBE_THEIRS], rows[i].theirs, 1e-4);
        assert_near(by_theirs.of[CUBE_CENTRED], rows[i].centred, 1e-4);
        assert_near(by_theirs.of[CUBE_MINE], rows[i].theirs, 1e-4);
        assert_near(by_theirs.of[CUBE_THEIRS], rows[i].mine, 1e-4);
    }
    assert_near(CUBE_EFFICIENCY_UNKNOWN, .60, 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(efficiencies_go_by_class_and_by_plies_searched),
        cmocka_unit_test(a_leader_owns_the_more_efficient_cube_in_races),
        cmocka_unit_test(chances_count_neither_in_contact_nor_before_the_last_roll),
        cmocka_unit_test(efficiencies_of_an_ending_are_those_of_its_equities),
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
        cmocka_unit_test(both_sides_see_the_same_game),
        cmocka_unit_test(values_stay_between_the_worst_and_the_best_result),
        cmocka_unit_test(it_is_better_to_own_the_cube),
        cmocka_unit_test(a_won_game_is_worth_its_result),
        cmocka_unit_test(weights_know_what_gammons_are_worth),
    };
    return cmocka_run_group_tests(tests, open_table, close_table);
}
