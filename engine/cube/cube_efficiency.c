/* Cube efficiencies: which part of a live cube's gain a real cube brings, by class of
 * position, or as the two-sided database has it (theory: cube.c, constants: params.h). */
#include <math.h>

#include "engine/board/position.h"
#include "engine/cube/cube_internal.h"
#include "engine/cube/params.h"

static bool is_last_roll(const struct side *side)
{
    return CHECKERS - side->at[POINT_OFF] <= 2 &&
           position_pip_count(side) <= LAST_ROLL_PIPS;
}

enum { DEPTHS = 3 };

static int depth_of(int plies)
{
    return plies < DEPTHS ? plies : DEPTHS - 1;
}

double cube_efficiency(const struct position *on_roll, int plies)
{
    static const double contact[DEPTHS] = CUBE_EFFICIENCY_CONTACT;
    static const double race[DEPTHS] = CUBE_EFFICIENCY_RACE;
    static const double bearoff[DEPTHS] = CUBE_EFFICIENCY_BEAROFF;
    int depth = depth_of(plies);
    if (position_has_contact(on_roll)) {
        return contact[depth];
    }
    if (is_last_roll(&on_roll->theirs)) {
        return CUBE_EFFICIENCY_LAST_ROLL;
    }
    bool is_bearoff = position_rearmost_checker(&on_roll->mine) <= 6 &&
                      position_rearmost_checker(&on_roll->theirs) <= 6;
    return is_bearoff ? bearoff[depth] : race[depth];
}

struct cube_efficiencies cube_efficiencies_of(double centred, double owned)
{
    return (struct cube_efficiencies){
        .of = {[CUBE_CENTRED] = centred, [CUBE_MINE] = owned, [CUBE_THEIRS] = owned},
        .free = owned,
    };
}

struct cube_efficiencies cube_efficiencies_alike(double efficiency)
{
    return cube_efficiencies_of(efficiency, efficiency);
}

struct cube_efficiencies cube_efficiencies_at(const struct position *on_roll, int plies,
                                              double win)
{
    static const double more[DEPTHS] = CUBE_OWNED_MORE;
    double class = cube_efficiency(on_roll, plies);
    struct cube_efficiencies out = cube_efficiencies_alike(class);
    if (!position_has_contact(on_roll) && !is_last_roll(&on_roll->theirs)) {
        double even = class + more[depth_of(plies)];
        double by_chance = CUBE_OWNED_BY_CHANCE * (win - 0.5);
        out.of[CUBE_MINE] = cube_clamp(even + by_chance, 0.0, 1.0);
        out.of[CUBE_THEIRS] = cube_clamp(even - by_chance, 0.0, 1.0);
    }
    return out;
}

/* Returns what Janowski's live cube gains in money play without gammons; p is the
 * winning chance of its owner, or of either side if it is centred. */
static double live_gain(double p, bool is_owned)
{
    const double take = 0.2;
    const double cash = 0.8;
    double dead = 2.0 * p - 1.0;
    if (p >= cash) {
        return 1.0 - dead;
    }
    if (is_owned) {
        return cube_interpolate(p, 0.0, -1.0, cash, 1.0) - dead;
    }
    return p <= take ? -1.0 - dead : cube_interpolate(p, take, -1.0, cash, 1.0) - dead;
}

/* Returns gain / live as an efficiency, or `unknown` where even a perfect cube gains
 * next to nothing, so that it hardly matters. */
static double efficiency_from(double gain, double live, double unknown)
{
    return fabs(live) < LEAST_LIVE_GAIN ? unknown : cube_clamp(gain / live, -1.0, 1.5);
}

struct cube_efficiencies
cube_efficiencies_exact(const struct bearoff_equities *equities, enum cube_side on_roll)
{
    double dead = (double)equities->cubeless;
    double p = (1.0 + dead) / 2.0;
    double mine = efficiency_from((double)equities->mine - dead, live_gain(p, true),
                                  CUBE_EFFICIENCY_UNKNOWN);
    double theirs = efficiency_from(dead - (double)equities->theirs,
                                    live_gain(1.0 - p, true), CUBE_EFFICIENCY_UNKNOWN);
    double centred = efficiency_from((double)equities->centred - dead,
                                     live_gain(p, false), (mine + theirs) / 2.0);
    bool is_mine = on_roll == CUBE_SIDE_MINE;
    return (struct cube_efficiencies){
        .of = {[CUBE_CENTRED] = centred,
               [CUBE_MINE] = is_mine ? mine : theirs,
               [CUBE_THEIRS] = is_mine ? theirs : mine},
        .free = CUBE_EFFICIENCY_UNKNOWN,
    };
}
