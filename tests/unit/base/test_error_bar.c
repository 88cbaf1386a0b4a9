/* The error behind a mean, and none behind that of one sample. */
#include "base/error_bar.h"
#include "tests/unit/test_case.h"

static void two_samples_have_an_error(void **state)
{
    assert_string_equal(error_bar(2, 0.01234, 4, "").text, " +- 0.0123");
    assert_string_equal(error_bar(50, 12.5, 2, " %").text, " +- 12.50 %");
    assert_string_equal(error_bar_alone(2, 0.0, 3, "%").text, "0.000%");
}

static void fewer_than_two_have_none(void **state)
{
    for (int samples = 0; samples < 2; samples++) {
        assert_string_equal(error_bar(samples, 0.0, 4, " %").text, "");
        assert_string_equal(error_bar_alone(samples, 0.0, 4, "%").text, "-");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_samples_have_an_error),
        cmocka_unit_test(fewer_than_two_have_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
