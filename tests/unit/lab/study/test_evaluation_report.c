/* What `lab evaluate` says of two evaluators, from sums made by hand. */
#include <stdio.h>
#include <string.h>

#include "lab/study/evaluation.h"
#include "tests/unit/test_case.h"

/* The first evaluator plays the best, though it thinks as much of the other candidate; the
 * second one plays that in one of two decisions, which loses .1. */
static const struct rollout_candidate right[2] = {
    {{.win = 0.60F}, 0.20, {.win = 0.60F}, 0.03},
    {{.win = 0.55F}, 0.10, {.win = 0.60F}, 0.04},
};
static const struct rollout_candidate wrong[2] = {
    {{0.60F, 0, 0, 0, 0}, 0.20, {0.60F, .04F, .03F, .02F, .01F}, 0.03},
    {{.win = 0.55F}, 0.10, {.win = 0.65F}, 0.04},
};

static void write_report(bool is_json, char *text, size_t size)
{
    double losses[2][2];
    struct evaluation_verdict verdicts[2] = {
        {.name = "one", .ms = 1.5, .shows_ms = true, .losses = losses[0]},
        {.name = "two", .ms = 20.0, .shows_ms = false, .losses = losses[1]}};
    struct benchmark_sums perfect = {.decisions = 0};
    for (int n = 0; n < 2; n++) {
        losses[0][n] = benchmark_decision(&verdicts[0].all, right, 2, 0);
        losses[1][n] = benchmark_decision(&verdicts[1].all, wrong, 2, n);
        benchmark_perfect(&perfect, right, 2, n);
    }
    (void)benchmark_decision(&verdicts[1].by_first, wrong, 2, 0);
    (void)benchmark_decision(&verdicts[0].by_class[BENCHMARK_RACE], right, 2, 0);
    (void)benchmark_decision(&verdicts[1].by_class[BENCHMARK_RACE], wrong, 2, 1);
    const struct evaluation_report report = {.file = "set",
                                             .decisions = 2,
                                             .count = 2,
                                             .verdicts = verdicts,
                                             .perfect = &perfect};
    FILE *out = fmemopen(text, size, "w");
    (is_json ? evaluation_report_json : evaluation_report_print)(&report, out);
    (void)fclose(out);
}

/* By hand: the first one's errors are 0 and .1, the other's .04 and .2; of what is left of
 * their squares around the mean half of .03^2 + .04^2 is noise. */
TEST(tables_have_each_figure_in_its_column)
{
    static const char want[] =
        "| 2 decisions | PR | v. first | by first | RMSE | siblings | noise out | bias | win "
        "| gammon | backgammon | lost g. | lost bg. | ms |\n"
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- "
        "|\n"
        "| one | 0.00 +- 0.00 | | | 0.0707 | 0.1000 | 0.0612 +- 0.0000 | "
        "+0.0500 +- 0.0000 | 0.0354 | 0.0000 | 0.0000 | 0.0000 | 0.0000 | 1.5 |\n"
        "| two | 25.00 +- 17.68 | +25.00 +- 17.68 | 0.000 +- 0.000, 0.1600 | 0.1442 | "
        "0.1600 | 0.1075 +- 0.0000 | +0.1200 +- 0.0000 | 0.0707 | 0.0283 | 0.0212 | 0.0141 "
        "| 0.0071 | |\n"
        "| a perfect player | 0.93 | | | 0.0354 | 0.0500 | 0 | 0 | | | | | | |\n"
        "\n"
        "| PR, RMSE, siblings, noise out | race (1) | bearing off (0) | back game (0) | 3-4 "
        "back (0) | 2 back (0) | 1 back (0) | other (0) | holding (0) | mutual holding (0) "
        "| containment (0) | prime v. prime (0) |\n"
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n"
        "| one | 0.00, 0.0707, 0.1000, 0.0612 | | | | | | | | | | |\n"
        "| two | 50.00, 0.1442, 0.1600, 0.1075 | | | | | | | | | | |\n";
    char text[8192] = "";
    write_report(false, text, sizeof text);
    assert_string_equal(text, want);
}

TEST(members_have_the_same_figures)
{
    static const char *const wanted[] = {
        "{\"name\":\"two\",\"all\":{\"decisions\":2,\"candidates\":4,\"pr\":25.0,"
        "\"pr_error\":17.6777,\"rmse\":0.144222,\"sibling_rmse\":0.16,"
        "\"sibling_noise_out\":0.107471,\"sibling_noise_out_error\":0.0,\"bias\":0.12,"
        "\"bias_error\":0.0,\"output_rmse\":[0.0707107,0.0282843,0.0212132,0.0141421,"
        "0.00707107]},\"pr_above_first\":25.0,\"pr_above_first_error\":17.6777,"
        "\"by_first\":{\"decisions\":1,",
        ",\"ms\":1.5,\"classes\":{",
        ",\"ms\":null,\"classes\":{\"race\":{\"decisions\":1,\"candidates\":2,\"pr\":50.0,",
        "\"perfect\":{\"pr\":0.925,\"rmse\":0.0353553,\"sibling_rmse\":0.05}",
    };
    char text[8192] = "";
    write_report(true, text, sizeof text);
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        assert_non_null(strstr(text, wanted[i]));
    }
}

TEST_MAIN(NULL, NULL)
