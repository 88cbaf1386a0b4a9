#include "engine/cube/cube_decision.h"

const char *cube_action_name(enum cube_action action)
{
    static const char *const names[] = {
        [NO_DOUBLE] = "no_double",
        [DOUBLE_TAKE] = "double_take",
        [DOUBLE_PASS] = "double_pass",
        [TOO_GOOD] = "too_good",
    };
    return names[action];
}
