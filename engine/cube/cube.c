/*
 * How the cube changes the value of a position, and what to do with it.
 *
 * All values are those of mine and linear in the stakes (cube.h). Three things are
 * known: mine's winning chance p, and the shares of gammons and backgammons among wins
 * and among losses. So for a cube that ends the game at level c (c, 2c, 4c, ... times
 * the current one) the mean values W of a win and L of a loss are known, too.
 *
 *     dead cube   nobody will double: L + p (W - L), a straight line
 *     live cube   the chance drifts in small steps, and each side doubles at the very
 *                 moment when the other could as well take as pass
 *     real cube   (1 - x) dead + x live, with x the cube efficiency (params.h)
 *
 * The live cube at level c is a line through four points:
 *
 *     value
 *      W    |                    *     p = 1
 *      cash |               *          cash point: mine doubles, theirs passes or takes;
 *           |             .            above it mine plays on for the gammon
 *           |           .
 *           |         .                between the two nobody has doubled yet
 *           |       .
 *      pass |     *                    take point: theirs doubles, mine passes or takes;
 *      L    |*                         below it theirs plays on for the gammon
 *           +-----+---------+----+- p
 *           0    take     cash   1
 *
 * A point is left out where its doubler may not double or would rather play on.
 *
 * Where is the take point? If mine takes there, it owns the cube at 2c, and its value
 * on the live line of 2c is that of a pass at c. So the lines of level c follow from
 * those of 2c, these from 4c, and so on, until the cube is dead because c wins the match
 * for its owner. In money play all levels are alike, and the points are a fixed point:
 * take (L - 1/2) / (W + L + 1/2), cash (L + 1) / (W + L + 1/2), with L as a positive
 * number of points.
 *
 * Two things bend that further, each with its own section below: a pass may cost more
 * than one game, and a side may have nothing to lose by doubling.
 */
#include "engine/cube/cube.h"

#include <math.h>

#include "engine/cube/cube_internal.h"
#include "engine/cube/params.h"

/* ---- wins and losses: the ends of the line ----------------------------------------- */

/* Gammons and backgammons as shares of wins and of losses. */
struct shares {
    double win_gammon, win_backgammon, lose_gammon, lose_backgammon;
};

static double share(float part, double whole)
{
    return whole > 0.0 ? cube_clamp((double)part / whole, 0.0, 1.0) : 0.0;
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

/* The four points of the line at one level of the cube. */
struct level_line {
    double lose, pass; /* values at p = 0 and at the take point */
    double cash, win;  /* values at the cash point and at p = 1 */
    double take_point, cash_point;
};

static double mean_result(const struct cube_model *model, int level, int sign,
                          double gammons, double backgammons)
{
    double single = cube_result_at(model, level, sign * CUBE_SINGLE);
    double gammon = cube_result_at(model, level, sign * CUBE_GAMMON);
    double backgammon = cube_result_at(model, level, sign * CUBE_BACKGAMMON);
    return single + gammons * (gammon - single) + backgammons * (backgammon - gammon);
}

/* ---- the live cube: take point and cash point -------------------------------------- */

/* Returns x where the line from (x0, y0) to (1, y1) reaches y. */
static double reach(double y, double x0, double y0, double y1)
{
    return y1 > y0 ? cube_clamp(x0 + (y - y0) * (1.0 - x0) / (y1 - y0), 0.0, 1.0) : 1.0;
}

/* Whether mine gains by cashing, that is, whether the dead cube's value is lower there.
 * It is not where gammons are worth much and the doubled cube kills them: mine then
 * plays on. */
static bool is_worth_cashing(const struct level_line *line)
{
    return cube_interpolate(line->cash_point, 0.0, line->lose, 1.0, line->win) <=
           line->cash;
}

/* The same for theirs, who gains if mine passes at the take point. */
static bool is_worth_passing(const struct level_line *line)
{
    return cube_interpolate(line->take_point, 0.0, line->lose, 1.0, line->win) >=
           line->pass;
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
    return cube_clamp((pass - above->lose) / (top - above->lose) * top_point, 0.0, 1.0);
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

/* Money play, where the level above is this one with twice the values. */
static void money_points(struct level_line *line)
{
    double width = line->win - line->lose + 0.5;
    line->take_point = (-line->lose - 0.5) / width;
    line->cash_point = (-line->lose + 1.0) / width;
}

/*
 * Prices. The passer may lose two or three games instead of one (cube_price()). Then it
 * takes for longer, and where the price is more than a lost game at 2c it never passes.
 * The doubler then waits until it has won for certain, and doubles: the cash point is at
 * p = 1, and its value is that of a win at 2c.
 */
static void set_prices(const struct cube_model *model, int level, const int price[2],
                       const struct level_line *above, struct level_line *line)
{
    if (price[CUBE_SIDE_MINE] > CUBE_SINGLE) {
        line->pass =
            fmax(cube_result_at(model, level, -price[CUBE_SIDE_MINE]), above->lose);
    }
    if (price[CUBE_SIDE_THEIRS] > CUBE_SINGLE) {
        line->cash =
            fmin(cube_result_at(model, level, price[CUBE_SIDE_THEIRS]), above->win);
    }
}

static struct level_line twice(const struct level_line *line)
{
    return (struct level_line){2.0 * line->lose, 2.0 * line->pass, 2.0 * line->cash,
                               2.0 * line->win,  line->take_point, line->cash_point};
}

/* The fixed point of money play at other prices, from the dead cube upwards: as many
 * steps as a match has levels. */
static void priced_money_points(struct level_line *line)
{
    for (int level = 0; level < CUBE_LEVELS_MAX; level++) {
        struct level_line above = twice(line);
        line->take_point = take_point(&above, level > 0, line->pass);
        line->cash_point = cash_point(&above, level > 0, line->cash);
    }
}

/* Returns what a level adds to mine's chance to win. */
static double dmp_at(const struct cube_model *model, int level,
                     const struct cube_efficiencies *efficiencies)
{
    return model->is_dmp[level] ? efficiencies->dmp : 0.0;
}

/* The points of the level above are chances there, where mine's may be higher by `more`
 * than here. */
static void match_points(const struct cube_model *model, int level,
                         const struct cube_efficiencies *efficiencies,
                         struct level_line lines[CUBE_LEVELS_MAX])
{
    struct level_line *line = &lines[level];
    if (level + 1 == model->levels) {
        return;
    }
    const struct level_line *above = &lines[level + 1];
    double more =
        dmp_at(model, level + 1, efficiencies) - dmp_at(model, level, efficiencies);
    if (model->doubles[level][CUBE_SIDE_THEIRS]) {
        double there =
            take_point(above, model->doubles[level + 1][CUBE_SIDE_MINE], line->pass);
        line->take_point = cube_clamp(there - more, 0.0, 1.0);
    }
    if (model->doubles[level][CUBE_SIDE_MINE]) {
        double there =
            cash_point(above, model->doubles[level + 1][CUBE_SIDE_THEIRS], line->cash);
        line->cash_point = cube_clamp(there - more, 0.0, 1.0);
    }
}

/* Draws the lines of all levels, from the dead cube down to the current one. */
static void draw_lines(const struct cube_model *model, struct shares g,
                       const struct cube_efficiencies *efficiencies,
                       struct level_line lines[CUBE_LEVELS_MAX])
{
    const int *price = efficiencies->price;
    bool is_priced =
        price[CUBE_SIDE_MINE] > CUBE_SINGLE || price[CUBE_SIDE_THEIRS] > CUBE_SINGLE;
    for (int l = model->levels - 1; l >= 0; l--) {
        struct level_line *line = &lines[l];
        line->lose = mean_result(model, l, -1, g.lose_gammon, g.lose_backgammon);
        line->win = mean_result(model, l, 1, g.win_gammon, g.win_backgammon);
        line->pass = cube_result_at(model, l, -CUBE_SINGLE);
        line->cash = cube_result_at(model, l, CUBE_SINGLE);
        line->take_point = 0.0;
        line->cash_point = 1.0;
        if (is_priced && (model->is_money || l + 1 < model->levels)) {
            struct level_line above = model->is_money ? twice(line) : lines[l + 1];
            set_prices(model, l, price, &above, line);
        }
        if (!model->is_money) {
            match_points(model, l, efficiencies, lines);
        } else if (is_priced) {
            priced_money_points(line);
        } else {
            money_points(line);
        }
    }
}

/* Returns the value on the bent line at p. A game is over at p = 0 or 1, or as good as
 * over, so that nobody has doubled. */
static double live_value(const struct level_line *line, double p, bool theirs_doubles,
                         bool mine_doubles)
{
    double x = 0.0;
    double y = line->lose;
    if (p <= 0.0) {
        return line->lose;
    }
    if (theirs_doubles && is_worth_passing(line)) {
        if (p < line->take_point) {
            return cube_interpolate(p, x, y, line->take_point, line->pass);
        }
        x = line->take_point;
        y = line->pass;
    }
    if (mine_doubles && is_worth_cashing(line)) {
        if (p < line->cash_point) {
            return cube_interpolate(p, x, y, line->cash_point, line->cash);
        }
        x = line->cash_point;
        y = line->cash;
    }
    return cube_interpolate(p, x, y, 1.0, line->win);
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

/* ---- doubles that cost nothing ------------------------------------------------------ */

/*
 * A side has nothing to lose by doubling when losing c already loses the match (the
 * trailer after the Crawford game; a taker who redoubles at once). It doubles at its
 * next turn whatever its chance is then. Below its cash point the value at that turn is
 * linear in p, and so is the mean over the rolls before it: the live value. What is lost
 * to the live value is lost where that turn comes on the other side of the cash point.
 * Hence the efficiency falls from 1 well below the cash point to x well above it
 * (params.h), and a roll that ends the game at once, after which there is no such turn,
 * is counted by itself: its result with its chance, and the line above at the p of the
 * other rolls. With that, the last roll of a bearoff is exact.
 */

/* Returns the efficiency `x` of a cube that costs its owner nothing to turn, at p. */
static double free_efficiency(const struct level_line *line, enum cube_side owner,
                              double p, double x)
{
    double beyond =
        owner == CUBE_SIDE_MINE ? p - line->cash_point : line->take_point - p;
    double start = -FREE_CUBE_BELOW_CASH;
    double loss = cube_interpolate(beyond, start, 0.0, FREE_CUBE_ABOVE_CASH, 1.0 - x);
    return 1.0 - cube_clamp(loss, 0.0, 1.0 - x);
}

static double free_value(const struct level_line *line, const struct cube_slot *slot,
                         double p, const struct cube_efficiencies *efficiencies)
{
    double mine_ends = cube_clamp(efficiencies->ends[CUBE_SIDE_MINE], 0.0, p);
    double theirs_ends = cube_clamp(efficiencies->ends[CUBE_SIDE_THEIRS], 0.0, 1.0 - p);
    double ended = mine_ends * line->win + theirs_ends * line->lose;
    double rest = 1.0 - mine_ends - theirs_ends;
    if (rest <= 0.0) {
        return ended;
    }
    double p_rest = cube_clamp((p - mine_ends) / rest, 0.0, 1.0);
    double x = free_efficiency(line, (enum cube_side)slot->free_side, p_rest,
                               efficiencies->free);
    return ended + rest * mixed_value(line, slot, p_rest, x);
}

/* ---- all states of the cube ---------------------------------------------------------- */

void cube_values(const struct cube_model *model, struct outputs outputs,
                 struct cube_efficiencies efficiencies, double values[CUBE_SLOTS_MAX])
{
    struct level_line lines[CUBE_LEVELS_MAX];
    draw_lines(model, shares_of(outputs), &efficiencies, lines);
    for (int s = 0; s < model->slots; s++) {
        const struct cube_slot *slot = &model->slot[s];
        struct level_line line = lines[slot->level];
        double p = cube_clamp(
            (double)outputs.win + dmp_at(model, slot->level, &efficiencies), 0.0, 1.0);
        if (s == 0 && model->is_jacoby) {
            line.lose = -1.0; /* the take and cash points are the same, */
            line.win = 1.0;   /* since gammons count after a double */
        }
        values[s] = slot->free_side == CUBE_NOT_TURNED
                        ? mixed_value(&line, slot, p, efficiencies.of[slot->owner])
                        : free_value(&line, slot, p, &efficiencies);
    }
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
                 int slot, enum cube_side on_roll, int price)
{
    int doubled = model->slot[slot].doubled[on_roll];
    double rolls = values[slot];
    if (doubled == CUBE_NOT_TURNED) {
        return rolls;
    }
    double take = taken(model, values, doubled, on_roll);
    if (on_roll == CUBE_SIDE_MINE) {
        double pass = cube_result_at(model, model->slot[slot].level, price);
        double doubles = take < pass ? take : pass;
        return doubles > rolls ? doubles : rolls;
    }
    double pass = cube_result_at(model, model->slot[slot].level, -price);
    double doubles = take > pass ? take : pass;
    return doubles < rolls ? doubles : rolls;
}

double cube_doubled(const struct cube_model *model, const double values[CUBE_SLOTS_MAX],
                    int price)
{
    double take = taken(model, values, model->root_doubled, CUBE_SIDE_MINE);
    return fmin(take, cube_result_at(model, 0, price));
}

double cube_scale(const struct cube_model *model)
{
    return (cube_result_at(model, 0, CUBE_SINGLE) -
            cube_result_at(model, 0, -CUBE_SINGLE)) /
           2.0;
}

double cube_equity(const struct cube_model *model, double value)
{
    double win = cube_result_at(model, 0, CUBE_SINGLE);
    double lose = cube_result_at(model, 0, -CUBE_SINGLE);
    return win > lose ? (2.0 * value - win - lose) / (win - lose) : 0.0;
}

double cube_result(const struct cube_model *model, int games)
{
    if (model->is_jacoby) {
        games = games > 0 ? 1 : -1;
    }
    return cube_result_at(model, 0, games);
}

/* Returns the weights of `side` for a game whose results have these values of mine,
 * result[3 + games]. */
static struct cube_weights weights_of(const double result[7], enum cube_side side)
{
    double win = result[3 + CUBE_SINGLE];
    double lose = result[3 - CUBE_SINGLE];
    double at[7]; /* equities of the results, seen by `side` */
    for (int games = -CUBE_BACKGAMMON; games <= CUBE_BACKGAMMON; games++) {
        double equity =
            win > lose ? (2.0 * result[3 + games] - win - lose) / (win - lose) : 0.0;
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
    for (int games = -CUBE_BACKGAMMON; games <= CUBE_BACKGAMMON; games++) {
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

double cube_equity_dead(const struct met *met, const struct match_state *ms,
                        const struct outputs *outputs)
{
    struct match_state rules = *ms;
    struct cube_model model;
    rules.has_jacoby = false; /* a cube that cannot be turned */
    cube_model_init(&model, met, &rules);
    const struct cube_weights dead = cube_weights(&model, CUBE_SIDE_MINE);
    return (double)cube_weigh(&dead, outputs);
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
                 const double values[CUBE_SLOTS_MAX], int price,
                 struct cube_decision *out)
{
    double take = model->factor * values[model->root_doubled];
    out->is_allowed = match_state_may_double(ms);
    out->is_beaver = model->has_beavers && take < 0.0;
    take = taken(model, values, model->root_doubled, CUBE_SIDE_MINE);
    out->no_double = (float)cube_equity(model, values[0]);
    out->double_take = (float)cube_equity(model, take);
    out->double_pass = (float)cube_equity(model, cube_result_at(model, 0, price));
    out->action = out->is_allowed
                      ? best_action(out, model->slot[0].free_side == CUBE_SIDE_MINE)
                      : CUBE_NO_DOUBLE;
}

struct cube_window cube_window(const struct cube_model *model, struct outputs outputs)
{
    struct level_line lines[CUBE_LEVELS_MAX];
    const struct cube_efficiencies plain = {0};
    draw_lines(model, shares_of(outputs), &plain, lines);
    return (struct cube_window){lines[0].take_point, lines[0].cash_point};
}
