#ifndef LAB_STUDY_BENCHMARK_H
#define LAB_STUDY_BENCHMARK_H
/*
 * How good an evaluator is on decisions whose candidates have been rolled out.
 *
 *   performance rating   500 x the mean equity lost by the evaluator's choices among
 *                        the candidates (the scale of eXtreme Gammon)
 *   RMSE                 root mean square error of the candidates' cubeless equities
 *   sibling RMSE         the same of differences between candidates of one decision:
 *                        what matters for choosing; smoother than the rating
 *   bias                 mean error of the candidates' equities, of the player who
 *                        moved
 */

#include "engine/board/outputs.h"
#include "engine/board/position.h"

struct candidate {
    struct outputs truth;
    double truth_equity;
    struct outputs value; /* the evaluator's */
};

/* What kind of game a decision is from, by the position after its best candidate; the
 * first that fits. "Back" are checkers in the opponent's home board or on the bar, of
 * the side that has more of them. */
enum benchmark_class {
    BENCHMARK_RACE,        /* no contact */
    BENCHMARK_BEARING_OFF, /* a side has all checkers home or off, with contact */
    BENCHMARK_BACK_GAME,   /* two anchors in the opponent's home board, or five back */
    BENCHMARK_THREE_BACK,  /* three or four back */
    BENCHMARK_TWO_BACK,
    BENCHMARK_ONE_BACK,
    BENCHMARK_OTHER, /* nobody back */
    BENCHMARK_CLASSES
};
enum benchmark_class benchmark_class_of(const struct position *after);
const char *benchmark_class_name(enum benchmark_class class);

/* Sums so far; start with zeros. */
struct evaluation_result {
    int decisions;
    int candidates;
    double loss;
    double loss_squares;
    double errors;
    double equity_squares;
    double sibling_squares;
    double output_squares[5];
};

/* Returns the loss of this decision, `chosen` being the evaluator's choice. */
double benchmark_decision(struct evaluation_result *j,
                          const struct candidate *candidates, int count, int chosen);

/* The index of the best candidate in truth. */
int benchmark_best(const struct candidate *candidates, int count);

struct benchmark_figures {
    double rating;
    double rating_error; /* its standard error */
    double rmse;
    double sibling_rmse;
    double bias;
    double output_rmse[5];
};
struct benchmark_figures
benchmark_figures(const struct evaluation_result *j); /* zeros of nothing */

/* How much higher the rating of `losses` is than that of `others` on the same
 * decisions, and its standard error, which is smaller than that of either. */
struct benchmark_difference {
    double rating;
    double error;
};
struct benchmark_difference benchmark_difference(const double *losses,
                                                 const double *others, int count);

#endif
