#include "bot/seat/state/seat_judge.h"

bool seat_judge_may(const struct seat_view *view, enum seat_action_type type)
{
    switch (type) {
    case SEAT_ACT_DONE:
        return seat_view_allows(view, type) && !view->hops.is_forced;
    case SEAT_ACT_ROLL:
        return seat_view_allows(view, type) && seat_view_allows(view, SEAT_ACT_DOUBLE);
    case SEAT_ACT_DOUBLE:
    case SEAT_ACT_TAKE:
    case SEAT_ACT_PASS:
        return seat_view_allows(view, type);
    default:
        return false;
    }
}

static double least_zero(double value)
{
    return value > 0.0 ? value : 0.0;
}

double seat_judge_loss(enum seat_action_type type, const struct cube_decision *cube)
{
    double none = (double)cube->no_double, take = (double)cube->double_take;
    double pass = (double)cube->double_pass;
    double doubled = (double)cube_decision_doubled(cube);
    switch (type) {
    case SEAT_ACT_ROLL:
        return cube->is_allowed ? least_zero(doubled - none) : 0.0;
    case SEAT_ACT_DOUBLE:
        return least_zero(none - doubled);
    case SEAT_ACT_TAKE:
        return least_zero(take - pass);
    case SEAT_ACT_PASS:
        return least_zero(pass - take);
    default:
        return 0.0;
    }
}

const char *seat_judge_better(enum seat_action_type type,
                              const struct cube_decision *cube)
{
    if (type == SEAT_ACT_TAKE || type == SEAT_ACT_PASS) {
        return cube_decision_is_take(cube) ? "take" : "pass";
    }
    return cube_decision_is_double(cube) ? "double" : "roll";
}
