#include "engine/lab/judge.h"

#include <math.h>

static double value_equity(const struct candidate *c)
{
    return (double)equity_cubeless(c->value);
}

static double square(double x)
{
    return x * x;
}

static void add_outputs(struct judgement *j, const struct candidate *c)
{
    j->output_squares[0] += square((double)(c->value.win - c->truth.win));
    j->output_squares[1] += square((double)(c->value.win_gammon - c->truth.win_gammon));
    j->output_squares[2] +=
        square((double)(c->value.win_backgammon - c->truth.win_backgammon));
    j->output_squares[3] +=
        square((double)(c->value.lose_gammon - c->truth.lose_gammon));
    j->output_squares[4] +=
        square((double)(c->value.lose_backgammon - c->truth.lose_backgammon));
}

void judge_decision(struct judgement *j, const struct candidate *candidates, int count)
{
    int chosen = 0;
    double best = candidates[0].truth_equity;
    double mean_error = 0;
    for (int i = 0; i < count; i++) {
        const struct candidate *c = &candidates[i];
        chosen = value_equity(c) > value_equity(&candidates[chosen]) ? i : chosen;
        best = fmax(best, c->truth_equity);
        mean_error += (value_equity(c) - c->truth_equity) / count;
    }
    for (int i = 0; i < count; i++) {
        double error = value_equity(&candidates[i]) - candidates[i].truth_equity;
        j->equity_squares += square(error);
        /* the mean over pairs of siblings of squared errors of differences */
        j->sibling_squares += 2.0 * square(error - mean_error) * count / (count - 1);
        add_outputs(j, &candidates[i]);
    }
    double loss = best - candidates[chosen].truth_equity;
    j->loss += loss;
    j->loss_squares += square(loss);
    j->candidates += count;
    j->decisions++;
}

struct judge_figures judge_figures(const struct judgement *j)
{
    double n = j->decisions;
    double mean = j->loss / n;
    double variance = j->loss_squares / n - square(mean);
    struct judge_figures figures = {
        .rating = 500.0 * mean,
        .rating_error = 500.0 * sqrt(variance / n),
        .rmse = sqrt(j->equity_squares / j->candidates),
        .sibling_rmse = sqrt(j->sibling_squares / j->candidates),
    };
    for (int o = 0; o < 5; o++) {
        figures.output_rmse[o] = sqrt(j->output_squares[o] / j->candidates);
    }
    return figures;
}
