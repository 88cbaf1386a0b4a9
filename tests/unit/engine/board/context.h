#pragma once
#include "engine/board/decision_context.h"
#include "tests/unit/test_case.h"

/* What a text says that decision_context_read() knows, an XGID for example. */
static inline struct decision_context context(const char *text)
{
    struct decision_context at;
    struct error err;
    assert_good(decision_context_read(text, &at, &err), &err);
    return at;
}
