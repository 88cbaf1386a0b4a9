/* Judging evaluators on rolled-out decisions. */
#include <math.h>
#include <string.h>

#include "engine/board/decision_context.h"
#include "engine/board/movegen.h"
#include "engine/board/position.h"
#include "engine/board/xgid.h"
#include "engine/eval/leaf_evaluator.h"
#include "lab/study/benchmark.h"
#include "lab/study/evaluation.h"
#include "tests/unit/engine/board/context.h"
#include "tests/unit/test_case.h"

TEST(figures_are_what_their_header_says)
{
    /* equity = 2 win - 1 here: the evaluator likes the second, .10 worse */
    const struct rollout_candidate candidates[2] = {
        {{.win = 0.60F}, 0.20, {.win = 0.60F}, 0},
        {{.win = 0.55F}, 0.10, {.win = 0.65F}, 0},
    };
    struct benchmark_sums j = {.decisions = 0};
    assert_int_equal(benchmark_best(candidates, 2), 0);
    assert_true(fabs(benchmark_decision(&j, candidates, 2, 1) - 0.1) < 1e-9);
    (void)benchmark_decision(&j, candidates, 2, 1);
    struct benchmark_figures f = benchmark_figures(&j);
    assert_true(fabs(f.rating - 50.0) < 1e-6);
    assert_true(fabs(f.rating_error) < 1e-6);
    assert_true(fabs(f.rmse - sqrt(0.02)) < 1e-6);  /* errors 0 and .2 */
    assert_true(fabs(f.sibling_rmse - 0.2) < 1e-6); /* difference wrong by .2 */
    assert_true(fabs(f.bias - 0.1) < 1e-6);
    assert_true(fabs(f.output_rmse[0] - sqrt(0.005)) < 1e-6);
}

TEST(each_output_has_an_error_of_its_own)
{
    const struct rollout_candidate candidates[1] = {
        {{.5F, .4F, .2F, .3F, .1F}, 0.0, {.51F, .42F, .23F, .34F, .15F}, 0}};
    struct benchmark_sums j = {.decisions = 0};
    (void)benchmark_decision(&j, candidates, 1, 0);
    struct benchmark_figures f = benchmark_figures(&j);
    for (int o = 0; o < 5; o++) {
        assert_true(fabs(f.output_rmse[o] - 0.01 * (o + 1)) < 1e-6);
    }
}

/* By hand: errors 0 and .2 make squares of .02 around their mean, of which half of .03^2
 * + .04^2 are noise; errors .1, -.1 and 0 make .02, two thirds of 3 x .06^2 noise. That
 * is .01875 and .0128 for 1 + 2 free differences: .03155 / 3. The decisions stand .00823
 * above and below that, so their sum is uncertain by .01164. */
TEST(noise_of_rollouts_is_taken_out_of_siblings)
{
    const struct rollout_candidate first[2] = {
        {{.win = 0.60F}, 0.20, {.win = 0.60F}, 0.03},
        {{.win = 0.55F}, 0.10, {.win = 0.65F}, 0.04},
    };
    const struct rollout_candidate second[3] = {
        {{.win = 0.50F}, 0.0, {.win = 0.55F}, 0.06},
        {{.win = 0.50F}, 0.0, {.win = 0.45F}, 0.06},
        {{.win = 0.50F}, 0.0, {.win = 0.50F}, 0.06},
    };
    struct benchmark_sums j = {.decisions = 0};
    (void)benchmark_decision(&j, first, 2, 0);
    (void)benchmark_decision(&j, second, 3, 0);
    struct benchmark_figures f = benchmark_figures(&j);
    assert_true(fabs(f.sibling - sqrt(0.03155 / 3.0)) < 1e-6);
    assert_true(fabs(f.sibling_error - 0.018923) < 1e-5);
    assert_true(fabs(f.bias - 0.04) < 1e-6); /* .2 of five candidates */
    assert_true(fabs(f.bias_error - 0.033941) < 1e-5);
    /* the RMSE of differences stays as it is measured */
    assert_true(fabs(f.sibling_rmse - sqrt((0.08 + 0.06) / 5.0)) < 1e-6);
}

/* Errors of no more than the rollouts' are no error. */
TEST(siblings_within_the_noise_have_no_error)
{
    const struct rollout_candidate candidates[2] = {
        {{.win = 0.60F}, 0.20, {.win = 0.61F}, 0.05},
        {{.win = 0.55F}, 0.10, {.win = 0.55F}, 0.05},
    };
    struct benchmark_sums j = {.decisions = 0};
    (void)benchmark_decision(&j, candidates, 2, 0);
    struct benchmark_figures f = benchmark_figures(&j);
    assert_true(f.sibling == 0.0);
    assert_true(isfinite(f.sibling_error));
}

/* Two candidates .01 apart, the difference known to .01: the second is best with
 * probability .15866 (normal distribution), and seems to lose .01 then. */
TEST(a_perfect_player_loses_what_rollouts_do_not_know)
{
    const struct rollout_candidate candidates[2] = {
        {.truth_equity = 0.11, .truth_error = 0.006},
        {.truth_equity = 0.10, .truth_error = 0.008},
    };
    const struct rollout_candidate sure[3] = {
        {.truth_equity = 0.09}, {.truth_equity = 0.11}, {.truth_equity = 0.10}};
    struct benchmark_sums j = {.decisions = 0};
    struct benchmark_sums known = {.decisions = 0};
    for (int n = 0; n < 400; n++) {
        benchmark_perfect(&j, candidates, 2, n);
        benchmark_perfect(&known, sure, 3, n);
    }
    struct benchmark_figures f = benchmark_figures(&j);
    assert_true(fabs(f.rating - 500.0 * 0.01 * 0.15866) < 0.02);
    /* a decision's loss is the mean of 1000 draws, of deviation .01 x .3654 */
    double error = 500.0 * 0.01 * 0.3654 / sqrt(1000.0 * 400.0);
    assert_true(f.rating_error > 0.8 * error && f.rating_error < 1.2 * error);
    assert_true(fabs(f.rmse - sqrt(0.00005)) < 1e-9);
    assert_true(fabs(f.sibling_rmse - 0.01) < 1e-9); /* of their difference */
    assert_true(benchmark_figures(&known).rating == 0.0);
}

TEST(nothing_judged_gives_zeros)
{
    struct benchmark_sums j = {.decisions = 0};
    assert_true(benchmark_figures(&j).rating == 0.0);
}

TEST(difference_is_paired)
{
    /* losses differ a lot from decision to decision, but always by .01 */
    const double one[4] = {0.01, 0.11, 0.31, 0.01};
    const double other[4] = {0.00, 0.10, 0.30, 0.00};
    struct benchmark_difference d = benchmark_difference(one, other, 4);
    assert_true(fabs(d.rating - 5.0) < 1e-9);
    assert_true(d.error < 1e-6);
}

/* ---- cube actions ---------------------------------------------------------------- */

/* By hand, with double/pass always +1. */
static const struct {
    struct cube_values truth;
    struct cube_values value;
    double loss[2]; /* of doubling or not, of the answer */
} cubes[] = {
    {{.4, .5, 1, {0}}, {.5, .4, 1, {0}}, {.1, 0}}, /* a double missed */
    {{.6, .5, 1, {0}}, {.5, .6, 1, {0}}, {.1, 0}}, /* doubled too early */
    {{.9, 1.2, 1, {0}},
     {.8, .9, 1, {0}},
     {0, .2}}, /* doubled and taken: it is a pass */
    {{.7, .9, 1, {0}}, {.8, 1.1, 1, {0}}, {0, .1}},   /* passed: it is a take */
    {{1.1, 1.3, 1, {0}}, {.9, 1.2, 1, {0}}, {.1, 0}}, /* too good to double */
    {{.2, .1, 1, {0}}, {.2, .1, 1, {0}}, {0, 0}},
};
enum { CUBES = sizeof cubes / sizeof cubes[0] };

TEST(cube_actions_lose_what_the_truth_says)
{
    struct benchmark_cube_sums j = {.count = 0};
    for (int i = 0; i < CUBES; i++) {
        double loss[2];
        benchmark_cube_decision(&j, &cubes[i].truth, &cubes[i].value, loss);
        for (int k = 0; k < 2; k++) {
            if (fabs(loss[k] - cubes[i].loss[k]) > 1e-9) {
                fail_msg("case %d loses %.3f", i, loss[k]);
            }
        }
    }
    const struct benchmark_cube_figures f = benchmark_cube_figures(&j);
    /* no double: .1 -.1 -.1 .1 -.2 0; double/take: -.1 .1 -.3 .2 -.1 0 */
    assert_true(fabs(f.bias[0] - -0.2 / 6) < 1e-9);
    assert_true(fabs(f.bias[1] - -0.2 / 6) < 1e-9);
    assert_true(fabs(f.rmse[0] - sqrt(0.08 / 6)) < 1e-9);
    assert_true(fabs(f.rmse[1] - sqrt(0.16 / 6)) < 1e-9);
    assert_true(fabs(f.bias_error[0] - sqrt((0.08 / 6 - 0.04 / 36) / 6)) < 1e-9);
    assert_true(fabs(f.rating[0] - 500 * 0.3 / 6) < 1e-9);
    assert_true(fabs(f.rating[1] - 500 * 0.3 / 6) < 1e-9);
    assert_true(fabs(f.rating_error[0] - 500 * sqrt((0.03 / 6 - 0.0025) / 6)) < 1e-9);
    assert_true(fabs(f.rating_error[1] - 500 * sqrt((0.05 / 6 - 0.0025) / 6)) < 1e-9);
}

/* What an error costs is the truth's difference, not the evaluator's. */
TEST(equals_are_not_doubled_and_are_taken)
{
    const struct cube_values truth = {.5, 1.3, 1, {0}}, even = {.9, .9, 1, {0}},
                             edge = {.9, 1, 1, {0}};
    struct benchmark_cube_sums j = {.count = 0};
    double loss[2];
    benchmark_cube_decision(&j, &truth, &even, loss);
    assert_true(fabs(loss[0] - .5) < 1e-9);
    benchmark_cube_decision(&j, &truth, &edge, loss);
    assert_true(loss[0] == 0.0 && fabs(loss[1] - .3) < 1e-9);
}

/* The evaluator is off by .05, the rollouts by .03 and .06. */
TEST(noise_of_rollouts_is_not_the_evaluators)
{
    const struct cube_values truth = {.4, .5, 1, {.03, .06}};
    const struct cube_values value = {.45, .45, 1, {0}};
    struct benchmark_cube_sums j = {.count = 0};
    benchmark_cube_decision(&j, &truth, &value, NULL);
    const struct benchmark_cube_figures f = benchmark_cube_figures(&j);
    assert_true(fabs(f.rmse[0] - .04) < 1e-9);
    assert_true(f.rmse[1] == 0.0);
    assert_true(fabs(f.bias[0] - .05) < 1e-9);
}

/* Of a single position there are no siblings, and nothing is lost. */
TEST(single_position_has_error_and_bias)
{
    struct benchmark_sums j = {.decisions = 0};
    const struct rollout_candidate single = {.truth = {.5F, 0, 0, 0, 0},
                                             .truth_equity = 0.0,
                                             .value = {.55F, 0, 0, 0, 0},
                                             .truth_error = 0.02};
    assert_true(benchmark_decision(&j, &single, 1, 0) == 0.0);
    const struct benchmark_figures f = benchmark_figures(&j);
    assert_true(fabs(f.rmse - .1) < 1e-6 && fabs(f.bias - .1) < 1e-6);
    assert_true(f.sibling_rmse == 0.0 && f.sibling == 0.0 && f.rating == 0.0);
}

TEST(cubes_are_told_apart_by_owner_and_score)
{
    static const struct {
        const char *xgid;
        bool is[BENCHMARK_CUBES]; /* money, match, centred, owned, free redouble */
    } cases[] = {
        {"XGID=-a----E-D---eE---d-e----A-:0:0:1:00:0:0:0:7:10",
         {false, true, true, false, false}},
        {"XGID=-a----E-D---eE---d-e----A-:1:1:1:00:0:0:0:7:10",
         {false, true, false, true, false}},
        /* 2 away against 3 away: 2 points win for one only */
        {"XGID=-a----E-D---eE---d-e----A-:0:0:1:00:5:4:0:7:10",
         {false, true, true, false, true}},
        {"XGID=-a----E-D---eE---d-e----A-:0:0:1:00:5:5:0:7:10",
         {false, true, true, false, false}},
        {"XGID=-a----E-D---eE---d-e----A-:1:1:1:00:3:2:0:7:10",
         {false, true, false, true, true}},
        {"XGID=-a----E-D---eE---d-e----A-:0:0:1:00:0:0:0:0:10",
         {true, false, true, false, false}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct decision_context at = context(cases[i].xgid);
        for (int c = 0; c < BENCHMARK_CUBES; c++) {
            if (benchmark_cube_is((enum benchmark_cube)c, &at.ms) != cases[i].is[c]) {
                fail_msg("%s: %s", cases[i].xgid,
                         benchmark_cube_name((enum benchmark_cube)c));
            }
        }
    }
}

/* ---- classes --------------------------------------------------------------------- */

/* clang-format off */
static const struct {
    const char *xgid;             /* mine is who has moved */
    enum benchmark_class stage;   /* the one up to BENCHMARK_OTHER */
    enum benchmark_class kind[2]; /* the others; BENCHMARK_CLASSES: none */
} classes[] = {
    {"XGID=-EEE--------------ccccc---:0:0:1:00:0:0:0:0:10", BENCHMARK_RACE, {BENCHMARK_CLASSES, BENCHMARK_CLASSES}},
    {"XGID=-aEEE-------------bbbbbbb-:0:0:1:00:0:0:0:0:10", BENCHMARK_BEARING_OFF, {BENCHMARK_CLASSES, BENCHMARK_CLASSES}},
    {"XGID=-a---DD-C--------bdcBcbB--:0:0:1:00:0:0:0:0:10", BENCHMARK_BACK_GAME, {BENCHMARK_CLASSES, BENCHMARK_CLASSES}},
    {"XGID=-----EE------c----ddAdA-AB:0:0:1:00:0:0:0:0:10", BENCHMARK_BACK_GAME, {BENCHMARK_CLASSES, BENCHMARK_CLASSES}},
    {"XGID=-b----E-B---eE---c-e----C-:0:0:1:00:0:0:0:0:10", BENCHMARK_THREE_BACK, {BENCHMARK_CLASSES, BENCHMARK_CLASSES}},
    {"XGID=-b----E-A---eE---c-e----D-:0:0:1:00:0:0:0:0:10", BENCHMARK_THREE_BACK, {BENCHMARK_CLASSES, BENCHMARK_CLASSES}},
    {"XGID=-b----E-B---eD---cBeB-----:0:0:1:00:0:0:0:0:10", BENCHMARK_TWO_BACK, {BENCHMARK_HOLDING, BENCHMARK_CLASSES}},
    {"XGID=-b----E-D---eE---c-e----A-:0:0:1:00:0:0:0:0:10", BENCHMARK_TWO_BACK, {BENCHMARK_CLASSES, BENCHMARK_CLASSES}},
    {"XGID=-a----E-D---eE---d-e----A-:0:0:1:00:0:0:0:0:10", BENCHMARK_ONE_BACK, {BENCHMARK_CLASSES, BENCHMARK_CLASSES}},
    {"XGID=------E-D--aeE---dAe------:0:0:1:00:0:0:0:0:10", BENCHMARK_OTHER, {BENCHMARK_CLASSES, BENCHMARK_CLASSES}},
    {"XGID=-b----E-C---eE---c-eB-----:0:0:1:00:0:0:0:0:10", BENCHMARK_TWO_BACK, {BENCHMARK_HOLDING, BENCHMARK_CLASSES}},
    {"XGID=-----bE-C---eE---c-eB-----:0:0:1:00:0:0:0:0:10", BENCHMARK_TWO_BACK, {BENCHMARK_MUTUAL_HOLDING, BENCHMARK_CLASSES}},
    {"XGID=--b-BBBB----eE----bbbb-B--:0:0:1:00:0:0:0:0:10", BENCHMARK_TWO_BACK, {BENCHMARK_CONTAINMENT, BENCHMARK_PRIME_V_PRIME}},
};
/* clang-format on */

TEST(classes_are_told_by_the_checkers)
{
    for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++) {
        struct decision_context at = context(classes[i].xgid);
        for (int c = 0; c < BENCHMARK_CLASSES; c++) {
            const enum benchmark_class class = (enum benchmark_class)c;
            const bool expected = class == classes[i].stage ||
                                  class == classes[i].kind[0] ||
                                  class == classes[i].kind[1];
            const struct position swapped = position_swap(&at.pos);
            if (benchmark_class_is(class, &at.pos) != expected ||
                benchmark_class_is(class, &swapped) != expected) {
                fail_msg("%s: %s", classes[i].xgid, benchmark_class_name(class));
            }
        }
    }
}

/* Former reports have them. */
TEST(classes_and_cubes_keep_their_names)
{
    char text[256] = "";
    for (int c = 0; c < BENCHMARK_CLASSES; c++) {
        (void)strcat(strcat(text, benchmark_class_name((enum benchmark_class)c)), ";");
    }
    for (int c = 0; c < BENCHMARK_CUBES; c++) {
        (void)strcat(strcat(text, benchmark_cube_name((enum benchmark_cube)c)), ";");
    }
    assert_string_equal(
        text, "race;bearing off;back game;3-4 back;2 back;1 back;other;holding;"
              "mutual holding;containment;prime v. prime;"
              "money;match;centred;owned;free redouble;");
}

/* ---- sources --------------------------------------------------------------------- */

enum { SIBLINGS = 12 };
static struct play_list list;

static void value(const char *spec, struct outputs out[SIBLINGS], int *chosen)
{
    struct error err = {0};
    struct position pos;
    struct evaluation_source *source = evaluation_source_open(spec, &err);
    assert_string_equal(err.text, "");
    assert_non_null(source);
    position_start(&pos);
    movegen_plays(&pos, (struct roll){4, 3}, &list);
    *chosen = evaluation_source_value(source, list.after, SIBLINGS, out, &err);
    evaluation_source_close(source);
}

TEST(each_ply_has_values_of_its_own)
{
    struct outputs at_0[SIBLINGS];
    struct outputs at_1[SIBLINGS];
    int chosen;
    value("build/weights", at_0, &chosen);
    assert_int_equal(chosen, leaf_evaluator_best(at_0, SIBLINGS));
    value("build/weights,ply=1", at_1, &chosen);
    assert_int_equal(chosen, leaf_evaluator_best(at_1, SIBLINGS));
    for (int i = 0; i < SIBLINGS; i++) {
        float difference = equity_cubeless(at_0[i]) - equity_cubeless(at_1[i]);
        assert_true(difference != 0.0F && fabsf(difference) < 0.2F);
    }
}

TEST(filter_leaves_the_weaker_ones_behind)
{
    struct outputs full[SIBLINGS];
    struct outputs filtered[SIBLINGS];
    struct outputs at_0[SIBLINGS];
    int chosen;
    value("build/weights", at_0, &chosen);
    value("build/weights,ply=1", full, &chosen);
    value("build/weights,ply=1,filter=2+1/.01", filtered, &chosen);
    int deep = 0;
    for (int i = 0; i < SIBLINGS; i++) {
        float equity = equity_cubeless(filtered[i]);
        bool is_deep = equity == equity_cubeless(full[i]);
        deep += is_deep;
        assert_true(is_deep || fabsf(equity - equity_cubeless(at_0[i])) < 1e-6F);
    }
    assert_in_range(deep, 2, 3);
    assert_true(equity_cubeless(filtered[chosen]) == equity_cubeless(full[chosen]));
}

TEST(a_level_plays_as_it_does_in_a_game)
{
    struct outputs searched[SIBLINGS];
    struct outputs level[SIBLINGS];
    int chosen;
    value("build/weights,ply=1,filter=fibsbot", searched, &chosen);
    value("build/weights,level=grandmaster", level, &chosen);
    for (int i = 0; i < SIBLINGS; i++) {
        assert_true(fabsf(equity_cubeless(level[i]) - equity_cubeless(searched[i])) <
                    1e-6F);
    }
}

TEST(a_roller_rolls_out_what_is_close)
{
    struct outputs searched[SIBLINGS];
    struct outputs rolled[SIBLINGS];
    int chosen;
    value("build/weights,level=world-class", searched, &chosen);
    value("build/weights,level=roller", rolled, &chosen);
    int differ = 0;
    for (int i = 0; i < SIBLINGS; i++) {
        float difference = equity_cubeless(rolled[i]) - equity_cubeless(searched[i]);
        differ += difference != 0.0F;
        assert_true(fabsf(difference) < 0.1F);
    }
    assert_in_range(differ, 2, SIBLINGS - 1);
}

TEST(an_unknown_level_is_refused)
{
    struct error err;
    assert_null(evaluation_source_open("build/weights,level=wizard", &err));
    assert_non_null(strstr(err.text, "wizard"));
}

TEST_MAIN(NULL, NULL)
