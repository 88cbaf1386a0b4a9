#include "lab/study/benchmark.h"

#include <math.h>

#include "engine/board/side_bits.h"

static double value_equity(const struct candidate *c)
{
    return (double)equity_cubeless(c->value);
}

static double square(double x)
{
    return x * x;
}

static void add_outputs(struct evaluation_result *j, const struct candidate *c)
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

int benchmark_best(const struct candidate *candidates, int count)
{
    int best = 0;
    for (int i = 1; i < count; i++) {
        best = candidates[i].truth_equity > candidates[best].truth_equity ? i : best;
    }
    return best;
}

double benchmark_decision(struct evaluation_result *j,
                          const struct candidate *candidates, int count, int chosen)
{
    double best = candidates[benchmark_best(candidates, count)].truth_equity;
    double mean_error = 0;
    for (int i = 0; i < count; i++) {
        const struct candidate *c = &candidates[i];
        mean_error += (value_equity(c) - c->truth_equity) / count;
    }
    for (int i = 0; i < count; i++) {
        double error = value_equity(&candidates[i]) - candidates[i].truth_equity;
        j->errors += error;
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
    return loss;
}

struct benchmark_figures benchmark_figures(const struct evaluation_result *j)
{
    if (j->decisions == 0) {
        return (struct benchmark_figures){.rating = 0};
    }
    double n = j->decisions;
    double mean = j->loss / n;
    double variance = j->loss_squares / n - square(mean);
    struct benchmark_figures figures = {
        .rating = 500.0 * mean,
        .rating_error = 500.0 * sqrt(fmax(variance, 0.0) / n),
        .rmse = sqrt(j->equity_squares / j->candidates),
        .sibling_rmse = sqrt(j->sibling_squares / j->candidates),
        .bias = j->errors / j->candidates,
    };
    for (int o = 0; o < 5; o++) {
        figures.output_rmse[o] = sqrt(j->output_squares[o] / j->candidates);
    }
    return figures;
}

struct benchmark_difference benchmark_difference(const double *losses,
                                                 const double *others, int count)
{
    double n = count;
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < count; i++) {
        sum += losses[i] - others[i];
        squares += square(losses[i] - others[i]);
    }
    double mean = sum / n;
    return (struct benchmark_difference){
        500.0 * mean, 500.0 * sqrt(fmax(squares / n - square(mean), 0.0) / n)};
}

/* ---- classes --------------------------------------------------------------------- */

enum { HOME = 6, BACK_GAME_CHECKERS = 5 };

static int anchors(const struct side *side)
{
    int count = 0;
    for (int p = 25 - HOME; p <= 24; p++) {
        count += side->at[p] >= 2;
    }
    return count;
}

static int most(int a, int b)
{
    return a > b ? a : b;
}

enum benchmark_class benchmark_class_of(const struct position *after)
{
    static const enum benchmark_class by_back[] = {
        BENCHMARK_OTHER, BENCHMARK_ONE_BACK, BENCHMARK_TWO_BACK, BENCHMARK_THREE_BACK};
    int back =
        most(side_checkers_back(&after->mine), side_checkers_back(&after->theirs));
    if (!position_has_contact(after)) {
        return BENCHMARK_RACE;
    }
    if (position_rearmost_checker(&after->mine) <= HOME ||
        position_rearmost_checker(&after->theirs) <= HOME) {
        return BENCHMARK_BEARING_OFF;
    }
    if (back >= BACK_GAME_CHECKERS ||
        most(anchors(&after->mine), anchors(&after->theirs)) >= 2) {
        return BENCHMARK_BACK_GAME;
    }
    return by_back[back < 3 ? back : 3];
}

const char *benchmark_class_name(enum benchmark_class class)
{
    static const char *const names[BENCHMARK_CLASSES] = {
        "race", "bearing off", "back game", "3-4 back", "2 back", "1 back", "other",
    };
    return names[class];
}
