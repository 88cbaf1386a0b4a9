/* How the director words what it says. */
#include "bot/director/core_internal.h"
#include "tests/unit/test_case.h"

TEST(a_span_is_told_in_minutes_up_to_90)
{
    static const struct {
        int64_t ms;
        const char *want;
    } rows[] = {{1, "1 minute"},
                {60000, "1 minute"},
                {60001, "2 minutes"},
                {90 * 60000, "90 minutes"},
                {91 * 60000, "1 h 31 min"},
                {125 * 60000, "2 h 05 min"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_string_equal(director_span(rows[i].ms).text, rows[i].want);
    }
}

TEST_MAIN(NULL, NULL)
