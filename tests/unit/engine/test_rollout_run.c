/* How rollouts run: that threads, stops and resumption change no bit, when they end,
 * what is given up. Fixed seeds: the same on every machine. */
#include "engine/board/position.h"
#include "engine/rollout/rollout_internal.h"
#include "engine/rollout/rollout_nodes.h"
#include "engine/rollout/rollout_state.h"
#include "tests/unit/engine/rollout_harness.h"

static void assert_same_bits(const struct rollout *a, const struct rollout *b)
{
    static char text[2][ROLLOUT_STATE_MAX];
    (void)rollout_state_write(a, text[0]);
    (void)rollout_state_write(b, text[1]);
    assert_string_equal(text[0], text[1]);
}

TEST(threads_do_not_change_a_bit)
{
    struct decision_context at = context(studied);
    struct rollout_settings settings = short_settings();
    struct rollout *alone = open_plays(&settings, &at, studied_plays, 2);
    run_to_end(alone);
    for (int threads = 2; threads <= 4; threads += 2) {
        settings.threads = threads;
        struct rollout *together = open_plays(&settings, &at, studied_plays, 2);
        run_to_end(together);
        assert_same_bits(alone, together);
        rollout_free(together);
    }
    rollout_free(alone);
}

/* Ends the run once so many games have been played. */
static bool end_after(void *context, const struct rollout *rollout)
{
    int *games = context;
    return --*games > 0;
}

TEST(a_rollout_that_was_stopped_and_read_again_ends_with_the_same_bits)
{
    static char text[ROLLOUT_STATE_MAX];
    static const int stops[] = {1, 31, 2 * ROLLOUT_ROUND, 2 * ROLLOUT_ROUND + 20};
    struct decision_context at = context(studied);
    struct rollout_settings settings = short_settings();
    struct rollout *straight = open_plays(&settings, &at, studied_plays, 2);
    run_to_end(straight);
    for (size_t i = 0; i < sizeof stops / sizeof stops[0]; i++) {
        struct error err;
        int games = stops[i];
        struct rollout *first = open_plays(&settings, &at, studied_plays, 2);
        assert_int_equal(rollout_run(first, NULL, end_after, &games), ROLLOUT_STOPPED);
        assert_in_range(rollout_trials(first), stops[i] / 2 - (stops[i] > 1),
                        stops[i] / 2 + 1);
        (void)rollout_state_write(first, text);
        rollout_free(first);
        struct rollout *second = open_plays(&settings, &at, studied_plays, 2);
        assert_true(rollout_state_read(second, text, &err));
        run_to_end(second);
        assert_same_bits(straight, second);
        rollout_free(second);
    }
    rollout_free(straight);
}

TEST(a_stopped_run_leaves_whole_trials)
{
    atomic_bool stop = true;
    struct decision_context at = context(studied);
    struct rollout_settings settings = short_settings();
    struct rollout *rollout = open_plays(&settings, &at, studied_plays, 2);
    assert_int_equal(rollout_run(rollout, &stop, NULL, NULL), ROLLOUT_STOPPED);
    assert_int_equal(rollout_trials(rollout), 0);
    atomic_store(&stop, false);
    assert_int_equal(rollout_run(rollout, &stop, NULL, NULL), ROLLOUT_DONE);
    assert_int_equal(rollout_trials(rollout), settings.trials);
    rollout_free(rollout);
}

TEST(it_ends_when_errors_are_small_enough)
{
    struct decision_context at = context(studied);
    struct rollout_settings settings = rollout_default();
    settings.trials = ROLLOUT_TRIALS_MAX;
    settings.horizon = 3;
    settings.wanted_error = 0.01;
    struct rollout *rollout = open_plays(&settings, &at, studied_plays, 2);
    run_to_end(rollout);
    assert_int_equal(rollout_trials(rollout), settings.least_trials);
    for (int c = 0; c < 2; c++) {
        assert_true(rollout_result(rollout, c).equity_error <= 0.01);
    }
    rollout_free(rollout);
}

/* One trial has no standard error. */
TEST(no_rule_for_ending_applies_after_one_trial)
{
    struct decision_context at = context(studied);
    struct rollout_settings settings = rollout_default();
    settings.horizon = 3;
    settings.least_trials = 0;
    settings.check_every = 1;
    settings.trials = 1;
    settings.wanted_error = 9.0;
    struct rollout *rollout = open_plays(&settings, &at, studied_plays, 2);
    assert_false(rollout_is_accurate(rollout));
    run_to_end(rollout);
    assert_false(rollout_is_accurate(rollout));
    rollout_free(rollout);
    for (int rule = 0; rule < 2; rule++) {
        settings.trials = 4;
        settings.wanted_error = rule == 0 ? 9.0 : 0.0;
        settings.small_loss = rule == 1 ? 9.0 : 0.0;
        rollout = open_plays(&settings, &at, studied_plays, 2);
        run_to_end(rollout);
        assert_int_equal(rollout_trials(rollout), 2);
        rollout_free(rollout);
    }
}

TEST(a_play_clearly_behind_is_given_up_and_a_clear_best_ends_it)
{
    static const char *const plays[] = {"7/1 6/4", "7/1 4/2", "7/1 3/1"};
    struct decision_context at = context(studied);
    struct rollout_settings settings = rollout_default();
    settings.trials = 3 * ROLLOUT_ROUND;
    settings.horizon = 3;
    settings.clear_errors = 4.0;
    settings.least_trials = ROLLOUT_ROUND;
    struct rollout *rollout = open_plays(&settings, &at, plays, 2);
    run_to_end(rollout);
    assert_int_equal(rollout_trials(rollout), ROLLOUT_ROUND);
    assert_int_equal(rollout_best(rollout), 1);
    assert_true(rollout_result(rollout, 0).is_given_up);
    struct rollout_difference behind = rollout_difference(rollout, 1, 0);
    rollout_free(rollout);
    settings.clear_errors = 40.0; /* 0.5 behind is as clear as that, 0.003 is not */
    rollout = open_plays(&settings, &at, plays, 3);
    run_to_end(rollout);
    assert_int_equal(rollout_result(rollout, 0).trials, ROLLOUT_ROUND);
    assert_int_equal(rollout_result(rollout, 1).trials, settings.trials);
    assert_int_equal(rollout_result(rollout, 2).trials, settings.trials);
    struct rollout_difference later = rollout_difference(rollout, 1, 0);
    assert_true(later.equity == behind.equity && later.error == behind.error);
    rollout_free(rollout);
}

/* A rollout of two plays, or with NULL of the cube, from `at`. */
static struct rollout *rolled(const struct rollout_settings *settings,
                              const struct decision_context *at,
                              const char *const plays[2])
{
    struct rollout *rollout;
    if (plays != NULL) {
        rollout = open_plays(settings, at, plays, 2);
    } else {
        rollout = open_rollout(eng, settings, &at->ms);
        rollout_add_cube(rollout, &at->pos);
    }
    run_to_end(rollout);
    return rollout;
}

static int trials_of(const struct rollout_settings *settings,
                     const struct decision_context *at, const char *const plays[2])
{
    struct rollout *rollout = rolled(settings, at, plays);
    int trials = rollout_trials(rollout);
    rollout_free(rollout);
    return trials;
}

/* Settings of one round, after which the rules for ending are looked at. */
static struct rollout_settings one_round(void)
{
    struct rollout_settings settings = rollout_default();
    settings.trials = settings.least_trials = ROLLOUT_ROUND;
    settings.horizon = 3;
    return settings;
}

/* What a round finds says just where the rules have to bite. */
TEST(rules_for_ending_bite_at_what_was_asked)
{
    struct decision_context at = context(studied);
    struct rollout_settings settings = one_round();
    struct rollout *rollout = rolled(&settings, &at, studied_plays);
    struct rollout_difference d = rollout_difference(rollout, 0, 1);
    double a = rollout_result(rollout, 0).equity_error;
    double b = rollout_result(rollout, 1).equity_error;
    double worst = a > b ? a : b;
    double deviations = d.equity / d.error;
    rollout_free(rollout);
    settings.trials = 2 * ROLLOUT_ROUND;
    settings.clear_errors = 0.99 * deviations;
    assert_int_equal(trials_of(&settings, &at, studied_plays), ROLLOUT_ROUND);
    settings.clear_errors = 1.01 * deviations;
    assert_int_equal(trials_of(&settings, &at, studied_plays), 2 * ROLLOUT_ROUND);
    settings.clear_errors = 0.0;
    settings.wanted_error = 1.01 * worst;
    assert_int_equal(trials_of(&settings, &at, studied_plays), ROLLOUT_ROUND);
    settings.wanted_error = 0.99 * worst;
    assert_int_equal(trials_of(&settings, &at, studied_plays), 2 * ROLLOUT_ROUND);
}

/* Rules are looked at between rounds alone, wherever the run before was stopped; and a
 * rollout that has begun takes no more candidates. */
TEST(a_stop_within_a_round_ends_a_rollout_no_sooner)
{
    struct decision_context at = context(studied);
    struct rollout_settings settings = one_round();
    int games = 3 * ROLLOUT_ROUND; /* of two plays: half of the second round */
    settings.trials = 3 * ROLLOUT_ROUND;
    settings.least_trials = ROLLOUT_ROUND + 1;
    settings.wanted_error = 9.0;
    struct rollout *straight = open_plays(&settings, &at, studied_plays, 2);
    struct rollout *stopped = open_plays(&settings, &at, studied_plays, 2);
    run_to_end(straight);
    assert_int_equal(rollout_trials(straight), 2 * ROLLOUT_ROUND);
    assert_int_equal(rollout_run(stopped, NULL, end_after, &games), ROLLOUT_STOPPED);
    assert_in_range(rollout_trials(stopped), ROLLOUT_ROUND + 1, 2 * ROLLOUT_ROUND - 1);
    assert_int_equal(rollout_add_play(stopped, &at.pos), -1);
    run_to_end(stopped);
    assert_int_equal(rollout_trials(stopped), 2 * ROLLOUT_ROUND);
    assert_same_bits(straight, stopped);
    rollout_free(straight);
    rollout_free(stopped);
}

/* Five point made: to double is close, to take is not. */
TEST(a_cube_action_is_clear_when_double_and_take_are)
{
    struct decision_context at =
        context("XGID=-b---BE-C---eC---c-e----B-:0:0:1:00:0:0:0:0:10");
    struct rollout_settings settings = one_round();
    struct rollout *rollout = rolled(&settings, &at, NULL);
    struct rollout_result take = rollout_result(rollout, 1);
    struct rollout_difference d = rollout_difference(rollout, 0, 1);
    double doubles = fabs(d.equity) / d.error;
    double takes = (1.0 - take.equity) / take.equity_error;
    double least = doubles < takes ? doubles : takes;
    double most = doubles < takes ? takes : doubles;
    rollout_free(rollout);
    assert_true(least > 0.0 && most > 1.1 * least);
    settings.trials = 2 * ROLLOUT_ROUND;
    settings.clear_errors = 0.99 * least;
    assert_int_equal(trials_of(&settings, &at, NULL), ROLLOUT_ROUND);
    settings.clear_errors = 1.05 * least; /* one of both */
    assert_int_equal(trials_of(&settings, &at, NULL), 2 * ROLLOUT_ROUND);
}

/* What the taker loses is close here, to double is clear: by which of the two it ends. */
TEST(a_close_answer_keeps_a_cube_action_open)
{
    struct decision_context at =
        context("XGID=----DEF-----------cfea----:0:0:1:00:0:0:0:0:10");
    struct rollout_settings settings = one_round();
    struct rollout *rollout = rolled(&settings, &at, NULL);
    struct rollout_result take = rollout_result(rollout, 1);
    struct rollout_result none = rollout_result(rollout, 0);
    struct rollout_difference d = rollout_difference(rollout, 0, 1);
    rollout_free(rollout);
    bool is_take = take.equity < 1.0;
    double doubles = is_take ? fabs(d.equity) / d.error
                             : fabs(none.equity - 1.0) / none.equity_error;
    double takes = fabs(take.equity - 1.0) / take.equity_error;
    assert_true(takes > 0.0 && doubles > 1.1 * takes);
    settings.trials = 2 * ROLLOUT_ROUND;
    settings.clear_errors = 0.99 * takes;
    assert_int_equal(trials_of(&settings, &at, NULL), ROLLOUT_ROUND);
    settings.clear_errors = 1.05 * takes;
    assert_int_equal(trials_of(&settings, &at, NULL), 2 * ROLLOUT_ROUND);
    at.ms.pays_by_board = true;  /* two games for a pass: the answer is clear, */
    settings.clear_errors = 5.0; /* and so is that a double costs .06 */
    assert_int_equal(trials_of(&settings, &at, NULL), ROLLOUT_ROUND);
}

/* 1, 2, 3: mean 2, variance 1. */
TEST(an_error_is_that_of_a_mean_of_a_sample)
{
    struct rollout_estimate estimate = rollout_estimate(6.0, 14.0, 3);
    assert_true(estimate.mean == 2.0);
    assert_true(fabs(estimate.error - sqrt(1.0 / 3.0)) < 1e-12);
    estimate = rollout_estimate(5.0, 25.0, 1);
    assert_true(estimate.mean == 5.0 && estimate.error == 0.0);
    estimate = rollout_estimate(0.0, 0.0, 0);
    assert_true(estimate.mean == 0.0 && estimate.error == 0.0);
}

/* The same dice make differences far more certain than the results themselves. */
TEST(differences_have_smaller_errors_than_their_parts)
{
    static const char *const plays[] = {"7/1 4/2", "7/1 3/1"};
    struct decision_context at = context(studied);
    struct rollout_settings settings = rollout_default();
    settings.trials = 360;
    settings.reduces_variance = false;
    struct rollout *rollout = open_plays(&settings, &at, plays, 2);
    run_to_end(rollout);
    struct rollout_difference d = rollout_difference(rollout, 0, 1);
    struct rollout_difference back = rollout_difference(rollout, 1, 0);
    double joint = hypot(rollout_result(rollout, 0).equity_error,
                         rollout_result(rollout, 1).equity_error);
    assert_rolled(d.equity,
                  rollout_result(rollout, 0).equity - rollout_result(rollout, 1).equity,
                  1e-9);
    assert_true(d.equity == -back.equity && d.error == back.error);
    assert_true(d.error < joint / 2.0);
    assert_rolled(d.joint * joint, d.equity, 1e-9);
    rollout_free(rollout);
}

/* With luck taken out a trial of one half-move says what looking one ply ahead does, as
 * all trials do. */
TEST(a_horizon_counts_half_moves)
{
    struct decision_context at = context(studied);
    struct rollout_settings settings = one_round();
    double errors[2];
    settings.trials = 72;
    for (int i = 0; i < 2; i++) {
        settings.horizon = i + 1;
        struct rollout *rollout = open_plays(&settings, &at, studied_plays, 1);
        run_to_end(rollout);
        struct rollout_result result = rollout_result(rollout, 0);
        errors[i] = result.equity_error;
        for (int k = 0; k < 5; k++) {
            errors[i] = fmax(errors[i], result.outputs_error[k]);
        }
        rollout_free(rollout);
    }
    assert_true(errors[0] < 1e-6);
    assert_true(errors[1] > 1e-4);
}

/* The equity of a play over so many half-moves. */
static double equity_after(struct rollout_settings settings, int horizon)
{
    struct decision_context at =
        context("XGID=-b----E-C---eE---c-e----B-:0:0:1:62:0:0:0:0:10");
    settings.horizon = horizon;
    struct rollout *rollout =
        open_plays(&settings, &at, (const char *const[]){"24/18 13/11"}, 1);
    run_to_end(rollout);
    double equity = rollout_result(rollout, 0).equity;
    rollout_free(rollout);
    return equity;
}

TEST(only_the_first_plays_are_made_at_their_ply)
{
    struct rollout_settings shallow = one_round(), first = shallow, deep = shallow;
    first.first_ply = deep.play_ply = 1;
    for (int turns = 1; turns <= 2; turns++) {
        first.first_turns = turns;
        assert_true(equity_after(first, turns) == equity_after(deep, turns));
        assert_true(equity_after(first, turns) != equity_after(shallow, turns));
        assert_true(equity_after(first, turns + 1) != equity_after(deep, turns + 1));
    }
    deep.first_turns = 2; /* at 0-ply, which is no deeper */
    first.play_ply = 1;
    assert_true(equity_after(deep, 2) == equity_after(first, 2));
}

/* In these games the main net prefers other plays for some rolls than those by which
 * their luck is measured, and a game that made them would differ from the others. */
TEST(plays_inside_are_those_by_which_luck_is_measured)
{
    struct decision_context at =
        context("XGID=--B-BCBA---acB----bdcBb-A-:0:0:1:63:0:0:0:0:10");
    struct rollout_settings settings = one_round();
    settings.horizon = 1;
    settings.is_cubeful = false;
    struct rollout *rollout =
        open_plays(&settings, &at, (const char *const[]){"24/21 13/7"}, 1);
    run_to_end(rollout);
    assert_true(rollout_result(rollout, 0).equity_error < 1e-6);
    rollout_free(rollout);
}

TEST(a_play_that_ends_the_game_has_its_result)
{
    struct position pos = ending((const int[6]){2}, (const int[6]){1});
    struct match_state ms = match_state_money();
    ms.cube = 2;
    struct rollout_settings settings = rollout_default();
    settings.trials = 2 * ROLLOUT_ROUND;
    settings.least_trials = ROLLOUT_ROUND;
    struct rollout *rollout = open_rollout(eng, &settings, &ms);
    pos.mine.at[1] = 0;
    pos.mine.at[POINT_OFF] = CHECKERS;
    (void)rollout_add_play(rollout, &pos);
    run_to_end(rollout);
    assert_true(rollout_result(rollout, 0).equity == 1.0);
    assert_true(rollout_result(rollout, 0).outputs[0] == 1.0);
    assert_int_equal(rollout_trials(rollout),
                     2 * ROLLOUT_ROUND); /* no error is wanted */
    rollout_free(rollout);
}

TEST(settings_that_make_no_sense_are_refused)
{
    struct rollout_settings good = rollout_default();
    assert_null(rollout_settings_fault(&good));
    enum { BAD = 16 };
    struct rollout_settings bad[BAD];
    for (int i = 0; i < BAD; i++) {
        bad[i] = good;
    }
    bad[0].trials = 0;
    bad[1].cube_ply = 1;
    bad[2].play_ply = SEARCH_PLY_MAX + 1;
    bad[3].threads = 0;
    bad[4].horizon = -1;
    bad[5].trials = ROLLOUT_TRIALS_MAX + 1;
    bad[6].least_trials = -1;
    bad[7].play_ply = -1;
    bad[8].luck_ply = SEARCH_PLY_MAX + 1;
    bad[9].luck_ply = -1;
    bad[10].cube_ply = SEARCH_PLY_MAX + 2;
    bad[11].threads = ROLLOUT_THREADS_MAX + 1;
    bad[12].check_every = ROLLOUT_ROUND + 1;
    bad[13].first_turns = -1;
    bad[14].first_ply = SEARCH_PLY_MAX + 1;
    bad[15].first_ply = -1;
    for (int i = 0; i < BAD; i++) {
        struct error err;
        struct match_state ms = match_state_money();
        assert_non_null(rollout_settings_fault(&bad[i]));
        assert_null(
            rollout_new(engine_evaluator(eng), engine_met(eng), &bad[i], &ms, &err));
    }
}

/* What one position on roll is known by: nobody takes the moves of another one. */
TEST(nodes_differ_in_all_that_a_decision_goes_by)
{
    enum { OTHERS = 11 };
    struct match_state ms[OTHERS];
    struct position pos, other;
    position_start(&pos);
    other = pos;
    other.mine.at[6]--;
    other.mine.at[5]++;
    for (int i = 0; i < OTHERS; i++) {
        ms[i] = match_state_match(7, 2, 3, false);
    }
    ms[1].length++;
    ms[2].my_score++;
    ms[3].their_score++;
    ms[4].cube = 2;
    ms[5].owner = CUBE_MINE;
    ms[6].owner = CUBE_THEIRS;
    ms[7].is_crawford = true;
    ms[8].has_jacoby = true;
    ms[9].has_beavers = true;
    ms[10].pays_by_board = true;
    uint64_t key = rollout_node_key(&pos, &ms[0], false, 0);
    assert_true(key == rollout_node_key(&pos, &ms[0], false, 0));
    assert_true(key != rollout_node_key(&pos, &ms[0], true, 0));
    assert_true(key != rollout_node_key(&pos, &ms[0], false, 1));
    assert_true(key != rollout_node_key(&other, &ms[0], false, 0));
    for (int i = 1; i < OTHERS; i++) {
        assert_true(key != rollout_node_key(&pos, &ms[i], false, 0));
    }
}

/* The filter's level between the nets, which spares the big net most plays at 0-ply, is
 * not for rollouts: one that leaves the small net's favourite alone changes nothing. */
TEST(all_plays_inside_are_valued_by_the_big_net)
{
    struct decision_context at =
        context("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:"
                "10");
    struct rollout_settings settings = short_settings();
    static const struct filter_level levels[] = {
        {-1, 0, 0.0F}, {1, 0, 0.0F}, {0, 99, 9.0F}};
    enum { LEVELS = sizeof levels / sizeof levels[0] };
    struct rollout_result results[LEVELS];
    settings.trials = 36;
    settings.reduces_variance = false; /* else the plays are those of luck */
    for (int i = 0; i < LEVELS; i++) {
        settings.filter.nets = levels[i];
        struct rollout *rollout =
            open_plays(&settings, &at, (const char *const[]){"24/23 13/10"}, 1);
        run_to_end(rollout);
        results[i] = rollout_result(rollout, 0);
        rollout_free(rollout);
    }
    for (int i = 1; i < LEVELS; i++) {
        assert_true(results[0].equity == results[i].equity);
        assert_true(results[0].equity_error == results[i].equity_error);
        assert_memory_equal(results[0].outputs, results[i].outputs,
                            sizeof results[0].outputs);
    }
}

TEST_MAIN(open_engine, close_engine)
