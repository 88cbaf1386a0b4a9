#include "engine/board/outputs.h"

struct outputs outputs_of_result(int result)
{
    if (result > 0) {
        return (struct outputs){1.0F, result >= 2 ? 1.0F : 0.0F,
                                result >= 3 ? 1.0F : 0.0F, 0.0F, 0.0F};
    }
    return (struct outputs){0.0F, 0.0F, 0.0F, result <= -2 ? 1.0F : 0.0F,
                            result <= -3 ? 1.0F : 0.0F};
}

static float limit(float value, float most)
{
    float positive = value > 0.0F ? value : 0.0F; /* a NaN is not */
    return positive < most ? positive : most;
}

struct outputs outputs_clamp(struct outputs o)
{
    o.win = limit(o.win, 1.0F);
    o.win_gammon = limit(o.win_gammon, o.win);
    o.win_backgammon = limit(o.win_backgammon, o.win_gammon);
    o.lose_gammon = limit(o.lose_gammon, 1.0F - o.win);
    o.lose_backgammon = limit(o.lose_backgammon, o.lose_gammon);
    return o;
}
