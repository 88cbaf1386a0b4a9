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

static void a_misspelt_name_is_found(void **state)
{
    assert_string_equal(nearest_of("plys"), "ply");
    assert_string_equal(nearest_of("PLAYZ"), "plays");
    assert_string_equal(nearest_of("cubeply"), "cube-ply");
    assert_string_equal(nearest_of("thraeds"), "threads");
}

static void a_name_that_is_none_is_not_guessed_at(void **state)
{
    assert_null(nearest_of("weights"));
    assert_null(nearest_of(""));
    assert_null(nearest_of("a name that is much longer than all the known ones are"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_misspelt_name_is_found),
        cmocka_unit_test(a_name_that_is_none_is_not_guessed_at),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
