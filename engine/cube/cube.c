#include "engine/cube/cube.h"

#include <assert.h>
#include <math.h>

#include "engine/board/position.h"
#include "engine/cube/cube_internal.h"
#include "engine/cube/params.h"

enum { SINGLE = 1, GAMMON = 2, BACKGAMMON = 3 };

/* ---- the model ------------------------------------------------------------------- */

static double result_of(const struct cube_model *model, int level, int games)
{
    return model->result[level][3 + games];
}

static void add_slot(struct cube_model *model, int level, enum cube_owner owner)
{
    model->slot[model->slots++] = (struct cube_slot){
        .level = level,
        .owner = owner,
        .doubled = {CUBE_NOT_TURNED, CUBE_NOT_TURNED},
        .free_side = CUBE_NOT_TURNED,
    };
}

static int find_slot(const struct cube_model *model, int level, enum cube_owner owner)
{
    int s = 0; /* each level above the current one has a slot for both owners */
    while (model->slot[s].level != level || model->slot[s].owner != owner) {
        s++;
        assert(s < model->slots);
    }
    return s;
}

static bool has_access(enum cube_owner owner, enum cube_side side)
{
    return owner == CUBE_CENTRED ||
           owner == (side == CUBE_SIDE_MINE ? CUBE_MINE : CUBE_THEIRS);
}

static void init_money(struct cube_model *model, const struct match_state *ms)
{
    model->is_money = true;
    model->is_jacoby = ms->has_jacoby && ms->owner == CUBE_CENTRED;
    model->has_beavers = ms->has_beavers;
    model->factor = 2.0;
    model->levels = 1;
    model->doubles[0][CUBE_SIDE_MINE] = model->doubles[0][CUBE_SIDE_THEIRS] = true;
    for (int games = -BACKGAMMON; games <= BACKGAMMON; games++) {
        model->result[0][3 + games] = games;
    }
    add_slot(model, 0, ms->owner);
    if (ms->owner != CUBE_MINE) {
        add_slot(model, 0, CUBE_MINE);
    }
    if (ms->owner != CUBE_THEIRS) {
        add_slot(model, 0, CUBE_THEIRS);
    }
    for (int s = 0; s < model->slots; s++) {
        struct cube_slot *slot = &model->slot[s];
        if (has_access(slot->owner, CUBE_SIDE_MINE)) {
            slot->doubled[CUBE_SIDE_MINE] = find_slot(model, 0, CUBE_THEIRS);
        }
        if (has_access(slot->owner, CUBE_SIDE_THEIRS)) {
            slot->doubled[CUBE_SIDE_THEIRS] = find_slot(model, 0, CUBE_MINE);
        }
    }
    model->root_doubled = find_slot(model, 0, CUBE_THEIRS);
}

/* Sets one level of a match: its results, and who may double there. */
static void init_level(struct cube_model *model, const struct met *met,
                       const struct match_state *ms, int level)
{
    int cube = ms->cube << level;
    for (int games = -BACKGAMMON; games <= BACKGAMMON; games++) {
        struct match_state at = *ms;
        at.cube = cube;
        double mwc = games == 0 ? 0.5 : met_mwc_after(met, &at, games * cube);
        model->result[level][3 + games] = 2.0 * mwc - 1.0;
    }
    model->doubles[level][CUBE_SIDE_MINE] =
        !ms->is_crawford && cube < match_state_my_away(ms);
    model->doubles[level][CUBE_SIDE_THEIRS] =
        !ms->is_crawford && cube < match_state_their_away(ms);
}

static void link_slot(struct cube_model *model, const struct match_state *ms, int index)
{
    struct cube_slot *slot = &model->slot[index];
    int cube = ms->cube << slot->level;
    bool mine = has_access(slot->owner, CUBE_SIDE_MINE) &&
                model->doubles[slot->level][CUBE_SIDE_MINE];
    bool theirs = has_access(slot->owner, CUBE_SIDE_THEIRS) &&
                  model->doubles[slot->level][CUBE_SIDE_THEIRS];
    if (mine) {
        slot->doubled[CUBE_SIDE_MINE] = find_slot(model, slot->level + 1, CUBE_THEIRS);
    }
    if (theirs) {
        slot->doubled[CUBE_SIDE_THEIRS] = find_slot(model, slot->level + 1, CUBE_MINE);
    }
    if (mine && cube >= match_state_their_away(ms)) {
        slot->free_side = CUBE_SIDE_MINE;
    } else if (theirs && cube >= match_state_my_away(ms)) {
        slot->free_side = CUBE_SIDE_THEIRS;
    }
    model->has_free_side |= slot->free_side != CUBE_NOT_TURNED;
}

static void init_match(struct cube_model *model, const struct met *met,
                       const struct match_state *ms)
{
    model->factor = 1.0;
    bool is_more =
        true; /* the level after a double of the current cube is always needed */
    for (int level = 0; is_more; level++) {
        init_level(model, met, ms, level);
        is_more = level == 0 || model->doubles[level][CUBE_SIDE_MINE] ||
                  model->doubles[level][CUBE_SIDE_THEIRS];
        model->levels = level + 1;
        if (level == 0) {
            add_slot(model, 0, ms->owner);
        } else {
            add_slot(model, level, CUBE_MINE);
            add_slot(model, level, CUBE_THEIRS);
        }
    }
    for (int s = 0; s < model->slots; s++) {
        link_slot(model, ms, s);
    }
    model->root_doubled = find_slot(model, 1, CUBE_THEIRS);
}

void cube_model_init(struct cube_model *model, const struct met *met,
                     const struct match_state *ms)
{
    *model = (struct cube_model){.slots = 0};
    if (ms->length == 0) {
        init_money(model, ms);
    } else {
        init_match(model, met, ms);
    }
}

/* ---- values ---------------------------------------------------------------------- */

static double clamp(double x, double least, double most)
{
    return x < least ? least : x > most ? most : x;
}

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
        out.of[CUBE_MINE] = clamp(even + by_chance, 0.0, 1.0);
        out.of[CUBE_THEIRS] = clamp(even - by_chance, 0.0, 1.0);
    }
    return out;
}

/* Gammons and backgammons as shares of wins and of losses. */
struct shares {
    double win_gammon, win_backgammon, lose_gammon, lose_backgammon;
};

static double share(float part, double whole)
{
    return whole > 0.0 ? clamp((double)part / whole, 0.0, 1.0) : 0.0;
}

static struct shares shares_of(struct outputs o)
{
    double win = (double)o.win;
    return (struct shares){
        .win_gammon = share(o.win_gammon, win),
        .win_backgammon = share(o.win_backgammon, win),
        .lose_gammon = share(o.lose_gammon, 1.0 - win),
        .lose_backgammon = share(o.lose_backgammon, 1.0 - win),
    };
}

/* The points of the value line at one level of the cube (see cube.h). */
struct level_line {
    double lose, pass; /* values at p = 0 and at the take point */
    double cash, win;  /* values at the cash point and at p = 1 */
    double take_point, cash_point;
};

static double mean_result(const struct cube_model *model, int level, int sign,
                          double gammons, double backgammons)
{
    double single = result_of(model, level, sign * SINGLE);
    double gammon = result_of(model, level, sign * GAMMON);
    double backgammon = result_of(model, level, sign * BACKGAMMON);
    return single + gammons * (gammon - single) + backgammons * (backgammon - gammon);
}

static double interpolate(double x, double x0, double y0, double x1, double y1)
{
    return x1 > x0 ? y0 + (x - x0) * (y1 - y0) / (x1 - x0) : y1;
}

/* Returns x where the line from (x0, y0) to (1, y1) reaches y. */
static double reach(double y, double x0, double y0, double y1)
{
    return y1 > y0 ? clamp(x0 + (y - y0) * (1.0 - x0) / (y1 - y0), 0.0, 1.0) : 1.0;
}

/* Whether mine gains by cashing, that is, whether the dead cube's value is lower there.
 * It is not where gammons are worth much and the doubled cube kills them: mine then
 * plays on. */
static bool is_worth_cashing(const struct level_line *line)
{
    return interpolate(line->cash_point, 0.0, line->lose, 1.0, line->win) <= line->cash;
}

/* The same for theirs, who gains if mine passes at the take point. */
static bool is_worth_passing(const struct level_line *line)
{
    return interpolate(line->take_point, 0.0, line->lose, 1.0, line->win) >= line->pass;
}

/* Mine owns the cube at `above`. Returns the p at which its value is that of a pass one
 * level below. */
static double take_point(const struct level_line *above, bool mine_redoubles,
                         double pass)
{
    bool cashes = mine_redoubles && is_worth_cashing(above);
    double top_point = cashes ? above->cash_point : 1.0;
    double top = cashes ? above->cash : above->win;
    if (top <= above->lose) {
        return 0.0;
    }
    return clamp((pass - above->lose) / (top - above->lose) * top_point, 0.0, 1.0);
}

/* Theirs owns the cube at `above`. Returns the p at which mine's value is that of
 * cashing. */
static double cash_point(const struct level_line *above, bool theirs_redoubles,
                         double cash)
{
    if (theirs_redoubles && is_worth_passing(above)) {
        return reach(cash, above->take_point, above->pass, above->win);
    }
    return reach(cash, 0.0, above->lose, above->win);
}

static void money_points(struct level_line *line)
{
    double width = line->win - line->lose + 0.5;
    line->take_point = (-line->lose - 0.5) / width;
    line->cash_point = (-line->lose + 1.0) / width;
}

static void draw_lines(const struct cube_model *model, struct shares g,
                       struct level_line lines[CUBE_LEVELS_MAX])
{
    for (int l = model->levels - 1; l >= 0; l--) {
        struct level_line *line = &lines[l];
        line->lose = mean_result(model, l, -1, g.lose_gammon, g.lose_backgammon);
        line->win = mean_result(model, l, 1, g.win_gammon, g.win_backgammon);
        line->pass = result_of(model, l, -SINGLE);
        line->cash = result_of(model, l, SINGLE);
        line->take_point = 0.0;
        line->cash_point = 1.0;
        if (model->is_money) {
            money_points(line);
            continue;
        }
        if (model->doubles[l][CUBE_SIDE_THEIRS]) {
            line->take_point = take_point(
                &lines[l + 1], model->doubles[l + 1][CUBE_SIDE_MINE], line->pass);
        }
        if (model->doubles[l][CUBE_SIDE_MINE]) {
            line->cash_point = cash_point(
                &lines[l + 1], model->doubles[l + 1][CUBE_SIDE_THEIRS], line->cash);
        }
    }
}

static double live_value(const struct level_line *line, double p, bool theirs_doubles,
                         bool mine_doubles)
{
    double x = 0.0;
    double y = line->lose;
    if (theirs_doubles && is_worth_passing(line)) {
        if (p < line->take_point) {
            return interpolate(p, x, y, line->take_point, line->pass);
        }
        x = line->take_point;
        y = line->pass;
    }
    if (mine_doubles && is_worth_cashing(line)) {
        if (p < line->cash_point) {
            return interpolate(p, x, y, line->cash_point, line->cash);
        }
        x = line->cash_point;
        y = line->cash;
    }
    return interpolate(p, x, y, 1.0, line->win);
}

/* Returns the value of `line` at p, between a dead cube (x = 0) and a live one (x = 1). */
static double mixed_value(const struct level_line *line, const struct cube_slot *slot,
                          double p, double x)
{
    double dead = line->lose + p * (line->win - line->lose);
    double live =
        live_value(line, p, slot->doubled[CUBE_SIDE_THEIRS] != CUBE_NOT_TURNED,
                   slot->doubled[CUBE_SIDE_MINE] != CUBE_NOT_TURNED);
    return dead + x * (live - dead);
}

/* Returns the efficiency `x` of a cube that costs its owner nothing to turn, at p. */
static double free_efficiency(const struct level_line *line, enum cube_side owner,
                              double p, double x)
{
    double beyond =
        owner == CUBE_SIDE_MINE ? p - line->cash_point : line->take_point - p;
    double start = -FREE_CUBE_BELOW_CASH;
    double loss = interpolate(beyond, start, 0.0, FREE_CUBE_ABOVE_CASH, 1.0 - x);
    return 1.0 - clamp(loss, 0.0, 1.0 - x);
}

/* Returns the value where a side has nothing to lose by doubling (see cube.h). */
static double free_value(const struct level_line *line, const struct cube_slot *slot,
                         double p, const struct cube_efficiencies *efficiencies)
{
    double mine_ends = clamp(efficiencies->ends[CUBE_SIDE_MINE], 0.0, p);
    double theirs_ends = clamp(efficiencies->ends[CUBE_SIDE_THEIRS], 0.0, 1.0 - p);
    double ended = mine_ends * line->win + theirs_ends * line->lose;
    double rest = 1.0 - mine_ends - theirs_ends;
    if (rest <= 0.0) {
        return ended;
    }
    double p_rest = clamp((p - mine_ends) / rest, 0.0, 1.0);
    double x = free_efficiency(line, (enum cube_side)slot->free_side, p_rest,
                               efficiencies->free);
    return ended + rest * mixed_value(line, slot, p_rest, x);
}

void cube_values(const struct cube_model *model, struct outputs outputs,
                 struct cube_efficiencies efficiencies, double values[CUBE_SLOTS_MAX])
{
    struct level_line lines[CUBE_LEVELS_MAX];
    draw_lines(model, shares_of(outputs), lines);
    double p = (double)outputs.win;
    for (int s = 0; s < model->slots; s++) {
        const struct cube_slot *slot = &model->slot[s];
        struct level_line line = lines[slot->level];
        if (s == 0 && model->is_jacoby) {
            line.lose = -1.0; /* the take and cash points are the same, */
            line.win = 1.0;   /* since gammons count after a double */
        }
        values[s] = slot->free_side == CUBE_NOT_TURNED
                        ? mixed_value(&line, slot, p, efficiencies.of[slot->owner])
                        : free_value(&line, slot, p, &efficiencies);
    }
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
        return interpolate(p, 0.0, -1.0, cash, 1.0) - dead;
    }
    return p <= take ? -1.0 - dead : interpolate(p, take, -1.0, cash, 1.0) - dead;
}

/* Returns gain / live as an efficiency, or `unknown` where even a perfect cube gains
 * next to nothing, so that it hardly matters. */
static double efficiency_from(double gain, double live, double unknown)
{
    return fabs(live) < LEAST_LIVE_GAIN ? unknown : clamp(gain / live, -1.0, 1.5);
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

void cube_values_exact(const struct cube_model *model,
                       const struct bearoff_equities *equities, enum cube_side on_roll,
                       double values[CUBE_SLOTS_MAX])
{
    for (int s = 0; s < model->slots; s++) {
        enum cube_owner owner = model->slot[s].owner;
        bool is_rollers =
            owner == (on_roll == CUBE_SIDE_MINE ? CUBE_MINE : CUBE_THEIRS);
        float equity = owner == CUBE_CENTRED ? equities->centred
                       : is_rollers          ? equities->mine
                                             : equities->theirs;
        values[s] = on_roll == CUBE_SIDE_MINE ? (double)equity : -(double)equity;
    }
}

/* ---- cube actions ---------------------------------------------------------------- */

/* Returns mine's value of a double that is taken, or beavered where that is better for
 * the taker. */
static double taken(const struct cube_model *model, const double *values, int doubled,
                    enum cube_side doubler)
{
    double value = model->factor * values[doubled];
    bool is_mistake = doubler == CUBE_SIDE_MINE ? value < 0.0 : value > 0.0;
    return model->has_beavers && is_mistake ? 2.0 * value : value;
}

double cube_best(const struct cube_model *model, const double values[CUBE_SLOTS_MAX],
                 int slot, enum cube_side on_roll)
{
    int doubled = model->slot[slot].doubled[on_roll];
    double rolls = values[slot];
    if (doubled == CUBE_NOT_TURNED) {
        return rolls;
    }
    double take = taken(model, values, doubled, on_roll);
    if (on_roll == CUBE_SIDE_MINE) {
        double pass = result_of(model, model->slot[slot].level, SINGLE);
        double doubles = take < pass ? take : pass;
        return doubles > rolls ? doubles : rolls;
    }
    double pass = result_of(model, model->slot[slot].level, -SINGLE);
    double doubles = take > pass ? take : pass;
    return doubles < rolls ? doubles : rolls;
}

double cube_doubled(const struct cube_model *model, const double values[CUBE_SLOTS_MAX])
{
    double take = taken(model, values, model->root_doubled, CUBE_SIDE_MINE);
    return fmin(take, result_of(model, 0, SINGLE));
}

double cube_scale(const struct cube_model *model)
{
    return (result_of(model, 0, SINGLE) - result_of(model, 0, -SINGLE)) / 2.0;
}

double cube_equity(const struct cube_model *model, double value)
{
    double win = result_of(model, 0, SINGLE);
    double lose = result_of(model, 0, -SINGLE);
    return win > lose ? (2.0 * value - win - lose) / (win - lose) : 0.0;
}

double cube_result(const struct cube_model *model, int games)
{
    if (model->is_jacoby) {
        games = games > 0 ? 1 : -1;
    }
    return result_of(model, 0, games);
}

/* Returns the weights of `side` for a game whose results have these values of mine,
 * result[3 + games]. */
static struct cube_weights weights_of(const double result[7], enum cube_side side)
{
    double win = result[3 + SINGLE];
    double lose = result[3 - SINGLE];
    double at[7]; /* equities of the results, seen by `side` */
    for (int games = -BACKGAMMON; games <= BACKGAMMON; games++) {
        double equity = (2.0 * result[3 + games] - win - lose) / (win - lose);
        at[side == CUBE_SIDE_MINE ? 3 + games : 3 - games] =
            side == CUBE_SIDE_MINE ? equity : -equity;
    }
    return (struct cube_weights){
        .constant = (float)at[2],
        .win = (float)(at[4] - at[2]),
        .win_gammon = (float)(at[5] - at[4]),
        .win_backgammon = (float)(at[6] - at[5]),
        .lose_gammon = (float)(at[1] - at[2]),
        .lose_backgammon = (float)(at[0] - at[1]),
    };
}

struct cube_weights cube_weights(const struct cube_model *model, enum cube_side side)
{
    double result[7];
    for (int games = -BACKGAMMON; games <= BACKGAMMON; games++) {
        result[3 + games] = games == 0 ? 0.0 : cube_result(model, games);
    }
    return weights_of(result, side);
}

struct cube_weights cube_weights_doubled(const struct cube_model *model,
                                         enum cube_side side)
{
    const struct cube_slot *slot = &model->slot[model->root_doubled];
    bool is_redoubled = slot->free_side == CUBE_SIDE_THEIRS;
    return weights_of(model->result[slot->level + is_redoubled], side);
}

static enum cube_action best_action(const struct cube_decision *d, bool is_free)
{
    if (d->double_take > d->double_pass + (float)CUBE_TIE) {
        return d->no_double > d->double_pass + (float)CUBE_TIE ? CUBE_TOO_GOOD
                                                               : CUBE_DOUBLE_PASS;
    }
    if (is_free || d->double_take >= d->no_double - (float)CUBE_TIE) {
        return CUBE_DOUBLE_TAKE;
    }
    return CUBE_NO_DOUBLE;
}

void cube_decide(const struct cube_model *model, const struct match_state *ms,
                 const double values[CUBE_SLOTS_MAX], struct cube_decision *out)
{
    double take = model->factor * values[model->root_doubled];
    out->is_allowed = match_state_may_double(ms);
    out->is_beaver = model->has_beavers && take < 0.0;
    take = taken(model, values, model->root_doubled, CUBE_SIDE_MINE);
    out->no_double = (float)cube_equity(model, values[0]);
    out->double_take = (float)cube_equity(model, take);
    out->double_pass = (float)cube_equity(model, result_of(model, 0, SINGLE));
    out->action = out->is_allowed
                      ? best_action(out, model->slot[0].free_side == CUBE_SIDE_MINE)
                      : CUBE_NO_DOUBLE;
}

struct cube_window cube_window(const struct cube_model *model, struct outputs outputs)
{
    struct level_line lines[CUBE_LEVELS_MAX];
    draw_lines(model, shares_of(outputs), lines);
    return (struct cube_window){lines[0].take_point, lines[0].cash_point};
}
