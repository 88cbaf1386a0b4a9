#pragma once
/*
 * Measures an evaluator on decisions whose candidates were rolled out.
 *
 *   performance rating   500 x the mean equity lost by the evaluator's choices among
 *                        the candidates (the scale of eXtreme Gammon)
 *   RMSE                 root mean square error of the candidates' cubeless equities
 *   sibling RMSE         the same of differences between candidates of one decision:
 *                        what matters for choosing; smoother than the rating
 *   sibling error        the deviation of a candidate's error from the mean of its
 *                        siblings' with the rollouts' own noise taken out: the root of
 *
 *                            (sum over decisions of S - (1 - 1/n) N) / (sum of n - 1)
 *
 *                        S being the squares of errors around their mean, N the squares
 *                        of the rollouts' standard errors, n the candidates. Without
 *                        noise it is the sibling RMSE over the root of 2, but for how
 *                        decisions of few candidates count. The rollouts of siblings
 *                        are taken as independent
 *   bias                 mean error of the candidates' equities, of the player who has
 *                        just moved
 *
 * Standard errors take decisions as independent, candidates not. A single position
 * counts as a decision of one candidate, in which nothing can be lost.
 *
 * The floor of a set: since rollouts have errors, even a perfect player seems to lose.
 * benchmark_perfect() draws true equities around those of the rollouts (normally
 * distributed, with their standard errors) and takes the mean of what the best of each
 * draw loses by the rollouts. If the true differences are smaller, as they may well be,
 * the floor is higher.
 */

#include <stdbool.h>

#include "engine/board/checkers.h"
#include "engine/board/match_state.h"
#include "engine/board/outputs.h"
#include "lab/sets/cube_set.h"
#include "lab/sets/rollout_set.h"

/* The classes of a decision, by the position after its best candidate. Of the first
 * ones up to BENCHMARK_OTHER it has one, the first that fits; "back" are checkers in the
 * opponent's home board or on the bar, of the side that has more of them. The others are
 * the kinds of position_kind.h and may be of it besides. */
enum benchmark_class {
    BENCHMARK_RACE,        /* no contact */
    BENCHMARK_BEARING_OFF, /* a side has all checkers home or off, with contact */
    BENCHMARK_BACK_GAME,   /* two anchors in the opponent's home board, or five back */
    BENCHMARK_THREE_BACK,  /* three or four back */
    BENCHMARK_TWO_BACK,
    BENCHMARK_ONE_BACK,
    BENCHMARK_OTHER, /* no checkers back */
    BENCHMARK_HOLDING,
    BENCHMARK_MUTUAL_HOLDING,
    BENCHMARK_CONTAINMENT,
    BENCHMARK_PRIME_V_PRIME,
    BENCHMARK_CLASSES
};
bool benchmark_class_is(enum benchmark_class class, const struct position *after);
const char *benchmark_class_name(enum benchmark_class class);

/* Sums of a ratio: of x over of y, both by decision. */
struct benchmark_ratio {
    double x;
    double y;
    double xx;
    double xy;
    double yy;
};

/* Sums so far; start with zeros. */
struct benchmark_sums {
    int decisions;
    int candidates;
    double loss;
    double loss_squares;
    double errors;
    double equity_squares;
    double sibling_squares;
    double output_squares[5];
    double noise_squares;          /* of truth_error */
    struct benchmark_ratio within; /* squares around the mean, noise out, by n - 1 */
    struct benchmark_ratio mean_error; /* errors, by candidates */
};

/* Adds a decision, `chosen` being the evaluator's choice. Returns its loss. */
double benchmark_decision(struct benchmark_sums *j,
                          const struct rollout_candidate *candidates, int count,
                          int chosen);

/* Returns the index of the best candidate by rollout. */
int benchmark_best(const struct rollout_candidate *candidates, int count);

struct benchmark_figures {
    double rating;
    double rating_error; /* its standard error */
    double rmse;
    double sibling_rmse;
    double sibling;       /* the sibling error; 0 if there is no more than noise */
    double sibling_error; /* its standard error */
    double bias;
    double bias_error;
    double output_rmse[5];
};
struct benchmark_figures
benchmark_figures(const struct benchmark_sums *j); /* all 0 without decisions */

/* Adds a decision as it counts for a perfect player: its loss, and in place of
 * its errors the rollouts' standard errors. `number` is the decision's: the draws of
 * each are its own. */
void benchmark_perfect(struct benchmark_sums *j,
                       const struct rollout_candidate *candidates, int count,
                       int number);

/* Returns the rating of `losses` less that of `others` on the same decisions, and the
 * standard error of the difference, which is smaller than that of either rating. */
struct benchmark_difference {
    double rating;
    double error;
};
struct benchmark_difference benchmark_difference(const double *losses,
                                                 const double *others, int count);

/* ---- cube actions ----
 *
 * How good an evaluator is at cube actions whose equities are known better, by a
 * rollout or a deeper search. Equities are those of the player on roll, normalised to
 * the cube before the double (engine.h).
 *
 *   RMSE, bias     of no double and of double/take: the evaluator's less the truth.
 *                  Squares of the truth's standard errors are taken off those of the
 *                  RMSE
 *   PR of doubles  500 x the mean equity that its choice to double or not loses, the
 *                  opponent answering as is best in truth
 *   PR of takes    500 x the mean equity that its answer to a double loses, whether or
 *                  not there should be one
 *
 * It doubles where no double is worth less than both answers, and takes where taking is
 * worth no more to the doubler than passing.
 */

/* Kinds of decisions. The first two are all there are, and so are the next two; the
 * last is of either owner. */
enum benchmark_cube {
    BENCHMARK_CUBE_MONEY,
    BENCHMARK_CUBE_MATCH,
    BENCHMARK_CUBE_CENTRED,
    BENCHMARK_CUBE_OWNED,
    /* the doubled cube wins the match for the doubler, but not for the taker, who
     * redoubles for nothing */
    BENCHMARK_CUBE_FREE,
    BENCHMARK_CUBES
};
bool benchmark_cube_is(enum benchmark_cube cube, const struct match_state *ms);
const char *benchmark_cube_name(enum benchmark_cube cube);

/* Sums so far; start with zeros. */
struct benchmark_cube_sums {
    int count;
    double errors[2]; /* no double, double/take */
    double error_squares[2];
    double noise_squares[2];
    double losses[2]; /* doubles, takes */
    double loss_squares[2];
};

/* Adds a decision; `loss` (may be NULL) gets what double and take lose. */
void benchmark_cube_decision(struct benchmark_cube_sums *j,
                             const struct cube_values *truth,
                             const struct cube_values *value, double loss[2]);

struct benchmark_cube_figures {
    double rmse[2]; /* no double, double/take */
    double bias[2];
    double bias_error[2]; /* their standard errors */
    double rating[2];     /* doubles, takes */
    double rating_error[2];
};
struct benchmark_cube_figures
benchmark_cube_figures(const struct benchmark_cube_sums *j);
