/* Nobody is judged by his own depth. */

#include "match/reference_level.h"
#include "tests/unit/test_case.h"

static void assert_judged(const char *level, const char *expected)
{
    char text[REFERENCE_LEVEL_SIZE];
    struct strength judge = strength_default();
    reference_level_deepen(level, &judge);
    reference_level_text(&judge, text);
    assert_string_equal(text, expected);
}

TEST(a_program_is_judged_deeper_than_it_thought)
{
    assert_judged("fibsbot 0.2.0: 0-ply", "roller");
    assert_judged("fibsbot 0.2.0: 2-ply", "roller");
    assert_judged("fibsbot 0.2.0: 2-ply, noise 0.05", "roller");
    assert_judged("level world-class", "roller");
    assert_judged("fibsbot 0.2.0: level strongest", "roller++");
    assert_judged("1-ply", "roller");
    assert_judged("3-ply", "roller+");
    assert_judged("4-ply", "roller+");
    assert_judged("fibsbot 0.2.0: roller", "roller+");
    assert_judged("roller+", "roller++");
    assert_judged("roller++", "roller++");
}

TEST(a_person_is_judged_as_asked_and_an_unknown_level_by_roller)
{
    assert_judged("", "2-ply");
    assert_judged(REFERENCE_LEVEL_UNKNOWN, "roller");
    assert_judged("fibsbot 9.9: level of the future", "roller");
}

TEST(a_deeper_judge_that_is_asked_for_stays)
{
    char text[REFERENCE_LEVEL_SIZE];
    struct strength judge = strength_default();
    judge.play_ply = 3;
    judge.cube_ply = 4;
    reference_level_deepen("0-ply", &judge);
    reference_level_text(&judge, text);
    assert_string_equal(text, "3-ply, cube 4-ply");
    reference_level_deepen("3-ply", &judge);
    reference_level_text(&judge, text);
    assert_string_equal(text, "roller+");
    reference_level_deepen("2-ply", &judge);
    reference_level_text(&judge, text);
    assert_string_equal(text, "roller+");
}

TEST(a_level_has_its_program_before_a_colon)
{
    char text[RECORD_NAME_MAX];
    reference_level_heading("fibsbot 0.2.0", "level expert", text);
    assert_string_equal(text, "fibsbot 0.2.0: level expert");
}

TEST_MAIN(NULL, NULL)
