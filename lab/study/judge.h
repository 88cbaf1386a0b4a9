#ifndef LAB_STUDY_JUDGE_H
#define LAB_STUDY_JUDGE_H
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
enum judge_class {
    JUDGE_RACE,        /* no contact */
    JUDGE_BEARING_OFF, /* a side has all checkers home or off, with contact */
    JUDGE_BACK_GAME,   /* two anchors in the opponent's home board, or five back */
    JUDGE_THREE_BACK,  /* three or four back */
    JUDGE_TWO_BACK,
    JUDGE_ONE_BACK,
    JUDGE_OTHER, /* nobody back */
    JUDGE_CLASSES
};
enum judge_class judge_class_of(const struct position *after);
const char *judge_class_name(enum judge_class class);

/* Sums so far; start with zeros. */
struct judgement {
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
double judge_decision(struct judgement *j, const struct candidate *candidates,
                      int count, int chosen);

/* The index of the best candidate in truth. */
int judge_best(const struct candidate *candidates, int count);

struct judge_figures {
    double rating;
    double rating_error; /* its standard error */
    double rmse;
    double sibling_rmse;
    double bias;
    double output_rmse[5];
};
struct judge_figures judge_figures(const struct judgement *j); /* zeros of nothing */

/* How much higher the rating of `losses` is than that of `others` on the same
 * decisions, and its standard error, which is smaller than that of either. */
struct judge_difference {
    double rating;
    double error;
};
struct judge_difference judge_difference(const double *losses, const double *others,
                                         int count);

#endif
