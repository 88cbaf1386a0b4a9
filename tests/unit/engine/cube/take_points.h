#pragma once
/* Gammon values and take points that follow from a match equity table alone, as they are
 * published. The cube model computes its own; this is the same by another hand. */

#include "engine/cube/met.h"

/* The shares of a side's wins that are gammons or better, and that are backgammons. */
struct gammon_rates {
    double gammon;
    double backgammon;
};

/* Returns the value for mine of a game's end: mwc in a match, points in money play. */
static inline double value_after(const struct met *met, const struct match_state *ms,
                                 int points)
{
    return ms->length > 0 ? met_mwc_after(met, ms, points) : points;
}

/* Returns the value of winning (sign 1) or losing (sign -1) at `cube`, averaged over
 * single games, gammons and backgammons. */
static inline double average_after(const struct met *met, const struct match_state *ms,
                                   int signed_cube, const struct gammon_rates *rates)
{
    double gammon = rates != NULL ? rates->gammon : 0.0;
    double backgammon = rates != NULL ? rates->backgammon : 0.0;
    return (1.0 - gammon) * value_after(met, ms, signed_cube) +
           (gammon - backgammon) * value_after(met, ms, 2 * signed_cube) +
           backgammon * value_after(met, ms, 3 * signed_cube);
}

/* Returns the gain from `games - 1` to `games`, in units of the difference between
 * winning and losing a single game. */
static inline double extra_game_value(const struct met *met,
                                      const struct match_state *ms, bool is_theirs,
                                      int games)
{
    struct match_state view = is_theirs ? match_state_swap(ms) : *ms;
    double win = value_after(met, &view, view.cube);
    double lose = value_after(met, &view, -view.cube);
    double more = value_after(met, &view, games * view.cube);
    double less = value_after(met, &view, (games - 1) * view.cube);
    return (more - less) / (win - lose);
}

/* Returns mine's gammon value, or the opponent's if `is_theirs`: (gammon - win) / (win -
 * lose), in mwc at the cube of `ms`. 0.5 in money play. */
static inline double gammon_value(const struct met *met, const struct match_state *ms,
                                  bool is_theirs)
{
    return extra_game_value(met, ms, is_theirs, 2);
}

/* Returns the same for a backgammon over a gammon: (backgammon - gammon) / (win -
 * lose). */
static inline double backgammon_value(const struct met *met,
                                      const struct match_state *ms, bool is_theirs)
{
    return extra_game_value(met, ms, is_theirs, 3);
}

/* Returns mine's take point when the opponent doubles and mine never redoubles: (pass -
 * lose) / (win - lose) in mwc, where win and lose are averages over single games, gammons
 * and backgammons at the doubled cube. ms->cube is the value before the double; rates are
 * those of the two sides' wins, NULL for no gammons. */
static inline double take_point_dead(const struct met *met,
                                     const struct match_state *ms,
                                     const struct gammon_rates *mine,
                                     const struct gammon_rates *theirs)
{
    double pass = value_after(met, ms, -ms->cube);
    double lose = average_after(met, ms, -2 * ms->cube, theirs);
    double win = average_after(met, ms, 2 * ms->cube, mine);
    return (pass - lose) / (win - lose);
}

/* Returns where passing lies between losing and cashing the redouble, as a share. */
static inline double pass_share(const struct met *met, const struct match_state *ms,
                                const struct gammon_rates *theirs)
{
    double pass = value_after(met, ms, -ms->cube);
    double lose = average_after(met, ms, -2 * ms->cube, theirs);
    double cash = value_after(met, ms, 2 * ms->cube);
    return (pass - lose) / (cash - lose);
}

/* The same when mine redoubles with perfect efficiency at the opponent's live take point
 * t: (pass - lose) / (cash - lose) * (1 - t), where cash is a single win at the doubled
 * cube; t is computed in the same way, until the cube is dead for its owner. (R. Janowski,
 * "Take-Points in Money Games", 1993, carried over to match play.) */
static inline double take_point_live(const struct met *met,
                                     const struct match_state *ms,
                                     const struct gammon_rates *mine,
                                     const struct gammon_rates *theirs)
{
    double share = pass_share(met, ms, theirs);
    if (ms->length == 0) { /* the same at every cube: t = share * (1 - t') for both
                            * sides */
        double other = pass_share(met, ms, mine);
        return share * (1.0 - other) / (1.0 - share * other);
    }
    if (2 * ms->cube >= match_state_my_away(ms)) {
        return take_point_dead(met, ms, mine, theirs);
    }
    struct match_state redoubled = match_state_swap(ms);
    redoubled.cube = 2 * ms->cube;
    return share * (1.0 - take_point_live(met, &redoubled, theirs, mine));
}
