#include "match/match_detail.h"

#include <stdio.h>

#include "engine/cube/cube.h"
#include "engine/rollout/roller.h"
#include "match/record_internal.h"

enum { BISECTIONS = 40 };

static struct match_detail_play detail_of(const struct ranked_play *ranked)
{
    return (struct match_detail_play){.play = ranked->play,
                                      .equity = ranked->equity,
                                      .ply = ranked->ply,
                                      .trials = ranked->trials,
                                      .outputs = ranked->outputs};
}

void match_detail_keep_plays(struct match_detail *detail,
                             const struct ranked_play *ranked, int count, int made)
{
    detail->plays = 0;
    detail->made = -1;
    for (int i = 0; count > 1 && i < count; i++) {
        if (i < MATCH_DETAIL_BEST || i == made) {
            detail->made = i == made ? detail->plays : detail->made;
            detail->play[detail->plays++] = detail_of(&ranked[i]);
        }
    }
}

bool match_detail_is_possible(const struct match_turn *turn, const struct play *play)
{
    struct position after = turn->pos;
    return record_make_play(&after, RECORD_ME, play);
}

/* ---- the cube -------------------------------------------------------------------- */

static double more_than_0(double loss)
{
    return loss > 0.0 ? loss : 0.0;
}

struct match_detail_costs match_detail_costs_of(const struct cube_decision *cube)
{
    double lost = (double)cube_decision_doubled(cube) - (double)cube->no_double;
    double taken = (double)cube->double_take - (double)cube->double_pass;
    return (struct match_detail_costs){.no_double = more_than_0(lost),
                                       .doubles = more_than_0(-lost),
                                       .take = more_than_0(taken),
                                       .pass = more_than_0(-taken)};
}

/* Whether to take with this winning chance and no gammons; mine has doubled. */
static bool is_take(const struct cube_model *model, double chance, double efficiency)
{
    double values[CUBE_SLOTS_MAX];
    const struct outputs outputs = {.win = (float)(1.0 - chance)};
    cube_values(model, outputs, cube_efficiencies_of(efficiency, efficiency), values);
    return cube_doubled(model, values, 1) < cube_result(model, 1);
}

static double take_point_of(const struct cube_model *model, double efficiency)
{
    double pass = 0.0, take = 1.0;
    for (int i = 0; i < BISECTIONS; i++) {
        double middle = (pass + take) / 2.0;
        if (is_take(model, middle, efficiency)) {
            take = middle;
        } else {
            pass = middle;
        }
    }
    return take;
}

/* The score as the doubler sees it. */
static struct match_state doublers_state(const struct match_turn *turn)
{
    bool is_takers = match_turn_is_answer(turn) && !match_turn_is_doublers(turn);
    return is_takers ? match_state_swap(&turn->ms) : turn->ms;
}

void match_detail_prices_of(const struct met *met, const struct match_turn *turn,
                            struct match_detail_prices *prices)
{
    struct cube_model model, doubled;
    struct match_state ms = doublers_state(turn);
    cube_model_init(&model, met, &ms);
    ms.cube *= 2;
    ms.owner = CUBE_THEIRS;
    cube_model_init(&doubled, met, &ms);
    double step = cube_result(&doubled, 1) - cube_result(&doubled, -1);
    prices->take_point_dead = take_point_of(&model, 0.0);
    prices->take_point_live = take_point_of(&model, 1.0);
    prices->gammon_value[0] =
        (cube_result(&doubled, 2) - cube_result(&doubled, 1)) / step;
    prices->gammon_value[1] =
        (cube_result(&doubled, -1) - cube_result(&doubled, -2)) / step;
}

/* ---- by what --------------------------------------------------------------------- */

void match_detail_judge(const struct match_detail *detail, int ply, int trials,
                        char text[MATCH_DETAIL_JUDGE_SIZE])
{
    if (trials > 0 && detail->roller != NULL) {
        (void)snprintf(text, MATCH_DETAIL_JUDGE_SIZE, "%s", detail->roller->name);
    } else if (ply < 0) {
        (void)snprintf(text, MATCH_DETAIL_JUDGE_SIZE, "small");
    } else {
        (void)snprintf(text, MATCH_DETAIL_JUDGE_SIZE, "%d-ply", ply);
    }
}

void match_detail_judge_of(const struct match_detail *detail, bool is_cube,
                           char text[MATCH_DETAIL_JUDGE_SIZE])
{
    int ply = is_cube ? detail->cube.ply : detail->play[0].ply;
    int trials = is_cube ? detail->cube.trials : detail->play[0].trials;
    match_detail_judge(detail, ply, trials, text);
}
