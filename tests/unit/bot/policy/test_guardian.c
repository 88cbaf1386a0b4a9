/* What the guardian knows of matches, asked directly (test_player_guard.c: at work). */
#include <stdint.h>
#include <stdio.h>

#include "bot/policy/guardian.h"
#include "tests/unit/test_case.h"

/* A dead match leaves nothing to the next opponent. */
TEST(of_one_without_a_match_nothing_is_known)
{
    struct guardian guardian = {.count = 0};
    const struct guardian_match match = {
        .name = "opp_a", .length = 5, .my_score = 1, .is_saved = true};
    assert_non_null(guardian_fail(&guardian, &match, GUARDIAN_CORRUPT, 0));
    assert_true(guardian_is_aside(&guardian, "opp_a"));
    assert_true(guardian_is_dead(&guardian, "opp_a"));
    assert_false(guardian_has_stake(&guardian, "opp_a"));
    assert_true(guardian_forget(&guardian, "opp_a"));
    static const char *const names[] = {"opp_a", "opp_b"};
    for (int i = 0; i < 2; i++) {
        assert_null(guardian_find(&guardian, names[i]));
        assert_false(guardian_is_aside(&guardian, names[i]));
        assert_false(guardian_is_dead(&guardian, names[i]));
        assert_false(guardian_has_stake(&guardian, names[i]));
    }
    assert_int_equal(guardian_saved_count(&guardian), 0);
}

/* Only who is in the match makes progress; a saved one keeps its failures. */
TEST(progress_forgives_the_match_under_way)
{
    struct guardian guardian = {.count = 0};
    const struct guardian_match match = {
        .name = "opp_a", .length = 5, .is_saved = true};
    assert_non_null(guardian_fail(&guardian, &match, GUARDIAN_STUCK, 3));
    assert_false(guardian_progress(&guardian, "opp_a"));
    assert_int_equal(guardian_find(&guardian, "opp_a")->failures, 1);
    assert_non_null(guardian_fail(&guardian, &match, GUARDIAN_STUCK, 3));
    assert_int_equal(guardian_find(&guardian, "opp_a")->failures, 2);
    guardian_resume(&guardian, "opp_a");
    assert_true(guardian_progress(&guardian, "opp_a"));
    assert_null(guardian_find(&guardian, "opp_a"));
}

/* "5 points, 1-2" stays so, whether a list or a failure told it. */
TEST(a_match_has_our_points_first)
{
    struct guardian guardian = {.count = 0};
    const struct guardian_match other = {.name = "opp_b"};
    struct guardian_match match = {
        .name = "opp_a", .length = 5, .my_score = 1, .their_score = 2};
    assert_false(guardian_take_row(&guardian, &match));
    match.my_score = 3;
    assert_false(guardian_take_row(&guardian, &match));
    assert_int_equal(guardian_find(&guardian, "opp_a")->my_score, 3);
    assert_int_equal(guardian_find(&guardian, "opp_a")->their_score, 2);
    guardian_keep(&guardian, &other); /* its score is not known yet */
    (void)snprintf(match.name, sizeof match.name, "opp_b");
    assert_non_null(guardian_fail(&guardian, &match, GUARDIAN_STUCK, 3));
    assert_int_equal(guardian_find(&guardian, "opp_b")->my_score, 3);
    assert_int_equal(guardian_find(&guardian, "opp_b")->their_score, 2);
}

/* Bots that set nothing aside: only what is over or corrupt at once. */
TEST(without_a_limit_no_failure_sets_aside)
{
    struct guardian guardian = {.count = 0};
    const struct guardian_match match = {.name = "opp_a", .length = 5};
    for (int i = 0; i < GUARDIAN_FAILURES_MAX; i++) {
        assert_non_null(guardian_fail(&guardian, &match, GUARDIAN_STUCK, 0));
        assert_false(guardian_is_aside(&guardian, "opp_a"));
    }
    assert_non_null(guardian_fail(&guardian, &match, GUARDIAN_CORRUPT, 0));
    assert_true(guardian_is_aside(&guardian, "opp_a"));
}

/* The same score in a match of another length is another match. */
TEST(another_length_is_another_match)
{
    struct guardian guardian = {.count = 0};
    struct guardian_match match = {.name = "opp_a", .length = 5, .my_score = 1};
    assert_false(guardian_take_row(&guardian, &match));
    assert_non_null(guardian_fail(&guardian, &match, GUARDIAN_CORRUPT, 0));
    assert_false(guardian_take_row(&guardian, &match));
    assert_true(guardian_is_aside(&guardian, "opp_a"));
    match.length = 7;
    assert_false(guardian_take_row(&guardian, &match));
    assert_false(guardian_is_aside(&guardian, "opp_a"));
}

/* Twice as long after each time, up to 64 times. */
TEST(who_does_not_answer_is_asked_more_and_more_seldom)
{
    struct guardian guardian = {.count = 0};
    const struct guardian_match match = {.name = "opp_a", .length = 5};
    assert_false(guardian_take_row(&guardian, &match));
    for (int i = 0; i < 9; i++) {
        int64_t times = i < 6 ? (int64_t)1 << i : 64;
        assert_int_equal(guardian_unanswered(&guardian, "opp_a"),
                         times * GUARDIAN_REFUSED_MS);
    }
    assert_int_equal(guardian_unanswered(&guardian, "opp_b"), GUARDIAN_REFUSED_MS);
}

TEST(a_turn_may_last_10_minutes_and_an_answer_less)
{
    const struct guardian guardian = {.progress_ms = 1000};
    assert_int_equal(guardian_deadline(&guardian, GUARDIAN_JOIN), 61000);
    assert_int_equal(guardian_deadline(&guardian, GUARDIAN_LEAVE), 301000);
    assert_int_equal(guardian_deadline(&guardian, GUARDIAN_TURN), 601000);
    assert_true(guardian_deadline(&guardian, GUARDIAN_NO_LIMIT) == INT64_MAX);
}

/* The opponent is told why. */
TEST(words_tell_what_is_wrong_with_the_match)
{
    static const char *const parts[] = {[GUARDIAN_OPEN] = "",
                                        [GUARDIAN_FINISHED] = "over by its score",
                                        [GUARDIAN_CORRUPT] = "corrupt",
                                        [GUARDIAN_MISSING] = "does not find",
                                        [GUARDIAN_UNREADABLE] = "positions",
                                        [GUARDIAN_STUCK] = "does not go on"};
    assert_int_equal(sizeof parts / sizeof parts[0], GUARDIAN_ENDS);
    for (int i = 0; i < GUARDIAN_ENDS; i++) {
        const char *words = guardian_words((enum guardian_end)i);
        assert_non_null(strstr(words, parts[i]));
        assert_true((strstr(words, "invite me to a new one") != NULL) ==
                    (i != GUARDIAN_OPEN && i != GUARDIAN_STUCK));
    }
}

TEST_MAIN(NULL, NULL)
