/* Themes of errors, and how a score is called. */
#include "bot/review/collection/collection_theme.h"
#include "engine/board/xgid.h"
#include "tests/unit/engine/board/context.h"
#include "tests/unit/test_case.h"

TEST(plays_are_told_apart_by_turn_contact_and_anchors)
{
    static const struct {
        const char *id;
        int turn;
        const char *theme;
    } cases[] = {
        {"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10", 1, "opening"},
        {"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10", 6, "opening"},
        {"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10", 7, "contact"},
        {"XGID=-CDBBB-A---------a-bbcdb--:0:0:1:31:0:0:0:7:10", 40, "race"},
        /* two points in the other's home, 8 and 60 pips behind */
        {"XGID=--b-bBCBC----E-----cccb---:0:0:1:31:0:0:0:7:10", 40, "contact"},
        {"XGID=-BbBbCCBC----------cccb---:0:0:1:31:0:0:0:7:10", 40, "back game"},
        {"XGID=---BCCC----------cbccBbBb-:0:0:1:31:0:0:0:7:10", 40, "back game"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct decision_context at = context(cases[i].id);
        assert_string_equal(collection_theme(&at, "play", cases[i].turn),
                            cases[i].theme);
    }
}

TEST(cube_actions_are_themes_of_their_own)
{
    const struct decision_context at =
        context("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10");
    assert_string_equal(collection_theme(&at, "no_double", 1), "no double");
    assert_string_equal(collection_theme(&at, "double", 1), "double");
    const struct decision_context offered =
        context("XGID=-b----E-C---eE---c-e----B-:0:0:-1:D:0:0:0:7:10");
    assert_string_equal(collection_theme(&offered, "take", 1), "take");
    assert_string_equal(collection_theme(&offered, "pass", 40), "pass");
    assert_string_equal(collection_theme(&at, "redouble", 40), "beaver");
}

TEST(the_answer_to_a_beaver_is_no_take_of_a_double)
{
    const struct decision_context at =
        context("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:2:0:10");
    assert_string_equal(collection_theme(&at, "take", 1), "beaver");
    assert_string_equal(collection_theme(&at, "pass", 1), "beaver");
}

TEST(scores_are_points_away_of_who_decides_first)
{
    char text[COLLECTION_SCORE_SIZE];
    struct match_state ms = match_state_match(7, 4, 1, false);
    collection_score(&ms, text);
    assert_string_equal(text, "3-away 6-away");
    ms = match_state_match(7, 6, 1, true);
    collection_score(&ms, text);
    assert_string_equal(text, "Crawford");
    ms = match_state_money();
    collection_score(&ms, text);
    assert_string_equal(text, "money");
}

TEST_MAIN(NULL, NULL)
