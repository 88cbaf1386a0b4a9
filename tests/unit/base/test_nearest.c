/* The nearest name to a misspelt one. */
#include "base/nearest.h"
#include "tests/unit/test_case.h"

static const char *nearest_of(const char *wanted)
{
    static const char *const known[] = {"ply", "cube-ply", "plays", "threads", "s"};
    struct nearest nearest = nearest_to(wanted);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        nearest_offer(&nearest, known[i]);
    }
    return nearest.name;
}

TEST(a_misspelt_name_is_found)
{
    assert_string_equal(nearest_of("plys"), "ply");
    assert_string_equal(nearest_of("PLAYZ"), "plays");
    assert_string_equal(nearest_of("cubeply"), "cube-ply");
    assert_string_equal(nearest_of("thraeds"), "threads");
}

TEST(a_name_that_is_none_is_not_guessed_at)
{
    assert_null(nearest_of("weights"));
    assert_null(nearest_of(""));
    assert_null(nearest_of("a name that is much longer than all the known ones are"));
}

TEST_MAIN(NULL, NULL)
