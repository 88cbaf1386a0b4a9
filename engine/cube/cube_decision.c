#include "engine/cube/cube_decision.h"

#include "engine/cube/params.h"

const char *cube_action_name(enum cube_action action)
{
    static const char *const names[] = {
        [CUBE_NO_DOUBLE] = "no_double",
        [CUBE_DOUBLE_TAKE] = "double_take",
        [CUBE_DOUBLE_PASS] = "double_pass",
        [CUBE_TOO_GOOD] = "too_good",
    };
    return names[action];
}

bool cube_decision_is_take(const struct cube_decision *decision)
{
    return decision->double_take <= decision->double_pass + (float)CUBE_TIE;
}
