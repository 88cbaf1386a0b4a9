#ifndef ENGINE_CUBE_CUBE_H
#define ENGINE_CUBE_CUBE_H
/*
 * The doubling cube: from the five probabilities of a position to its cubeful value,
 * and from values to cube actions; money and match play alike.
 *
 * Values are linear in the stakes and always of `mine`, the side a model was made for:
 *
 *   money  points at cube 1 (a cube of 4 only scales them), -3..3
 *   match  2 * mwc - 1, -1..1
 *
 * so mine maximises and theirs minimises. cube_equity() turns a value into equity
 * normalised to the current cube.
 *
 * How a position is valued (R. Janowski, "Take-Points in Money Games", 1993, carried
 * over to match play). Let p be mine's winning chance, W and L the mean values of
 * mine's wins and losses at a cube c, gammons and backgammons in their present shares.
 *
 * Dead cube: L + p (W - L).
 *
 * Live cube: positions change in small steps, so each side turns the cube exactly when
 * the other may as well pass as take. The value is then linear in p between the points
 * where something happens:
 *
 *     p             value
 *     0             L
 *     take point    that of passing; left out where theirs cannot double
 *     cash point    that of cashing; left out where mine cannot double
 *     1             W
 *
 * At the take point of level c mine, holding the cube at 2c, has just the value of a
 * pass; so it follows from the live values of level 2c, and these from 4c, until the
 * cube is dead for its holder because c wins the match. In money play it is a fixed
 * point: take (L - 1/2) / (W + L + 1/2), cash (L + 1) / (W + L + 1/2), with L as a
 * positive number of points.
 *
 * Real cubes: (1 - x) dead + x live, x the cube efficiency of params.h.
 *
 * One side has nothing to lose by doubling when losing c already loses the match (the
 * trailer after the Crawford game; a taker who redoubles at once). He doubles at his
 * first chance: so up to his cash point the value is the live one, and beyond it no
 * less than cashing, even if the mixture is lower.
 */

#include <stdbool.h>

#include "engine/board/match_state.h"
#include "engine/board/outputs.h"
#include "engine/board/position.h"
#include "engine/cube/cube_decision.h"
#include "engine/cube/met.h"
#include "engine/race/bearoff.h"

enum cube_side { SIDE_MINE, SIDE_THEIRS };

enum {
    CUBE_LEVELS_MAX = 9, /* c, 2c, 4c ... in a 99-point match */
    CUBE_SLOTS_MAX = 2 * CUBE_LEVELS_MAX + 1,
    CUBE_NOT_TURNED = -1
};

/* A cube that can arise from the current one: its value and who has it. */
struct cube_slot {
    int level; /* 2^level times the current cube; money: 0, doubling is a factor */
    enum cube_owner owner;
    int doubled[2]; /* by side: the slot after he doubled and was taken, or
                       CUBE_NOT_TURNED where he may not double */
    int free_side;  /* the side that has nothing to lose by doubling, or
                       CUBE_NOT_TURNED */
};

/* What is at stake in a game: plain data, made once for a decision. */
struct cube_model {
    bool is_money;
    bool has_beavers;
    bool is_jacoby; /* gammons do not count in slot 0 */
    int levels;
    int slots;
    int root_doubled; /* the slot after mine turned the current cube, allowed or not */
    double result[CUBE_LEVELS_MAX][7]; /* [level][3 + points/cube]: value when the game
                                          ends so; [3] is not used */
    bool doubles[CUBE_LEVELS_MAX][2];  /* whether a side that has access may double */
    struct cube_slot slot[CUBE_SLOTS_MAX]; /* slot[0] is the current cube */
    double factor; /* a taken double multiplies values by it: money 2, match 1 */
};

/* The model of the game in `ms`; `met` may be NULL in money play. */
void cube_model_init(struct cube_model *model, const struct met *met,
                     const struct match_state *ms);

/* Cube lives by who has the cube (enum cube_owner, as mine sees it). */
struct cube_efficiencies {
    double of[3];
};

/* The same life for every owner, and one for a cube in the middle, one for owned ones.
 */
struct cube_efficiencies cube_efficiencies_alike(double efficiency);
struct cube_efficiencies cube_efficiencies_of(double centred, double owned);

/* The cube efficiency of a position by its class (params.h) at the end of a search of `plies`;
 * `on_roll` is the side to roll. */
double cube_efficiency(const struct position *on_roll, int plies);

/* The lives with which a money cube is worth just what the two-sided database says; the
 * endings of a match have them, too. The equities are those of the side on roll. */
struct cube_efficiencies
cube_efficiencies_exact(const struct bearoff_equities *equities,
                        enum cube_side on_roll);

/* The value of every slot of the model for the forecast `outputs` of mine, nobody
 * doubling on this roll: values[model->slots]. */
void cube_values(const struct cube_model *model, struct outputs outputs,
                 struct cube_efficiencies efficiencies, double values[CUBE_SLOTS_MAX]);

/* The same from exact money equities of the side on roll. */
void cube_values_exact(const struct cube_model *model,
                       const struct bearoff_equities *equities, enum cube_side on_roll,
                       double values[CUBE_SLOTS_MAX]);

/* The value of `slot` for the side on roll, who now doubles if that is best for him and
 * is answered best; `values` as above. */
double cube_best(const struct cube_model *model, const double values[CUBE_SLOTS_MAX],
                 int slot, enum cube_side on_roll);

/* The value after mine doubles the current cube and theirs answers best; values as
 * above. */
double cube_doubled(const struct cube_model *model,
                    const double values[CUBE_SLOTS_MAX]);

/* A value as equity normalised to the current cube: +1 wins a single game, -1 loses. */
double cube_equity(const struct cube_model *model, double value);

/* The difference of values that is one point of that equity. */
double cube_scale(const struct cube_model *model);

/* The value of `games` (1, 2, 3; < 0 for a loss of mine) at the current cube. */
double cube_result(const struct cube_model *model, int games);

/* Weights of the five outputs and a constant for ranking plays by one line: the dead
 * cube's equity, in units of the current cube, of `side`'s own outputs. */
struct cube_weights {
    float constant, win, win_gammon, win_backgammon, lose_gammon, lose_backgammon;
};
struct cube_weights cube_weights(const struct cube_model *model, enum cube_side side);

static inline float cube_weigh(const struct cube_weights *w, const struct outputs *o)
{
    return w->constant + w->win * o->win + w->win_gammon * o->win_gammon +
           w->win_backgammon * o->win_backgammon + w->lose_gammon * o->lose_gammon +
           w->lose_backgammon * o->lose_backgammon;
}

/* Fills the three equities, action and flags of `out` for mine on roll. */
void cube_decide(const struct cube_model *model, const struct match_state *ms,
                 const double values[CUBE_SLOTS_MAX], struct cube_decision *out);

#endif
