/* The engine that the tests of analyses ask: opened once for a test program. */
#pragma once

#include "engine/engine.h"
#include "tests/unit/test_case.h"

static struct engine *engine;
static struct search_scratch *scratch;

/* For cmocka_run_group_tests(): NULL in `scratch` where the weights do not open. */
static inline int open_engine(void **state)
{
    struct error err;
    engine = engine_open("build/weights", &err);
    scratch = engine != NULL ? engine_scratch_new(engine) : NULL;
    return 0;
}

static inline int close_engine(void **state)
{
    engine_scratch_free(scratch);
    engine_close(engine);
    return 0;
}
