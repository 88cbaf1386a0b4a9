#include "engine/eval/dmp.h"

#include "engine/board/position.h"
#include "engine/net/classes.h"

/* Written by `fibsbot lab dmp`. */
static const float weights[CLASSES_MAX][DMP_TERMS] = {
#include "engine/eval/dmp_weights.inc"
};

int dmp_class(const struct position *after)
{
    enum { MEN_BACK = 1 }; /* the id of the set */
    return class_of(class_set_by_id(MEN_BACK), after);
}

void dmp_terms(const struct outputs *outputs, double term[DMP_TERMS])
{
    double win = (double)outputs->win;
    double lead = 2.0 * win - 1.0;
    double open = win * (1.0 - win);
    double more = (double)outputs->win_gammon - (double)outputs->lose_gammon;
    double all = (double)outputs->win_gammon + (double)outputs->lose_gammon;
    double backgammons =
        (double)outputs->win_backgammon - (double)outputs->lose_backgammon;
    term[0] = open;
    term[1] = open * lead;
    term[2] = open * more;
    term[3] = open * all;
    term[4] = open * lead * all;
    term[5] = open * backgammons;
    term[6] = open * more * all;
    term[7] = open * lead * lead;
    term[8] = open * lead * lead * lead;
}

double dmp_gain(const struct position *after, const struct outputs *outputs)
{
    double term[DMP_TERMS];
    double gain = 0.0;
    if (!position_has_contact(after)) {
        return 0.0;
    }
    const float *weight = weights[dmp_class(after)];
    dmp_terms(outputs, term);
    for (int t = 0; t < DMP_TERMS; t++) {
        gain += (double)weight[t] * term[t];
    }
    double least = -(double)outputs->win;
    return gain < least ? least : gain > least + 1.0 ? least + 1.0 : gain;
}
