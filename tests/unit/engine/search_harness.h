#pragma once
/* For tests of what the engine decides: the shipped engine, scores, a strength. */
#include <string.h>

#include "engine/engine.h"
#include "tests/unit/test_case.h"

#include "tests/unit/engine/shipped_engine.h" /* last: its names are short */

/* At 0-ply, too, the big net values every play. */
static inline struct strength at_ply(int ply)
{
    struct strength strength = strength_default();
    strength.filter.nets.accept = -1;
    strength.play_ply = ply;
    strength.cube_ply = ply;
    strength.filter.cube_threshold = 0.0F; /* no cube action is clear */
    return strength;
}

static const struct match_state scores[] = {
    {.cube = 1, .owner = CUBE_CENTRED},
    {.cube = 2, .owner = CUBE_THEIRS},
    {.cube = 1, .owner = CUBE_CENTRED, .has_jacoby = true},
    {.length = 5, .my_score = 2, .their_score = 3, .cube = 1},
    {.length = 7, .my_score = 1, .their_score = 2, .cube = 2, .owner = CUBE_MINE},
    {.length = 5, .my_score = 4, .their_score = 2, .cube = 1, .is_crawford = true},
    {.length = 5, .my_score = 2, .their_score = 4, .cube = 1},
    {.length = 1, .cube = 1},
};
enum { SCORES = sizeof scores / sizeof scores[0] };
