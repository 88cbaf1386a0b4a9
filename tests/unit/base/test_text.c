#include "base/text.h"

#include "tests/unit/test_case.h"

TEST(texts_are_added_behind_each_other_and_cut_off_at_the_end_of_the_array)
{
    char text[8] = "";
    text_add(text, sizeof text, "%d", 12);
    ADD_TEXT(text, ", %s", "34");
    assert_string_equal(text, "12, 34");
    ADD_TEXT(text, ", %d", 56);
    assert_string_equal(text, "12, 34,");
    ADD_TEXT(text, "7");
    assert_string_equal(text, "12, 34,");
}

TEST(what_does_not_fit_into_an_array_is_cut_off)
{
    const char *volatile digits = "12345"; /* hidden from the compiler */
    char text[4];
    COPY_TEXT(text, digits);
    assert_string_equal(text, "123");
    FORMAT_TEXT(text, "ab-%s", digits);
    assert_string_equal(text, "ab-");
}

TEST_MAIN(NULL, NULL)
