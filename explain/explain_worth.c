/* What the caller of explain_play_reasons() takes from the cube model and the databases. */

#include "engine/board/movegen.h"
#include "engine/cube/cube.h"
#include "engine/race/bearoff.h"
#include "explain/explain.h"

/* What a gammon adds to a game won (sign 1) or lost (-1). */
static double price_of_gammon(const struct cube_model *model, int sign)
{
    double game = cube_result(model, 1) - cube_result(model, -1);
    double more = cube_result(model, 2 * sign) - cube_result(model, sign);
    return game > 0.0 ? sign * more / game : 0.0;
}

void explain_play_prices(struct explain_play *play, const struct met *met,
                         const struct match_state *ms)
{
    struct cube_model model;
    cube_model_init(&model, met, ms);
    play->gammon_won = price_of_gammon(&model, 1);
    play->gammon_lost = price_of_gammon(&model, -1);
}

/* The rolls that a side needs to bear off, on average; 0: not known. */
static double mean_rolls(const struct bearoff *bo, const struct explain_play *play,
                         const struct play *moves)
{
    const struct position after = movegen_after(play->before, moves);
    float chance[BEAROFF_ROLLS];
    double mean = 0.0;
    if (!bearoff_distribution(bo, &after.mine, chance)) {
        return 0.0;
    }
    for (int i = 0; i < BEAROFF_ROLLS; i++) {
        mean += i * (double)chance[i];
    }
    return mean;
}

void explain_play_rolls(struct explain_play *play, const struct bearoff *bo)
{
    if (bo != NULL) {
        play->best_rolls = mean_rolls(bo, play, &play->best);
        play->played_rolls = mean_rolls(bo, play, &play->played);
    }
}
