/* What reputation bots say, and what is asked. */
#include <string.h>

#include "bot/policy/reputation.h"
#include "tests/unit/test_case.h"

TEST(questions_have_two_forms)
{
    char text[REPUTATION_TEXT_SIZE];
    reputation_question("opp_a", 7, false, text);
    assert_string_equal(text, "raw fb7 ask 1 opp_a");
    reputation_question("opp_a", 7, true, text);
    assert_string_equal(text, "ask opp_a");
}

TEST(answers_are_understood_and_others_are_not)
{
    /* clang-format off */
    static const struct {
        const char *text;
        bool is_answer;
        long want;
    } rows[] = {
        {"opp_a's reputation is -520 (BAD)", true, -520},
        {"opp_a's reputation is 12034 (GOOD)", true, 12034},
        {"opp_a's reputation is -10000(BAD) (no saved games)", true, -10000},
        {"opp_a's reputation is", false, 0},
        {"User opp_a has no complainers or vouchers", true, 0},
        {"fb7 -520", true, -520},
        {"fb7 +520", true, 520},
        {"raw fb7 ask 1 opp_a -520 17", true, -520},
        {"raw fb7 ask 1 -520", true, -520},
        {"fb7: opp_a 400", true, 400},
        {"raw fb7 ask 1 opp_a - 3 1 0", false, 0},
        {"raw fb7 error 3 no such user", false, 0},
        {"I don't understand you. Try 'tell RepBot help'.", false, 0},
        {"ERROR: user opp_a does not exist on FIBS.", false, 0},
        {"fb8 ask 1 opp_a -520", false, 0},
        {"opp_b's reputation is -520 (BAD)", false, 0},
        {"User opp_b has no complainers or vouchers", false, 0},
        {"Note: opp_a is a bot.", false, 0},
        {"opp_a is new here", false, 0},
        {"Unknown command: raw", false, 0},
        {"fb7 99999999999999999999", false, 0},
        {"", false, 0},
    };
    /* clang-format on */
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        long reputation = 0;
        bool is_answer = reputation_answer(rows[i].text, strlen(rows[i].text), "opp_a",
                                           7, &reputation);
        assert_int_equal(is_answer, rows[i].is_answer);
        assert_int_equal(is_answer ? reputation : 0, rows[i].want);
    }
}

TEST(unknown_user_is_told_from_other_errors)
{
    static const char unknown[] = "ERROR: user opp_a does not exist on FIBS.";
    static const char other[] = "I don't understand you. Try 'tell RepBot help'.";
    assert_true(reputation_is_unknown(unknown, sizeof unknown - 1, "opp_a"));
    assert_false(reputation_is_unknown(unknown, sizeof unknown - 1, "opp_b"));
    assert_false(reputation_is_unknown(other, sizeof other - 1, "opp_a"));
}

TEST_MAIN(NULL, NULL)
