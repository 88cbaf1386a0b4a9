/* Numbers of command lines. */
#include <string.h>

#include "base/argument.h"
#include "tests/unit/test_case.h"

TEST(a_number_is_read_to_its_end_and_held_to_its_limits)
{
    static const struct {
        const char *text;
        bool is_good;
        int number;
    } rows[] = {
        {"1", true, 1},
        {"100", true, 100},
        {" 7", true, 7},
        {"0", false, 0},
        {"101", false, 0},
        {"1OO", false, 0},
        {"7.0", false, 0},
        {"", false, 0},
        {"-3", false, 0},
        {"1e1", false, 0},
        {"99999999999999999999", false, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct error err = {0};
        int number = 0;
        assert_int_equal(argument_int("--games", rows[i].text, 1, 100, &number, &err),
                         rows[i].is_good);
        assert_int_equal(number, rows[i].number);
        assert_int_equal(strlen(err.text) > 0, !rows[i].is_good);
    }
}

TEST(a_refusal_names_option_limits_and_what_was_found)
{
    struct error err;
    int64_t whole;
    double real;
    assert_false(argument_whole("--plays", "ten", 1, 5000000000, &whole, &err));
    assert_string_equal(
        err.text,
        "--plays: expected a whole number from 1 to 5000000000, found \"ten\"");
    assert_false(
        argument_whole("--seed", "9223372036854775808", 0, INT64_MAX, &whole, &err));
    assert_false(argument_real("--error", "nan", 0, 3, &real, &err));
    assert_string_equal(err.text,
                        "--error: expected a number from 0 to 3, found \"nan\"");
}

TEST(real_numbers_are_read)
{
    double real = 0.0;
    assert_true(argument_real("--within", ".25", 0, 100, &real, NULL));
    assert_true(real == 0.25);
    assert_true(argument_real("--within", "0", 0, 100, &real, NULL));
    assert_false(argument_real("--within", ".25x", 0, 100, &real, NULL));
    assert_false(argument_real("--within", "", 0, 100, &real, NULL));
}

TEST_MAIN(NULL, NULL)
