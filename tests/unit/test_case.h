#pragma once
/* For a program of tests: cmocka with the headers that it wants before it. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* What was done succeeded; else the test fails with the words of the struct error. */
#define assert_good(is_good, err)                                                      \
    do {                                                                               \
        if (!(is_good)) {                                                              \
            fail_msg("%s", (err)->text);                                               \
        }                                                                              \
    } while (0)
