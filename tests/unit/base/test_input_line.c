/* Lines of any bytes from a stream. */
#include <stdio.h>
#include <string.h>

#include "base/input_line.h"
#include "tests/unit/test_case.h"

enum { SIZE = 8 };

static FILE *stream_of(const char *bytes, size_t size)
{
    static char copy[64];
    memcpy(copy, bytes, size);
    return fmemopen(copy, size, "r");
}

static void expect(FILE *in, const char *wanted, bool is_cut_wanted)
{
    char line[SIZE];
    bool is_cut;
    assert_true(input_line_read(in, line, sizeof line, &is_cut));
    assert_string_equal(line, wanted);
    assert_int_equal(is_cut, is_cut_wanted);
}

TEST(lines_come_without_their_ends)
{
    char line[SIZE];
    bool is_cut;
    FILE *in = stream_of("a b\r\n\nc  \nlast", 14);
    expect(in, "a b", false);
    expect(in, "", false);
    expect(in, "c", false);
    expect(in, "last", false);
    assert_false(input_line_read(in, line, sizeof line, &is_cut));
    (void)fclose(in);
}

TEST(line_too_long_or_with_a_nul_is_cut_and_the_next_is_whole)
{
    FILE *in = stream_of("123456789\n1234567\na\0b\nnext\n", 27);
    expect(in, "1234567", true);
    expect(in, "1234567", false);
    expect(in, "ab", true);
    expect(in, "next", false);
    (void)fclose(in);
}

TEST(blank_lines_behind_a_line_leave_it_the_last)
{
    FILE *in = stream_of("a\n \r\n b\n\n \n", 11);
    expect(in, "a", false);
    assert_false(input_line_was_last(in));
    expect(in, "b", false);
    assert_true(input_line_was_last(in));
    (void)fclose(in);
}

TEST_MAIN(NULL, NULL)
