#ifndef ENGINE_LAB_JUDGE_H
#define ENGINE_LAB_JUDGE_H
/*
 * How good an evaluator is on decisions whose candidates have been rolled out.
 *
 *   performance rating   500 x the mean equity lost by choosing the candidate that the
 *                        evaluator likes best (the scale of eXtreme Gammon)
 *   RMSE                 root mean square error of the candidates' cubeless equities
 *   sibling RMSE         the same of differences between candidates of one decision:
 *                        what matters for choosing; smoother than the rating
 */

#include "engine/outputs.h"

struct candidate {
    struct outputs truth;
    double truth_equity;
    struct outputs value; /* the evaluator's */
};

/* Sums so far; start with zeros. */
struct judgement {
    int decisions;
    int candidates;
    double loss;
    double loss_squares;
    double equity_squares;
    double sibling_squares;
    double output_squares[5];
};

void judge_decision(struct judgement *j, const struct candidate *candidates, int count);

struct judge_figures {
    double rating;
    double rating_error; /* its standard error */
    double rmse;
    double sibling_rmse;
    double output_rmse[5];
};
struct judge_figures judge_figures(const struct judgement *j);

#endif
