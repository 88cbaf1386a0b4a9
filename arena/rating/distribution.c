#include "arena/rating/distribution.h"

#include <math.h>
#include <stdbool.h>

static const double pi = 3.14159265358979323846;

double distribution_chi_square_above(double x, int freedom)
{
    bool is_odd = freedom % 2 != 0;
    double sum = is_odd ? erfc(sqrt(x / 2.0)) : 0.0;
    double term = is_odd ? sqrt(2.0 * x / pi) * exp(-x / 2.0) : exp(-x / 2.0);
    for (int n = is_odd ? 3 : 2; n <= freedom; n += 2) {
        sum += term;
        term *= x / n;
    }
    return sum < 1.0 ? sum : 1.0;
}

double distribution_student_below(double t, int freedom)
{
    double angle = atan(t / sqrt((double)freedom));
    double squared = cos(angle) * cos(angle);
    bool is_odd = freedom % 2 != 0;
    double term = is_odd ? cos(angle) : 1.0;
    double sum = 0.0;
    for (int n = is_odd ? 3 : 2; n <= freedom; n += 2) {
        sum += term;
        term *= squared * (n - 1) / n;
    }
    double share = is_odd ? (angle + sin(angle) * sum) * 2.0 / pi : sin(angle) * sum;
    return 0.5 + share / 2.0;
}

double distribution_student_95(int freedom)
{
    enum { STEPS = 60 };
    double low = 0.0;
    double high = 16.0; /* above 12.7, that of one degree */
    for (int i = 0; i < STEPS; i++) {
        double middle = (low + high) / 2.0;
        *(distribution_student_below(middle, freedom) < 0.975 ? &low : &high) = middle;
    }
    return high;
}
