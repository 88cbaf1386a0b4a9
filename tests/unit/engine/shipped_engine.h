#pragma once
/* For tests of the whole engine: the shipped one with its databases, opened once a
 * program, and positions to ask it about. */
#include "engine/engine.h"
#include "tests/unit/engine/board/context.h"
#include "tests/unit/test_case.h"

static struct engine *eng;
static struct search_scratch *scratch;

static inline int open_engine(void **state)
{
    struct error err;
    eng = engine_open("build/weights", &err);
    if (eng == NULL) {
        print_error("%s\n", err.text);
        return 1;
    }
    scratch = engine_scratch_new(eng);
    return scratch == NULL;
}

static inline int close_engine(void **state)
{
    engine_scratch_free(scratch);
    engine_close(eng);
    return 0;
}

/* Both sides bearing off: counts on the points 1..6. */
static inline struct position ending(const int mine[6], const int theirs[6])
{
    struct position pos = {.mine = {{CHECKERS}}, .theirs = {{CHECKERS}}};
    for (int p = 1; p <= 6; p++) {
        pos.mine.at[p] = (uint8_t)mine[p - 1];
        pos.mine.at[POINT_OFF] = (uint8_t)(pos.mine.at[POINT_OFF] - mine[p - 1]);
        pos.theirs.at[p] = (uint8_t)theirs[p - 1];
        pos.theirs.at[POINT_OFF] = (uint8_t)(pos.theirs.at[POINT_OFF] - theirs[p - 1]);
    }
    return pos;
}
