/* Points and lengths of matches in words. */
#include "engine/board/points.h"
#include "tests/unit/test_case.h"

TEST(one_point_stands_in_the_singular)
{
    char text[POINTS_TEXT_SIZE];
    assert_string_equal(points_text(1, text), "1 point");
    assert_string_equal(points_text(24, text), "24 points");
    assert_string_equal(points_text(0, text), "0 points");
}

TEST(points_beyond_the_length_are_not_shown)
{
    assert_int_equal(points_shown(8, 7), 7);
    assert_int_equal(points_shown(7, 7), 7);
    assert_int_equal(points_shown(3, 7), 3);
    assert_int_equal(points_shown(8, 0), 8); /* unlimited */
    assert_int_equal(points_shown(POINTS_UNLIMITED + 1, POINTS_UNLIMITED),
                     POINTS_UNLIMITED + 1);
}

TEST(a_length_may_be_unlimited_or_unknown)
{
    static const struct {
        int length;
        const char *want;
    } rows[] = {
        {1, "1 point"},         {99, "99 points"},
        {0, "unlimited"},       {POINTS_UNLIMITED, "unlimited"},
        {-1, "length unknown"},
    };
    char text[POINTS_TEXT_SIZE];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_string_equal(points_length_text(rows[i].length, text), rows[i].want);
    }
}

TEST_MAIN(NULL, NULL)
