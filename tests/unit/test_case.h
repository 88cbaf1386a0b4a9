#pragma once
/* For a program of tests: cmocka with the headers that it wants before it. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
