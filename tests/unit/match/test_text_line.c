/* Lines of any encoding and line end. */
#include <stdint.h>
#include <string.h>

#include <jansson.h>

#include "match/text_line.h"
#include "match/xg_text.h"
#include "tests/unit/test_case.h"

TEST(lines_come_out_alike_whatever_ends_and_encodes_them)
{
    static const char *const files[] = {
        "J\xC3\xB6rg : 0\n\nb\n",
        "\xEF\xBB\xBFJ\xC3\xB6rg\xC2\xA0: 0\r\n\r\nb",
        "J\xF6rg : 0  \r\rb\r",
        "J\xF6rg\xA0: 0\n\t\nb\n",
    };
    static const char *const wanted[] = {"J\xC3\xB6rg : 0", "", "b"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        struct text_line line = {
            .file = fmemopen((void *)(uintptr_t)files[i], strlen(files[i]), "r")};
        for (int k = 0; k < 3; k++) {
            assert_true(text_line_next(&line));
            assert_string_equal(line.text, wanted[k]);
            assert_int_equal(line.number, k + 1);
        }
        assert_false(text_line_next(&line));
        (void)fclose(line.file);
    }
}

/* Bytes that some programs take for UTF-8, and JSON does not. */
TEST(what_is_no_character_of_utf8_is_latin1)
{
    static const char *const files[] = {"an\xED\xA0\x80na", "\xE0\x80\x80",
                                        "\xF0\x80\x80\x80", "\xF4\x90\x80\x80"};
    char text[40];
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        text_line_decode(files[i], text);
        assert_true(strlen(text) > strlen(files[i]));
        json_t *string = json_string(text);
        assert_non_null(string);
        json_decref(string);
    }
}

/* Quotes, dashes and the euro, as programs of Windows write them. */
TEST(other_bytes_are_those_of_windows)
{
    char text[40];
    text_line_decode("don\x92t \x97 \x93\xE9\x94 \x80\x81", text);
    assert_string_equal(text, "don\u2019t \u2014 \u201C\u00E9\u201D \u20AC?");
    text_line_decode("don\u2019t \u2014 \u0100", text);
    assert_string_equal(text, "don\u2019t \u2014 \u0100");
}

/* A terminal takes U+009B for what ESC [ begins. */
TEST(control_characters_beyond_ascii_are_blanks)
{
    char text[40];
    text_line_decode("a\xA0\x7F\x1B[31m\xE9", text);
    assert_string_equal(text, "a   [31m\xC3\xA9");
    text_line_decode("a\xC2\x9B"
                     "31m\xC3\xA9\xC2\xA1",
                     text);
    assert_string_equal(text, "a 31m\xC3\xA9\xC2\xA1");
    *xg_text_put_utf8(text, 0x9B) = '\0';
    assert_string_equal(text, " ");
}

TEST(long_lines_are_cut_and_tabs_keep_columns)
{
    char text[TEXT_LINE_MAX + 50];
    memset(text, 'x', sizeof text);
    memcpy(text, "a\tb\n", 4);
    struct text_line line = {.file = fmemopen(text, sizeof text, "r")};
    assert_true(text_line_next(&line));
    assert_string_equal(line.text, "a       b");
    assert_false(line.is_cut);
    assert_true(text_line_next(&line));
    assert_true(line.is_cut);
    assert_int_equal(strlen(line.text), TEXT_LINE_MAX);
    assert_false(text_line_next(&line));
    (void)fclose(line.file);
}

TEST_MAIN(NULL, NULL)
