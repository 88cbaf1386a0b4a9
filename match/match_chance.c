#include "match/match_chance.h"

#include "engine/cube/cube.h"
#include "engine/cube/met.h"

double match_chance_of(const struct met *met, const struct match_state *ms,
                       double equity, double win)
{
    if (ms->length == 0) {
        return win;
    }
    double won = met_mwc_after(met, ms, ms->cube);
    double lost = met_mwc_after(met, ms, -ms->cube);
    double chance = (won + lost + equity * (won - lost)) / 2.0;
    return chance < 0.0 ? 0.0 : chance > 1.0 ? 1.0 : chance;
}

/* The equity of who is on roll, and the chance to win the game. */
struct look {
    double equity, win;
};

static struct look look(const struct engine *eng, struct search_scratch *scratch,
                        const struct match_turn *turn, bool has_no_cube)
{
    struct strength quick = strength_default();
    struct cube_decision cube;
    quick.play_ply = quick.cube_ply = 0;
    engine_cube_decision(eng, scratch, &quick, &turn->pos, &turn->ms, &cube);
    struct look out = {(double)cube_decision_best(&cube), (double)cube.outputs.win};
    if (has_no_cube) {
        out.equity =
            cube_equity_dead(engine_met_of(eng, true), &turn->ms, &cube.outputs);
    }
    return out;
}

double match_points_at(const struct engine *eng, struct search_scratch *scratch,
                       const struct match_turns *turns, int i, enum record_side side)
{
    const struct match_turn *turn = &turns->turns[i];
    double points =
        turn->ms.cube * look(eng, scratch, turn, turns->heading.has_no_cube).equity;
    return turn->side == side ? points : -points;
}

double match_chance_at(const struct engine *eng, struct search_scratch *scratch,
                       const struct match_turns *turns, int i, enum record_side side)
{
    const struct match_turn *turn = &turns->turns[i];
    const struct look now = look(eng, scratch, turn, turns->heading.has_no_cube);
    const struct met *met = engine_met_of(eng, turns->heading.has_no_cube);
    double chance = match_chance_of(met, &turn->ms, now.equity, now.win);
    return turn->side == side ? chance : 1.0 - chance;
}

double match_chance_after(const struct engine *eng, const struct match_turns *turns,
                          int game, enum record_side side)
{
    const struct match_game *g = &turns->game[game];
    int points = g->points[RECORD_ME] - g->points[RECORD_OPPONENT];
    double chance = points > 0 ? 1.0 : points < 0 ? 0.0 : 0.5;
    if (turns->heading.length > 0) {
        const struct match_state ms =
            match_state_match(turns->heading.length, g->score[RECORD_ME],
                              g->score[RECORD_OPPONENT], g->is_crawford);
        chance =
            met_mwc_after(engine_met_of(eng, turns->heading.has_no_cube), &ms, points);
    }
    return side == RECORD_ME ? chance : 1.0 - chance;
}
