#pragma once
/* For a program of tests: cmocka with the headers that it wants before it. A file of tests is
 *
 *     TEST(bar_must_enter_before_other_checkers_move)
 *     {
 *         assert_true(...);
 *     }
 *
 *     TEST_MAIN(NULL, NULL)
 *
 * where each claim adds itself to the tests of its program. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/text.h"

enum { TEST_CASES_MAX = 100 };

static struct CMUnitTest test_cases[TEST_CASES_MAX];
static size_t test_case_count;

static inline void test_case_add(struct CMUnitTest test)
{
    if (test_case_count == TEST_CASES_MAX) {
        abort();
    }
    test_cases[test_case_count++] = test;
}

/* The status of the program: 0, all passed. */
static inline int test_cases_run(CMFixtureFunction set_up, CMFixtureFunction tear_down)
{
    return test_case_count == 0
               ? 1
               : _cmocka_run_group_tests("tests", test_cases, test_case_count, set_up,
                                         tear_down);
}

/* The head of a test: `set_up` comes before it, `tear_down` behind it, NULL is nothing. */
#define TEST_WITH(claim, set_up, tear_down)                                            \
    static void claim(void **state);                                                   \
    __attribute__((constructor)) static void claim##_add(void)                         \
    {                                                                                  \
        test_case_add((struct CMUnitTest){#claim, claim, set_up, tear_down, NULL});    \
    }                                                                                  \
    static void claim(void **state)

#define TEST(claim) TEST_WITH(claim, NULL, NULL)

/* The end of a file of tests: `set_up` comes before the first, `tear_down` behind the last. */
#define TEST_MAIN(set_up, tear_down)                                                   \
    int main(void)                                                                     \
    {                                                                                  \
        return test_cases_run(set_up, tear_down);                                      \
    }

/* What was done succeeded; else the test fails with the words of the struct error. */
#define assert_good(is_good, err)                                                      \
    do {                                                                               \
        if (!(is_good)) {                                                              \
            fail_msg("%s", (err)->text);                                               \
        }                                                                              \
    } while (0)
