/* The error behind a mean, and none behind that of one sample. */
#include "base/error_bar.h"
#include "tests/unit/test_case.h"

TEST(two_samples_have_an_error)
{
    assert_string_equal(error_bar(2, 0.01234, 4, "").text, " +- 0.0123");
    assert_string_equal(error_bar(50, 12.5, 2, " %").text, " +- 12.50 %");
    assert_string_equal(error_bar_alone(2, 0.0, 3, "%").text, "0.000%");
}

TEST(fewer_than_two_have_none)
{
    for (int samples = 0; samples < 2; samples++) {
        assert_string_equal(error_bar(samples, 0.0, 4, " %").text, "");
        assert_string_equal(error_bar_alone(samples, 0.0, 4, "%").text, "-");
    }
}

TEST_MAIN(NULL, NULL)
