/* Numbers as people read them. */
#include <math.h>

#include "base/shown.h"
#include "tests/unit/test_case.h"

TEST(what_shows_but_zeros_has_no_minus)
{
    assert_false(signbit(shown_number(-0.004, 2)));
    assert_true(shown_number(-0.004, 2) == 0.0);
    assert_false(signbit(shown_number(-0.0, 0)));
    assert_true(shown_number(-0.004, 3) == -0.004);
    assert_true(shown_number(-0.0051, 2) == -0.0051);
    assert_true(shown_number(-10.0, 0) == -10.0);
    assert_true(shown_number(0.2, 1) == 0.2);
    assert_true(shown_number(-1e300, 9) == -1e300);
    assert_true(isnan(shown_number((double)NAN, 2)));
}

TEST_MAIN(NULL, NULL)
