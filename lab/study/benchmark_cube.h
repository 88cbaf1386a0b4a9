#ifndef LAB_STUDY_BENCHMARK_CUBE_H
#define LAB_STUDY_BENCHMARK_CUBE_H
/*
 * How good an evaluator is at cube actions whose equities are known better, by a
 * rollout or a deeper search. Equities are those of the player on roll, normalised to
 * the cube before the double (engine.h).
 *
 *   RMSE, bias     of no double and of double/take: the evaluator's less the truth
 *   PR of doubles  500 x the mean equity that its choice to double or not loses, the
 *                  opponent answering as is best in truth
 *   PR of takes    500 x the mean equity that its answer to a double loses, whether or
 *                  not there should be one
 *
 * It doubles where no double is worth less than both answers, and takes where taking is
 * worth no more to the doubler than passing.
 */

#include "engine/board/match_state.h"
#include "lab/study/benchmark.h"

struct cube_values {
    double no_double;
    double double_take;
    double double_pass;
};

/* Kinds of cube that decisions are told apart by. The first two are all there are; the
 * third is of either. */
enum benchmark_cube {
    BENCHMARK_CUBE_CENTRED,
    BENCHMARK_CUBE_OWNED,
    BENCHMARK_CUBE_FREE, /* the doubled cube wins the match for the doubler, but not for the
                        taker, who redoubles for nothing */
    BENCHMARK_CUBES
};
bool benchmark_cube_is(enum benchmark_cube cube, const struct match_state *ms);
const char *benchmark_cube_name(enum benchmark_cube cube);

/* Sums so far; start with zeros. */
struct cube_evaluation_result {
    int count;
    double errors[2]; /* no double, double/take */
    double error_squares[2];
    double losses[2]; /* doubles, takes */
    double loss_squares[2];
};

/* Adds a decision; `loss` (may be NULL) gets what double and take lose. */
void benchmark_cube_decision(struct cube_evaluation_result *j,
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
benchmark_cube_figures(const struct cube_evaluation_result *j);

#endif
