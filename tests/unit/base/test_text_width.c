/* Names of any language stand in columns. */

#include "base/text_width.h"
#include "tests/unit/test_case.h"

static void assert_field(const char *text, const char *expected)
{
    char line[64];
    FORMAT_TEXT(line, "%-*s|", text_width(text, 8), text);
    assert_string_equal(line, expected);
}

TEST(characters_are_counted_not_bytes)
{
    assert_field("anna", "anna    |");
    assert_field("Jörg", "Jörg    |");
    assert_field("Ωμέγα", "Ωμέγα   |");
    assert_field("日本", "日本      |");
    assert_field("", "        |");
}

TEST(what_is_too_long_or_no_utf_8_is_not_cut)
{
    assert_field("a name that is long", "a name that is long|");
    assert_field("J\xF6rg", "J\xF6rg    |"); /* Latin-1 */
}

TEST(texts_are_cut_between_characters)
{
    assert_int_equal(text_cut("anna", 4, 4), 4);
    assert_int_equal(text_cut("anna", 4, 9), 4);
    assert_int_equal(text_cut("anna", 4, 3), 3);
    assert_int_equal(text_cut("annaß", 6, 6), 6);
    assert_int_equal(text_cut("annaß", 6, 5), 4);
    assert_int_equal(text_cut("日本", 6, 5), 3);
    assert_int_equal(text_cut("日本", 6, 2), 0);
    assert_int_equal(text_cut("\x80\x80\x80", 3, 2), 0); /* no text at all */
    assert_int_equal(text_cut("", 0, 0), 0);
}

TEST(a_letter_is_one_of_utf_8)
{
    assert_int_equal(text_letter("a"), 1);
    assert_int_equal(text_letter("ßx"), 2);
    assert_int_equal(text_letter("日"), 3);
    assert_int_equal(text_letter("\xf0\x9f\x8e\xb2"), 4);
    assert_int_equal(text_letter("\xe6\x97"), 0); /* cut */
    assert_int_equal(text_letter("\xF6r"), 0);    /* Latin-1 */
    assert_int_equal(text_letter("\xc0\xaf"), 0); /* longer than it needs */
}

TEST_MAIN(NULL, NULL)
