/* Why the decisions of a real match lose. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/board/position.h"
#include "explain/explain.h"
#include "match/match_explain.h"
#include "match/match_report_internal.h"
#include "tests/unit/engine/shipped_engine.h"
#include "tests/unit/printed.h"
#include "tests/unit/test_case.h"

static struct match_turns *turns;
static struct match_analysis *analysis;

static int analyse_match(void **state)
{
    struct error err;
    struct strength strength = strength_default();
    strength.play_ply = strength.cube_ply = 0;
    turns = match_turns_read("tests/data/matches/galaxy.txt", &err);
    if (open_engine(state) != 0 || turns == NULL) {
        return 1;
    }
    analysis = match_analysis_new(eng, scratch, turns);
    match_analysis_set_strength(analysis, RECORD_ME, &strength);
    match_analysis_set_strength(analysis, RECORD_OPPONENT, &strength);
    while (match_analysis_step(analysis)) {
    }
    return 0;
}

static int free_match(void **state)
{
    match_analysis_free(analysis);
    match_turns_free(turns);
    return close_engine(state);
}

static bool begins_with(const char *text, const char *first, const char *then)
{
    size_t length = strlen(first);
    return strncmp(text, first, length) == 0 &&
           strncmp(text + length, then, strlen(then)) == 0;
}

/* The first sentence names the better play. */
static void assert_about_play(int i, const char *text)
{
    char better[NOTATION_SIZE];
    match_report_better(&turns->turns[i], match_analysis_turn(analysis, i), better);
    if (!begins_with(text, better, " ") && !begins_with(text, "After ", better) &&
        !begins_with(text, "Both plays hit. ", better)) {
        fail_msg("%s is not about %s", text, better);
    }
    assert_int_equal(text[strlen(text) - 1], '.');
}

TEST(errors_of_plays_are_explained_and_small_losses_are_not)
{
    int explained = 0, errors = 0;
    for (int i = 0; i < turns->count; i++) {
        const struct match_analysed_turn *done = match_analysis_turn(analysis, i);
        char text[EXPLAIN_SIZE];
        if (turns->turns[i].type != RECORD_CELL_PLAY) {
            continue;
        }
        match_explain(turns, analysis,
                      &(struct match_worst_decision){i, false, done->loss}, text);
        if (done->loss < MATCH_EXPLAIN_LEAST) {
            assert_string_equal(text, "");
        } else {
            errors++;
            explained += text[0] != '\0';
        }
        if (text[0] != '\0') {
            assert_about_play(i, text);
        }
    }
    assert_true(errors > 5);
    assert_true(4 * explained >= 3 * errors);
}

/* The best play gives up wins for gammons. */
TEST(gammons_of_a_match_without_a_cube_have_the_prices_of_its_table)
{
    const struct match_worst_decision first = {.turn = 0};
    struct match_analysed_turn traded = *match_analysis_turn(analysis, 0);
    struct match_analysis *other = match_analysis_new(eng, scratch, turns);
    assert_non_null(other);
    traded.loss = 0.1;
    traded.detail.made = 1;
    traded.detail.play[0].outputs = (struct outputs){.win = 0.5F, .win_gammon = 0.3F};
    traded.detail.play[1].outputs = (struct outputs){.win = 0.6F, .win_gammon = 0.1F};
    match_analysis_restore(other, &traded);
    for (int i = 0; i < 2; i++) {
        struct explain_play play;
        struct explain_reasons reasons;
        turns->heading.has_no_cube = i == 1;
        explain_play_prices(&play, engine_met_of(eng, i == 1), &turns->turns[0].ms);
        match_explain_reasons(turns, other, &first, &reasons);
        const struct explain_reason *last = &reasons.reason[reasons.count - 1];
        assert_int_equal(last->kind, EXPLAIN_TRADES_WINS);
        assert_true(last->number[2] == play.gammon_won);
    }
    turns->heading.has_no_cube = false;
    match_analysis_free(other);
}

/* As a pass that gave up the same chances: seen by the taker, not by the doubler. */
TEST(an_answer_is_explained_from_the_side_that_answers)
{
    int seen = 0;
    for (int i = 0; i < turns->count; i++) {
        const struct match_turn *turn = &turns->turns[i];
        if (turn->type != RECORD_CELL_TAKE && turn->type != RECORD_CELL_DROP) {
            continue;
        }
        const struct outputs *doublers =
            &match_analysis_turn(analysis, i)->detail.cube.outputs;
        const struct match_worst_decision as_error = {i, false, 0.1};
        struct explain_reasons reasons;
        match_explain_reasons(turns, analysis, &as_error, &reasons);
        if (reasons.count > 0) {
            assert_true(reasons.reason[0].number[0] == (double)(1.0F - doublers->win));
            assert_string_equal(reasons.subject, "");
            seen++;
        }
    }
    assert_true(seen > 0);
}

/* 4 away, 2 away, the trailer doubles: what a gammon costs is what the trailer wins by one, the
 * match; the taker's own gammons are worth nothing. Chances to take are those of a dead cube. */
TEST(a_pass_is_weighed_by_what_the_taker_may_lose)
{
    const struct match_state ms = match_state_match(7, 3, 5, false);
    const struct met *met = engine_met(eng);
    const struct cube_decision cube = {.no_double = 0.8F,
                                       .double_take = 0.9F,
                                       .double_pass = 1.0F,
                                       .outputs = {.win = 0.55F, .win_gammon = 0.25F}};
    struct position start;
    struct explain_reasons reasons;
    position_start(&start);
    match_explain_cube(eng, &start, &ms, &cube, true, &reasons);
    double passed = met_mwc_after(met, &ms, 1), won = met_mwc_after(met, &ms, 2);
    double lost = met_mwc_after(met, &ms, -2);
    assert_int_equal(reasons.count, 2);
    const double *enough = reasons.reason[0].number, *price = reasons.reason[1].number;
    assert_float_equal(enough[0], 0.45, 1e-6);
    assert_true(fabs(enough[1] - (won - passed) / (won - lost)) < 1e-5);
    assert_true(fabs(price[0] - (1.0 - won) / (won - lost)) < 1e-5);
    assert_float_equal(price[1], 0.25, 1e-6);
    assert_float_equal(price[2], 0.1, 1e-6);
    const struct match_state money = match_state_money();
    match_explain_cube(eng, &start, &money, &cube, true, &reasons);
    assert_float_equal(enough[1], 0.25, 1e-5);
}

TEST(a_text_is_printed_in_lines)
{
    FILE *file = printed_begin();
    match_explain_print("It wins 9.0 % instead of 8.1 %, and more.", 2, 14, file);
    match_explain_print("", 2, 14, file);
    assert_string_equal(printed_end(file),
                        "  It wins 9.0 %\n  instead of\n  8.1 %, and\n  more.\n");
}

TEST_MAIN(analyse_match, free_match)
