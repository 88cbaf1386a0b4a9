/* Points and lengths of matches in words. */
#include "engine/board/points.h"
#include "tests/unit/test_case.h"

static void one_point_stands_in_the_singular(void **state)
{
    char text[POINTS_TEXT_SIZE];
    assert_string_equal(points_text(1, text), "1 point");
    assert_string_equal(points_text(24, text), "24 points");
    assert_string_equal(points_text(0, text), "0 points");
}

static void points_beyond_the_length_are_not_shown(void **state)
{
    assert_int_equal(points_shown(8, 7), 7);
    assert_int_equal(points_shown(7, 7), 7);
    assert_int_equal(points_shown(3, 7), 3);
    assert_int_equal(points_shown(8, 0), 8); /* unlimited */
    assert_int_equal(points_shown(POINTS_UNLIMITED + 1, POINTS_UNLIMITED),
                     POINTS_UNLIMITED + 1);
}

static void a_length_may_be_unlimited_or_unknown(void **state)
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_point_stands_in_the_singular),
        cmocka_unit_test(points_beyond_the_length_are_not_shown),
        cmocka_unit_test(a_length_may_be_unlimited_or_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
