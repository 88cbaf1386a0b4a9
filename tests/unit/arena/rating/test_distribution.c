/* Chi-square and Student's t against printed tables. */
#include <math.h>

#include "arena/rating/rating_internal.h"
#include "tests/unit/test_case.h"

/* Upper 5 % and 1 % points of chi-square, and two-sided 5 % points of t: Abramowitz and
 * Stegun, tables 26.8 and 26.10. */
static const struct {
    int freedom;
    double five, one, student;
} points[] = {
    {1, 3.84146, 6.63490, 12.706}, {2, 5.99147, 9.21034, 4.303},
    {3, 7.81473, 11.3449, 3.182},  {6, 12.5916, 16.8119, 2.447},
    {7, 14.0671, 18.4753, 2.365},  {30, 43.7729, 50.8922, 2.042},
    {55, 73.3115, 82.2921, 2.004},
};

TEST(points_are_those_of_the_tables)
{
    for (size_t i = 0; i < sizeof points / sizeof points[0]; i++) {
        int n = points[i].freedom;
        double t = points[i].student;
        assert_true(fabs(rating_chi_square_above(points[i].five, n) - .05) < 1e-5);
        assert_true(fabs(rating_chi_square_above(points[i].one, n) - .01) < 1e-5);
        assert_true(fabs(rating_student_below(t, n) - .975) < 1e-4);
        assert_true(fabs(rating_student_below(-t, n) - .025) < 1e-4);
        assert_true(fabs(rating_student_95(n) - t) < 1e-3);
    }
}

TEST(edges_are_certain)
{
    for (int n = 1; n < 60; n++) {
        assert_true(fabs(rating_chi_square_above(0.0, n) - 1.0) < 1e-12);
        assert_true(rating_chi_square_above(5000.0, n) < 1e-12);
        assert_true(fabs(rating_student_below(0.0, n) - 0.5) < 1e-12);
    }
}

TEST_MAIN(NULL, NULL)
