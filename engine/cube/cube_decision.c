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

float cube_decision_of_double(const struct cube_decision *decision, bool is_double)
{
    return is_double ? cube_decision_doubled(decision) : decision->no_double;
}

float cube_decision_of_answer(const struct cube_decision *decision, bool is_take)
{
    return -(is_take ? decision->double_take : decision->double_pass);
}
