#pragma once

#include <math.h>

#include "tests/unit/test_case.h"

/* Also fails for a value that is not a number. */
static inline void assert_near(double value, double wanted, double within)
{
    if (!(fabs(value - wanted) <= within)) {
        fail_msg("%.9g is not %.9g +- %.3g", value, wanted, within);
    }
}
