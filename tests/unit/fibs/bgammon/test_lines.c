#include <stdlib.h>
#include <string.h>

#include "fibs/bgammon/lines.h"
#include "tests/unit/test_case.h"

/* Feeds `text` in pieces and returns the lines, each ended by '|'. */
static void read_in_pieces(const char *text, size_t size, size_t piece, char *found)
{
    struct bgammon_lines *lines = malloc(sizeof *lines);
    assert_non_null(lines);
    bgammon_lines_init(lines);
    found[0] = '\0';
    for (size_t at = 0; at < size; at += piece) {
        const char *bytes = text + at, *line;
        size_t left = size - at < piece ? size - at : piece;
        while ((line = bgammon_lines_next(lines, &bytes, &left)) != NULL) {
            strcat(strcat(found, line), "|");
        }
        assert_int_equal(left, 0);
    }
    free(lines);
}

TEST(lines_come_split_and_joined)
{
    static const char text[] = "hello you\n{\"a\":1}\r\n\n{\"b\":2}\nrest";
    char found[200];
    for (size_t piece = 1; piece <= sizeof text; piece++) {
        read_in_pieces(text, sizeof text - 1, piece, found);
        assert_string_equal(found, "hello you|{\"a\":1}||{\"b\":2}|");
    }
}

TEST(a_nul_does_not_hide_the_rest_of_a_line)
{
    char found[200];
    read_in_pieces("a\0b\n", 4, 4, found);
    assert_string_equal(found, "a?b|");
}

TEST(a_line_of_64_kb_is_taken_and_a_longer_one_left_out)
{
    enum { SIZE = 2 * BGAMMON_LINE_MAX + 10 };
    char *text = malloc(SIZE), *found = malloc(SIZE);
    memset(text, 'x', SIZE);
    text[BGAMMON_LINE_MAX + 1] = '\n';     /* one too many */
    text[2 * BGAMMON_LINE_MAX + 2] = '\n'; /* just right */
    memcpy(text + 2 * BGAMMON_LINE_MAX + 3, "next\n", 5);
    read_in_pieces(text, 2 * BGAMMON_LINE_MAX + 8, 1000, found);
    assert_int_equal(strlen(found), BGAMMON_LINE_MAX + 1 + 5);
    assert_string_equal(found + BGAMMON_LINE_MAX, "|next|");
    free(text);
    free(found);
}

TEST_MAIN(NULL, NULL)
