#pragma once
/*
 * The doubling cube: computes the cubeful value of a position from its five
 * probabilities, and cube actions from values, for money and match play.
 *
 * Values are linear in the stakes and always those of `mine`, the side for which the
 * model was made:
 *
 *   money  points at cube 1 (a cube of 4 only scales them), -3..3
 *   match  2 * mwc - 1, -1..1
 *
 * Mine maximises the value and theirs minimises it. cube_equity() converts a value into
 * equity normalised to the current cube.
 *
 * The value follows R. Janowski, "Take-Points in Money Games", 1993, extended to match
 * play; cube.c explains it beside the code.
 *
 * Prices. On FIBS a passed double costs one game at the cube before it. Where
 * match_state.pays_by_board, it costs resign_price(): 1, 2 or 3 games. The price at a
 * node of a search, or at its root, is that of the board there. Beyond a leaf nobody
 * knows the boards, so its value supposes that they keep the leaf's prices.
 */

#include <stdbool.h>

#include "engine/board/match_state.h"
#include "engine/board/outputs.h"
#include "engine/board/resign.h"
#include "engine/cube/cube_decision.h"
#include "engine/cube/met.h"
#include "engine/race/bearoff.h"

struct position;

enum cube_side { CUBE_SIDE_MINE, CUBE_SIDE_THEIRS };

enum {
    CUBE_LEVELS_MAX = 9, /* c, 2c, 4c, ... in a 99-point match */
    CUBE_SLOTS_MAX = 2 * CUBE_LEVELS_MAX + 1,
    CUBE_NOT_TURNED = -1
};

/* A state of the cube that can arise from the current one: its value and owner. */
struct cube_slot {
    int level; /* cube is 2^level times the current one; always 0 in money play, where
                * values scale with the cube */
    enum cube_owner owner;
    int doubled[2]; /* by side: the slot after its double and a take, or CUBE_NOT_TURNED
                     * where doubling is not allowed */
    int free_side;  /* the side that has nothing to lose by doubling, or
                       CUBE_NOT_TURNED */
};

/* The stakes of a game: plain data, made once for each decision. */
struct cube_model {
    bool is_money;
    bool pays_by_board; /* as in match_state */
    bool has_beavers;
    bool is_jacoby;     /* gammons do not count in slot 0 */
    bool has_free_side; /* in some slot a side has nothing to lose by doubling */
    bool has_dmp;       /* is_dmp at one of the first levels: where it tells */
    int levels;
    int slots;
    int root_doubled; /* the slot after mine doubled and theirs took, whether allowed or
                       * not */
    double result[CUBE_LEVELS_MAX][7]; /* [level][3 + points/cube]: value of such an end
                                        * of the game; [3] is not used */
    bool doubles[CUBE_LEVELS_MAX][2];  /* by side: whether it may double if it has
                                        * access to the cube */
    bool is_dmp[CUBE_LEVELS_MAX];      /* gammons count nothing, from here upwards */
    struct cube_slot slot[CUBE_SLOTS_MAX]; /* slot[0] is the current cube */
    double factor; /* by which a taken double multiplies values: money 2, match 1 */
};

/* Sets `model` for the game in `ms`. `met` may be NULL in money play. */
void cube_model_init(struct cube_model *model, const struct met *met,
                     const struct match_state *ms);

/* Returns the games that passing a double costs the side with these checkers. */
static inline int cube_price(const struct cube_model *model, const struct side *passer)
{
    return model->pays_by_board ? resign_price(passer) : 1;
}

/* What a position says about its cube: efficiencies and prices. */
struct cube_efficiencies {
    double of[3];   /* by owner of the cube (enum cube_owner, as mine sees it) */
    double free;    /* of a side that has nothing to lose by doubling */
    double ends[2]; /* by side: the chance that it is on roll and wins with this roll */
    double dmp;     /* added to mine's chance to win where the model is_dmp */
    int price[2];   /* by side: cube_price() of passing; 0 is as 1 */
};

/* Returns one efficiency for a centred cube and one for an owned cube; no roll ends the
 * game, and passing costs one game, as in all that return efficiencies. */
struct cube_efficiencies cube_efficiencies_of(double centred, double owned);

/* Returns the cube efficiency of a position by its class (params.h), at the leaves of a
 * search of `plies`. `on_roll` is seen by the side on roll. */
double cube_efficiency(const struct position *on_roll, int plies);

/* Returns that of each owner, which without contact depends on mine's winning chance,
 * too; no roll ends the game. */
struct cube_efficiencies cube_efficiencies_at(const struct position *on_roll, int plies,
                                              double win);

/* Returns the efficiencies that reproduce the two-sided database's money equities,
 * which are those of the side on roll; they are also used for endings of match
 * games, except for `free` and `ends`, which follow from no money equity. */
struct cube_efficiencies
cube_efficiencies_exact(const struct bearoff_equities *equities,
                        enum cube_side on_roll);

/* Computes the value of every slot of the model, values[model->slots], from the outputs
 * of mine, if nobody doubles before the next roll. */
void cube_values(const struct cube_model *model, struct outputs outputs,
                 struct cube_efficiencies efficiencies, double values[CUBE_SLOTS_MAX]);

/* The same from the exact money equities of the side on roll. */
void cube_values_exact(const struct cube_model *model,
                       const struct bearoff_equities *equities, enum cube_side on_roll,
                       double values[CUBE_SLOTS_MAX]);

/* Returns the value (of mine) of `slot` when the side on roll doubles if that is best
 * for it, and the other answers best; `values` as from cube_values(), `price` that of
 * the other's pass (cube_price()). */
double cube_best(const struct cube_model *model, const double values[CUBE_SLOTS_MAX],
                 int slot, enum cube_side on_roll, int price);

/* Returns the value after mine doubles the current cube and theirs answers best;
 * arguments as above. */
double cube_doubled(const struct cube_model *model, const double values[CUBE_SLOTS_MAX],
                    int price);

/* Converts a value to equity normalised to the current cube: +1 for winning, -1 for
 * losing a single game; 0 where a match equity table has the same chance for both. */
double cube_equity(const struct cube_model *model, double value);

/* Returns the difference of values that makes one point of that equity. */
double cube_scale(const struct cube_model *model);

/* Returns the value of a game that ends at the current cube with `games` (1, 2, 3) won
 * by mine, or lost if negative. */
double cube_result(const struct cube_model *model, int games);

/* A linear function of the five outputs of `side`, for ranking plays: its equity with a
 * dead cube, in units of the current cube. */
struct cube_weights {
    float constant, win, win_gammon, win_backgammon, lose_gammon, lose_backgammon;
};
struct cube_weights cube_weights(const struct cube_model *model, enum cube_side side);
/* The same after mine has doubled and theirs has taken, and redoubled at once if that
 * costs nothing. */
struct cube_weights cube_weights_doubled(const struct cube_model *model,
                                         enum cube_side side);

static inline float cube_weigh(const struct cube_weights *w, const struct outputs *o)
{
    return w->constant + w->win * o->win + w->win_gammon * o->win_gammon +
           w->win_backgammon * o->win_backgammon + w->lose_gammon * o->lose_gammon +
           w->lose_backgammon * o->lose_backgammon;
}

/* Returns mine's equity with these outputs where nobody may double. */
double cube_equity_dead(const struct met *met, const struct match_state *ms,
                        const struct outputs *outputs);

/* Fills in the three equities, the action and the flags of `out` for mine, on roll;
 * `values` as from cube_values(), `price` that of theirs' pass. */
void cube_decide(const struct cube_model *model, const struct match_state *ms,
                 const double values[CUBE_SLOTS_MAX], int price,
                 struct cube_decision *out);
