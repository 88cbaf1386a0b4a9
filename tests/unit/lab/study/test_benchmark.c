/* Judging evaluators on rolled-out decisions. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/board/movegen.h"
#include "engine/board/xgid.h"
#include "engine/eval/leaf_evaluator.h"
#include "lab/study/benchmark.h"
#include "lab/study/evaluation_source.h"

static void figures_are_what_their_header_says(void **state)
{
    (void)state;
    /* equity = 2 win - 1 here: the evaluator likes the second, .10 worse */
    const struct candidate candidates[2] = {
        {{.win = 0.60F}, 0.20, {.win = 0.60F}},
        {{.win = 0.55F}, 0.10, {.win = 0.65F}},
    };
    struct evaluation_result j = {.decisions = 0};
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

static void nothing_judged_gives_zeros(void **state)
{
    (void)state;
    struct evaluation_result j = {.decisions = 0};
    assert_true(benchmark_figures(&j).rating == 0.0);
}

static void difference_is_paired(void **state)
{
    (void)state;
    /* losses differ a lot from decision to decision, but always by .01 */
    const double one[4] = {0.01, 0.11, 0.31, 0.01};
    const double other[4] = {0.00, 0.10, 0.30, 0.00};
    struct benchmark_difference d = benchmark_difference(one, other, 4);
    assert_true(fabs(d.rating - 5.0) < 1e-9);
    assert_true(d.error < 1e-6);
}

static const struct {
    const char *xgid; /* mine is who has moved */
    enum benchmark_class class;
} classes[] = {
    {"XGID=-EEE--------------ccccc---:0:0:1:00:0:0:0:0:10", BENCHMARK_RACE},
    {"XGID=-aEEE-------------bbbbbbb-:0:0:1:00:0:0:0:0:10", BENCHMARK_BEARING_OFF},
    {"XGID=-a---DD-C--------bdcBcbB--:0:0:1:00:0:0:0:0:10", BENCHMARK_BACK_GAME},
    {"XGID=-----EE------c----ddAdA-AB:0:0:1:00:0:0:0:0:10", BENCHMARK_BACK_GAME},
    {"XGID=-b----E-B---eE---c-e----C-:0:0:1:00:0:0:0:0:10", BENCHMARK_THREE_BACK},
    {"XGID=-b----E-D---eE---c-e----A-:0:0:1:00:0:0:0:0:10", BENCHMARK_TWO_BACK},
    {"XGID=-a----E-D---eE---d-e----A-:0:0:1:00:0:0:0:0:10", BENCHMARK_ONE_BACK},
    {"XGID=------E-D--aeE---dAe------:0:0:1:00:0:0:0:0:10", BENCHMARK_OTHER},
};

static void classes_are_told_by_the_checkers(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++) {
        struct decision_context at;
        assert_true(xgid_read(classes[i].xgid, &at, NULL));
        enum benchmark_class class = benchmark_class_of(&at.pos);
        if (class != classes[i].class) {
            fail_msg("%s: %s", classes[i].xgid, benchmark_class_name(class));
        }
    }
}

/* ---- sources --------------------------------------------------------------------- */

enum { SIBLINGS = 12 };
static struct play_list list;

static void value(const char *spec, struct outputs out[SIBLINGS], int *chosen)
{
    struct error err = {""};
    struct position pos;
    struct evaluation_source *source = evaluation_source_open(spec, &err);
    assert_string_equal(err.text, "");
    assert_non_null(source);
    position_start(&pos);
    movegen_plays(&pos, (struct roll){4, 3}, &list);
    *chosen = evaluation_source_value(source, list.after, SIBLINGS, out, &err);
    evaluation_source_close(source);
}

static void each_ply_has_values_of_its_own(void **state)
{
    (void)state;
    struct outputs at_0[SIBLINGS];
    struct outputs at_1[SIBLINGS];
    int chosen;
    value("build/weights", at_0, &chosen);
    assert_int_equal(chosen, valuer_outputs_best(at_0, SIBLINGS));
    value("build/weights,ply=1", at_1, &chosen);
    assert_int_equal(chosen, valuer_outputs_best(at_1, SIBLINGS));
    for (int i = 0; i < SIBLINGS; i++) {
        float difference = equity_cubeless(at_0[i]) - equity_cubeless(at_1[i]);
        assert_true(difference != 0.0F && fabsf(difference) < 0.2F);
    }
}

static void filter_leaves_the_weaker_ones_behind(void **state)
{
    (void)state;
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

static void a_level_plays_as_it_does_in_a_game(void **state)
{
    (void)state;
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

static void a_roller_rolls_out_what_is_close(void **state)
{
    (void)state;
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

static void an_unknown_level_is_refused(void **state)
{
    (void)state;
    struct error err;
    assert_null(evaluation_source_open("build/weights,level=wizard", &err));
    assert_non_null(strstr(err.text, "wizard"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_are_what_their_header_says),
        cmocka_unit_test(nothing_judged_gives_zeros),
        cmocka_unit_test(difference_is_paired),
        cmocka_unit_test(classes_are_told_by_the_checkers),
        cmocka_unit_test(each_ply_has_values_of_its_own),
        cmocka_unit_test(filter_leaves_the_weaker_ones_behind),
        cmocka_unit_test(a_level_plays_as_it_does_in_a_game),
        cmocka_unit_test(a_roller_rolls_out_what_is_close),
        cmocka_unit_test(an_unknown_level_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
