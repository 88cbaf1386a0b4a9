/* Rollouts of decisions: the text that people read and the JSON of scripts say the same,
 * and what the rollout found. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "bot/analyse/decision_rollout.h"
#include "engine/board/movegen.h"
#include "tests/unit/bot/analyse/analyser_fixture.h"
#include "tests/unit/printed.h"

static struct rollout_request request;
static struct decision_rollout result;
static struct analysis analysis;
static bool has_beavers;
static char *text;
static json_t *json;

/* All of the doubler are home, none of the other. */
static const char ahead_doubled[] =
    "XGID=-------CCCCC-------cccbbb-:0:0:-1:D:0:0:0:0:10";

static char *print(const char *id, bool is_json)
{
    FILE *out = printed_begin();
    if (is_json) {
        assert_true(decision_rollout_print_json(&result, id, out));
    } else {
        decision_rollout_print(&result, id, out);
    }
    return printed_end(out);
}

static void set_request(int trials)
{
    request = (struct rollout_request){
        .settings = rollout_default(), .cube_ply = 0, .candidates = 3, .within = 1.0};
    request.settings.trials = trials;
    request.settings.horizon = 3;
    request.settings.threads = 1;
    request.settings.seed = 1;
}

static void roll_out(const char *id, const char *played)
{
    const struct decision_rollout_control control = {0};
    struct decision_context at;
    struct error err = {0};
    assert_true(analysis_read(id, &at, &err));
    at.ms.has_beavers = has_beavers;
    analyser.played = played;
    analysis_make(&analyser, &at, &analysis);
    assert_good(
        decision_rollout_make(&analyser, &request, &analysis, &control, &result, &err),
        &err);
    text = print(id, false);
    json = json_loads(print(id, true), 0, NULL);
    assert_non_null(json);
}

static int end_rollout(void **state)
{
    json_decref(json);
    decision_rollout_free(&result);
    json = NULL;
    has_beavers = false;
    return 0;
}

#define CASE(claim) TEST_WITH(claim, NULL, end_rollout)

static bool is_true(const json_t *object, const char *key)
{
    assert_true(json_is_boolean(json_object_get(object, key)));
    return json_is_true(json_object_get(object, key));
}

static const char *word(const json_t *object, const char *key)
{
    assert_true(json_is_string(json_object_get(object, key)));
    return json_string_value(json_object_get(object, key));
}

/* The text, with the numbers of the arguments. */
__attribute__((format(printf, 1, 2))) static void assert_said(const char *form, ...)
{
    char wanted[300];
    va_list arguments;
    va_start(arguments, form);
    (void)vsnprintf(wanted, sizeof wanted, form, arguments);
    va_end(arguments);
    assert_holds(text, wanted);
}

static void assert_is_of_rollout(const json_t *play, int candidate, int best)
{
    const struct rollout_result r = rollout_result(result.rollout, candidate);
    const struct rollout_difference d =
        rollout_difference(result.rollout, candidate, best);
    const struct {
        const char *key;
        double value;
    } rows[] = {{"equity", r.equity},
                {"error", r.equity_error},
                {"difference", d.equity},
                {"difference_error", d.error},
                {"joint_deviations", d.joint},
                {"cubeless", r.cubeless},
                {"cubeless_error", r.cubeless_error},
                {"trials", r.trials}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (fabs(number(play, rows[i].key) - rows[i].value) >
            1e-5 * fmax(1.0, fabs(rows[i].value))) {
            fail_msg("%s is %f, not %f", rows[i].key, number(play, rows[i].key),
                     rows[i].value);
        }
    }
    for (size_t i = 0; i < 5; i++) {
        assert_true(fabs(json_number_value(
                             json_array_get(json_object_get(play, "outputs"), i)) -
                         r.outputs[i]) < 1e-5);
        assert_true(fabs(json_number_value(json_array_get(
                             json_object_get(play, "outputs_error"), i)) -
                         r.outputs_error[i]) < 1e-5);
    }
    assert_int_equal(is_true(play, "given_up"), r.is_given_up);
}

CASE(plays_stand_best_first_with_what_they_lose)
{
    set_request(72);
    roll_out(opening_31, NULL);
    const json_t *plays = json_object_get(json, "plays");
    assert_int_equal(json_array_size(plays), 3);
    assert_string_equal(word(json, "kind"), "play");
    assert_string_equal(word(json, "method"), "rollout");
    assert_string_equal(word(json, "id"), opening_31);
    assert_int_equal(number(json, "trials"), 72);
    assert_false(is_true(json, "stopped"));
    assert_true(json_is_null(json_object_get(json, "cube")));
    assert_null(json_object_get(json, "played"));
    for (size_t i = 0; i < 3; i++) {
        const json_t *play = json_array_get(plays, i);
        const struct rollout_result r = rollout_result(result.rollout, result.order[i]);
        assert_is_of_rollout(play, result.order[i], result.order[0]);
        assert_true(i == 0 ? number(play, "difference") == 0.0
                           : number(play, "difference") < 0.0);
        assert_said("%4d. %-26s %+8.4f +- %.4f", (int)i + 1, word(play, "play"),
                    r.equity, r.equity_error);
        assert_said("%.4f %.4f %.4f - %.4f %.4f %.4f  cubeless %+.4f +- %.4f",
                    r.outputs[0], r.outputs[1], r.outputs[2], 1.0 - r.outputs[0],
                    r.outputs[3], r.outputs[4], r.cubeless, r.cubeless_error);
        assert_said("%.4f %.4f %.4f - %.4f %.4f %.4f  standard errors, 72 trials\n",
                    r.outputs_error[0], r.outputs_error[1], r.outputs_error[2],
                    r.outputs_error[0], r.outputs_error[3], r.outputs_error[4]);
    }
    const struct rollout_difference second =
        rollout_difference(result.rollout, result.order[1], result.order[0]);
    assert_said(" (%+.4f +- %.4f, %.1f joint deviations)\n", second.equity,
                second.error, second.joint);
    assert_string_equal(word(json_array_get(plays, 0), "play"), "8/5 6/5");
    assert_said("[13 plays not rolled out]\n");
    assert_said("rollout: 72 trials, 3 half-moves");
    assert_said("rollout: 72 trials, %s\n", word(json, "settings"));
    assert_null(strstr(text, "played"));
}

CASE(play_that_was_made_is_rolled_out_however_bad)
{
    set_request(36);
    request.candidates = 2;
    roll_out(opening_31, "24/20");
    const json_t *plays = json_object_get(json, "plays");
    assert_int_equal(json_array_size(plays), 3);
    const json_t *played = json_object_get(json, "played");
    assert_string_equal(word(played, "play"), "24/20");
    assert_is_of_rollout(played, result.order[2], result.order[0]);
    const struct rollout_difference lost =
        rollout_difference(result.rollout, result.order[0], result.order[2]);
    assert_true(lost.equity > 0.0);
    assert_said("played: number 3, loses %.4f +- %.4f", lost.equity, lost.error);
    assert_said("[13 plays not rolled out]\n");
}

CASE(best_play_loses_nothing)
{
    set_request(36);
    roll_out(opening_31, "8/5 6/5");
    assert_said("      played: number 1\n");
    assert_int_equal(json_array_size(json_object_get(json, "plays")), 3);
    assert_string_equal(word(json_object_get(json, "played"), "play"), "8/5 6/5");
}

CASE(plays_too_far_behind_are_left_out)
{
    set_request(36);
    request.candidates = 16;
    request.within = 0.0;
    roll_out(opening_31, NULL);
    assert_int_equal(json_array_size(json_object_get(json, "plays")), 1);
    assert_said("[15 plays not rolled out]\n");
    assert_null(strstr(text, "   2. "));
}

/* Few games find another order than the search before them. */
CASE(all_plays_stand_in_the_order_of_the_rollout)
{
    bool is_reordered = false;
    set_request(36);
    request.candidates = 16;
    request.within = 3.0;
    roll_out(opening_31, NULL);
    for (int i = 1; i < 16; i++) {
        assert_true(rollout_result(result.rollout, result.order[i - 1]).equity >=
                    rollout_result(result.rollout, result.order[i]).equity);
        is_reordered |= result.order[i] < result.order[i - 1];
    }
    assert_true(is_reordered);
}

CASE(a_saved_rollout_that_cannot_be_read_is_refused)
{
    char path[] = "/tmp/fibsbot-rollout-XXXXXX";
    const struct decision_rollout_control control = {0};
    struct decision_context at;
    struct error err = {0};
    int file = mkstemp(path);
    assert_int_equal(write(file, "nonsense\n", 9), 9);
    assert_int_equal(close(file), 0);
    set_request(36);
    request.state = path;
    assert_true(analysis_read(opening_31, &at, &err));
    analysis_make(&analyser, &at, &analysis);
    assert_false(
        decision_rollout_make(&analyser, &request, &analysis, &control, &result, &err));
    assert_memory_equal(err.text, path, strlen(path));
    assert_int_equal(unlink(path), 0);
}

CASE(a_rollout_that_is_saved_is_read_again)
{
    char path[] = "/tmp/fibsbot-rollout-XXXXXX";
    assert_int_equal(close(mkstemp(path)), 0);
    assert_int_equal(unlink(path), 0);
    set_request(36);
    request.state = path;
    roll_out(opening_31, NULL);
    char *first = strdup(text);
    (void)end_rollout(state);
    assert_int_equal(access(path, R_OK), 0);
    roll_out(opening_31, NULL);
    assert_string_equal(text, first);
    free(first);
    assert_int_equal(unlink(path), 0);
}

/* A hundred times as long would be half a minute; all trials would take hours. */
CASE(time_limit_is_in_milliseconds)
{
    set_request(ROLLOUT_TRIALS_MAX);
    request.time_ms = 300;
    const int64_t begun_ms = clock_ms();
    roll_out(opening_31, NULL);
    assert_in_range(clock_ms() - begun_ms, 300, 25000);
    assert_true(is_true(json, "stopped"));
    assert_said(" of %d trials (stopped), ", ROLLOUT_TRIALS_MAX);
}

CASE(one_trial_has_no_errors)
{
    set_request(1);
    roll_out(opening_31, NULL);
    const struct rollout_difference d =
        rollout_difference(result.rollout, result.order[1], result.order[0]);
    assert_said(" (%+.4f)\n", d.equity);
    assert_null(strstr(text, "joint deviations"));
    assert_said("rollout: 1 trial, 3 half-moves");
}

CASE(no_word_on_others_when_all_plays_are_rolled_out)
{
    set_request(1);
    request.candidates = 16;
    request.within = 3.0;
    roll_out(opening_31, "13/9");
    assert_int_equal(json_array_size(json_object_get(json, "plays")), 16);
    assert_null(strstr(text, "not rolled out"));
    (void)end_rollout(NULL);
    request.candidates = 15;
    roll_out(opening_31, NULL);
    assert_said("[1 play not rolled out]\n");
}

/* Four points on the bar's way are closed, and the fifth and sixth. */
CASE(who_cannot_move_has_one_play)
{
    set_request(36);
    roll_out("XGID=aBBBBBB-----------bbb--bbB:0:0:-1:31:0:0:0:0:10", NULL);
    assert_said("   1. cannot move ");
    assert_string_equal(word(json_array_get(json_object_get(json, "plays"), 0), "play"),
                        "cannot move");
}

CASE(plays_that_are_given_up_are_named_and_stand_last)
{
    set_request(1296);
    request.candidates = 16;
    request.within = 3.0;
    request.settings.clear_errors = 1.0;
    request.settings.least_trials = 36;
    roll_out(opening_31, NULL);
    assert_said(" of 1296 trials (clear), ");
    assert_said(" trials, given up\n");
    for (int i = 0; i < 16; i++) {
        assert_int_equal(rollout_result(result.rollout, result.order[i]).is_given_up,
                         i > 0);
    }
}

CASE(a_rollout_that_is_accurate_says_so)
{
    set_request(1296);
    request.settings.wanted_error = 1.0;
    request.settings.least_trials = 36;
    roll_out(opening_31, NULL);
    assert_said(" of 1296 trials (accurate), ");
    assert_null(strstr(text, "given up"));
}

CASE(play_that_is_not_legal_is_null)
{
    set_request(36);
    roll_out(opening_31, "24/18");
    assert_true(json_is_null(json_object_get(json, "played")));
}

static void assert_cube(const char *action)
{
    const json_t *cube = json_object_get(json, "cube");
    const struct cube_decision d = rollout_cube_decision(result.rollout);
    const struct rollout_result none = rollout_result(result.rollout, 0);
    const struct rollout_result take = rollout_result(result.rollout, 1);
    assert_true(fabs(number(cube, "no_double") - (double)d.no_double) < 1e-5);
    assert_true(fabs(number(cube, "double_take") - (double)d.double_take) < 1e-5);
    assert_true(number(cube, "double_pass") == 1.0);
    assert_true(fabs(number(cube, "no_double_error") - none.equity_error) < 1e-5);
    assert_true(fabs(number(cube, "double_take_error") -
                     (d.is_beaver ? 2.0 : 1.0) * take.equity_error) < 1e-5);
    assert_string_equal(word(cube, "action"), action);
    assert_string_equal(word(json, "kind"), "cube");
    const json_t *plays = json_object_get(json, "plays");
    assert_int_equal(json_array_size(plays), 2);
    for (size_t i = 0; i < 2; i++) {
        assert_string_equal(word(json_array_get(plays, i), "play"),
                            result.order[i] == 0 ? "no double" : "double, take");
        assert_is_of_rollout(json_array_get(plays, i), result.order[i],
                             result.order[0]);
    }
    assert_said("      double, pass %+20.4f\n", 1.0);
}

CASE(cube_actions_are_compared)
{
    set_request(72);
    roll_out(opening, NULL);
    assert_cube("no_double");
    assert_said("cube action: no double");
    assert_null(strstr(text, "beaver"));
}

CASE(answer_to_a_double_is_judged_as_the_doubler_sees_it)
{
    set_request(72);
    roll_out(doubled, NULL);
    assert_cube("double_take");
    assert_said("      answer: take\n");
    (void)end_rollout(NULL);
    roll_out(ahead_doubled, NULL);
    assert_cube("double_pass");
    assert_said("      answer: pass\n");
}

CASE(wrong_double_is_beavered)
{
    set_request(72);
    has_beavers = true;
    roll_out(doubled, NULL);
    assert_cube("double_take");
    const struct cube_decision d = rollout_cube_decision(result.rollout);
    assert_true(d.is_beaver);
    assert_said("      double, beaver %+18.4f\n", (double)d.double_take);
    assert_said("      answer: beaver\n");
}

/* ---- lines of `lab rollout` ------------------------------------------------------ */

static void assert_refused(const char *line, const char *why)
{
    struct error err = {0};
    assert_false(decision_rollout_line_read(&analyser, line, &analysis, &err));
    assert_holds(err.text, why);
}

TEST(lines_that_are_no_decisions_say_why)
{
    char long_line[(1 << 16) + 10];
    memset(long_line, ' ', sizeof long_line);
    long_line[sizeof long_line - 1] = '\0';
    analyser.played = NULL;
    assert_refused("nonsense", "");
    assert_refused("{}", "expected an object with \"candidates\" or \"id\"");
    assert_refused("{\"id\": 5}", "expected an object with");
    assert_refused("{\"id\": \"nonsense\"}", "");
    assert_refused("{\"candidates\": []}", "expected 1 to ");
    assert_refused("{\"candidates\": [{}]}", "a candidate needs an \"xgid\"");
    assert_refused("{\"candidates\": [{\"xgid\": \"XGID=x\"}]}", "");
    assert_refused(long_line, "a line may have 65536 bytes");
}

static json_t *written_line(const char *line)
{
    const struct decision_rollout_control control = {0};
    struct error err = {0};
    analyser.played = NULL;
    set_request(36);
    assert_true(decision_rollout_line_read(&analyser, line, &analysis, &err));
    assert_true(
        decision_rollout_make(&analyser, &request, &analysis, &control, &result, &err));
    FILE *out = printed_begin();
    const struct decision_rollout_line about = {7, line, "some words", "others"};
    assert_true(decision_rollout_line_write(&result, &about, out));
    json = json_loads(printed_end(out), 0, NULL);
    assert_int_equal(number(json, "line"), 7);
    assert_string_equal(word(json, "settings"), "some words");
    assert_string_equal(word(json, "search"), "others");
    return json;
}

static void assert_candidate_of_rollout(const json_t *object, int candidate)
{
    const struct rollout_result r = rollout_result(result.rollout, candidate);
    assert_true(fabs(number(object, "equity") - r.cubeless) < 1e-4);
    assert_true(fabs(number(object, "se") - r.cubeless_error) < 1e-4);
    assert_true(fabs(number(object, "cubeful") - r.equity) < 1e-4);
    assert_true(fabs(number(object, "cubeful_se") - r.equity_error) < 1e-4);
    assert_int_equal(number(object, "trials"), 36);
    for (size_t i = 0; i < 5; i++) {
        assert_true(fabs(json_number_value(
                             json_array_get(json_object_get(object, "probs"), i)) -
                         r.outputs[i]) < 1e-4);
        assert_true(fabs(json_number_value(
                             json_array_get(json_object_get(object, "probs_se"), i)) -
                         r.outputs_error[i]) < 1e-4);
    }
}

CASE(written_plays_stand_best_first_as_positions_after_them)
{
    const json_t *list = json_object_get(written_line(opening_31), "candidates");
    assert_int_equal(json_array_size(list), 3);
    assert_string_equal(word(json, "id"), opening_31);
    assert_null(json_object_get(json, "cube"));
    const json_t *best = json_array_get(list, 0);
    assert_string_equal(word(best, "play"), "8/5 6/5");
    assert_string_equal(word(best, "xgid"), /* the opponent is to roll */
                        "XGID=-b----E-C---eE---b-db---B-:0:0:1:00:0:0:0:0:10");
    for (size_t i = 0; i < 3; i++) {
        assert_candidate_of_rollout(json_array_get(list, i), result.order[i]);
    }
}

CASE(positions_to_compare_are_written_again)
{
    static const char after[] = "XGID=-B-abCCD----bC-----bc-bba-:0:0:1:00:2:1:0:5:10";
    char line[200];
    FORMAT_TEXT(line, "{\"candidates\": [{\"xgid\": \"%s\"}]}", after);
    const json_t *single = json_object_get(written_line(line), "single");
    assert_string_equal(word(single, "xgid"), after);
    assert_null(json_object_get(single, "play"));
    assert_int_equal(strlen(word(json, "id")), 16); /* a digest: the line has none */
    assert_candidate_of_rollout(single, 0);
}

CASE(cube_decisions_are_written_with_their_errors)
{
    const json_t *cube = json_object_get(written_line(opening), "cube");
    const struct cube_decision d = rollout_cube_decision(result.rollout);
    const struct rollout_result none = rollout_result(result.rollout, 0);
    const struct rollout_result take = rollout_result(result.rollout, 1);
    assert_true(fabs(number(cube, "no_double") - (double)d.no_double) < 1e-4);
    assert_true(fabs(number(cube, "no_double_se") - none.equity_error) < 1e-4);
    assert_true(fabs(number(cube, "double_take") - (double)d.double_take) < 1e-4);
    assert_true(fabs(number(cube, "double_take_se") - take.equity_error) < 1e-4);
    assert_true(number(cube, "double_pass") == 1.0);
    assert_true(fabs(number(cube, "cubeless") - none.cubeless) < 1e-4);
    assert_true(fabs(number(cube, "cubeless_se") - none.cubeless_error) < 1e-4);
    for (size_t i = 0; i < 5; i++) {
        assert_true(
            fabs(json_number_value(json_array_get(json_object_get(cube, "probs"), i)) -
                 none.outputs[i]) < 1e-4);
    }
    assert_int_equal(number(cube, "trials"), 36);
    assert_string_equal(word(cube, "action"), "no_double");
    assert_null(json_object_get(json, "candidates"));
    assert_null(json_object_get(json, "single"));
}

/* It doubles the stakes once more, and the error. */
CASE(a_beaver_is_written_with_twice_the_error_of_a_take)
{
    const json_t *cube = json_object_get(
        written_line("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:2:0:10"), "cube");
    const struct cube_decision d = rollout_cube_decision(result.rollout);
    const struct rollout_result take = rollout_result(result.rollout, 1);
    assert_true(d.is_beaver && take.equity_error > 1e-4);
    assert_true(fabs(number(cube, "double_take") - (double)d.double_take) < 1e-4);
    assert_true(fabs(number(cube, "double_take_se") - 2.0 * take.equity_error) < 1e-5);
}

CASE(where_nobody_may_double_games_are_rolled_out_without_a_cube)
{
    const struct decision_rollout_control control = {0};
    struct decision_context at;
    struct error err = {0};
    set_request(36);
    roll_out("XGID=-aB--bD-C-C-ba----Bbbcb--A:0:0:1:31:0:0:0:5:0", NULL);
    assert_non_null(strstr(text, "plays 0-ply, cubeless, seed 1\n"));
    assert_non_null(strstr(word(json, "settings"), ", cubeless, "));
    decision_rollout_free(&result);
    assert_true(
        analysis_read("XGID=-aB--bD-C-C-ba----Bbbcb--A:0:0:1:00:0:0:0:5:0", &at, &err));
    analysis_make(&analyser, &at, &analysis);
    assert_false(
        decision_rollout_make(&analyser, &request, &analysis, &control, &result, &err));
    assert_non_null(strstr(err.text, "needs dice"));
}

TEST_MAIN(open_analyser, close_analyser)
