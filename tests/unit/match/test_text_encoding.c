/* UTF-16 comes out as UTF-8. */
#include <stdio.h>

#include "match/text_line.h"
#include "tests/unit/test_case.h"

static void assert_read_as(const char *bytes, size_t length, const char *expected)
{
    char text[64] = "";
    FILE *file = tmpfile();
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    file = text_as_utf8(file);
    assert_non_null(file);
    size_t read = fread(text, 1, sizeof text - 1, file);
    text[read] = '\0';
    assert_string_equal(text, expected);
    (void)fclose(file);
}

TEST(both_byte_orders_are_read_with_and_without_a_mark)
{
    assert_read_as("\xFF\xFEJ\0\xF6\0r\0g\0", 10, "J\xC3\xB6rg");
    assert_read_as("\xFE\xFF\0J\0\xF6\0r\0g", 10, "J\xC3\xB6rg");
    assert_read_as(";\0 \0[\0", 6, "; [");
    assert_read_as("\0;\0 \0[", 6, "; [");
}

TEST(characters_of_two_units_are_joined)
{
    assert_read_as("\xFF\xFE\x3D\xD8\x00\xDE!\0", 8, "\xF0\x9F\x98\x80!");
    assert_read_as("\xFF\xFE\xAC\x20", 4, "\xE2\x82\xAC");
    assert_read_as("\xFF\xFE\x3D\xD8", 4, "\xEF\xBF\xBD");
}

TEST(other_files_stay_as_they_are)
{
    assert_read_as("; [Site", 7, "; [Site");
    assert_read_as("", 0, "");
    assert_read_as("x", 1, "x");
}

TEST_MAIN(NULL, NULL)
