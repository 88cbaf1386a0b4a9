#include "lab/study/benchmark.h"

#include <math.h>
#include <stddef.h>

#include "engine/board/position.h"
#include "engine/board/rng.h"
#include "engine/board/side_bits.h"
#include "lab/data/position_kind.h"

static double value_equity(const struct rollout_candidate *c)
{
    return (double)equity_cubeless(c->value);
}

static double square(double x)
{
    return x * x;
}

/* Returns the standard error of the mean of n numbers with this sum, and of squares. */
static double error_of_mean(double sum, double squares, double n)
{
    return sqrt(fmax(squares / n - square(sum / n), 0.0) / n);
}

static void add_outputs(struct benchmark_sums *j, const struct rollout_candidate *c)
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

int benchmark_best(const struct rollout_candidate *candidates, int count)
{
    int best = 0;
    for (int i = 1; i < count; i++) {
        best = candidates[i].truth_equity > candidates[best].truth_equity ? i : best;
    }
    return best;
}

static void ratio_add(struct benchmark_ratio *r, double x, double y)
{
    r->x += x;
    r->y += y;
    r->xx += x * x;
    r->xy += x * y;
    r->yy += y * y;
}

/* 0 of nothing. */
static double ratio_mean(const struct benchmark_ratio *r)
{
    return r->y > 0.0 ? r->x / r->y : 0.0;
}

/* Its standard error. */
static double ratio_error(const struct benchmark_ratio *r)
{
    double mean = ratio_mean(r);
    double squares = r->xx - 2.0 * mean * r->xy + square(mean) * r->yy;
    return r->y > 0.0 ? sqrt(fmax(squares, 0.0)) / r->y : 0.0;
}

double benchmark_decision(struct benchmark_sums *j,
                          const struct rollout_candidate *candidates, int count,
                          int chosen)
{
    double best = candidates[benchmark_best(candidates, count)].truth_equity;
    double mean_error = 0;
    double within = 0;
    for (int i = 0; i < count; i++) {
        const struct rollout_candidate *c = &candidates[i];
        mean_error += (value_equity(c) - c->truth_equity) / count;
    }
    for (int i = 0; i < count; i++) {
        double error = value_equity(&candidates[i]) - candidates[i].truth_equity;
        j->errors += error;
        j->equity_squares += square(error);
        j->noise_squares += square(candidates[i].truth_error);
        within += square(error - mean_error) -
                  square(candidates[i].truth_error) * (count - 1) / count;
        /* the mean over pairs of siblings of squared errors of differences */
        j->sibling_squares +=
            count > 1 ? 2.0 * square(error - mean_error) * count / (count - 1) : 0.0;
        add_outputs(j, &candidates[i]);
    }
    ratio_add(&j->within, within, count - 1);
    ratio_add(&j->mean_error, mean_error * count, count);
    double loss = best - candidates[chosen].truth_equity;
    j->loss += loss;
    j->loss_squares += square(loss);
    j->candidates += count;
    j->decisions++;
    return loss;
}

struct benchmark_figures benchmark_figures(const struct benchmark_sums *j)
{
    if (j->decisions == 0) {
        return (struct benchmark_figures){.rating = 0};
    }
    double n = j->decisions;
    double within = ratio_mean(&j->within);
    double within_error = ratio_error(&j->within);
    double sibling = sqrt(fmax(within, 0.0));
    struct benchmark_figures figures = {
        .rating = 500.0 * (j->loss / n),
        .rating_error = 500.0 * error_of_mean(j->loss, j->loss_squares, n),
        .rmse = sqrt(j->equity_squares / j->candidates),
        .sibling_rmse = sqrt(j->sibling_squares / j->candidates),
        .sibling = sibling,
        .sibling_error = fmin(within_error / (2.0 * sibling), sqrt(within_error)),
        .bias = j->errors / j->candidates,
        .bias_error = ratio_error(&j->mean_error),
    };
    for (int o = 0; o < 5; o++) {
        figures.output_rmse[o] = sqrt(j->output_squares[o] / j->candidates);
    }
    return figures;
}

struct benchmark_difference benchmark_difference(const double *losses,
                                                 const double *others, int count)
{
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < count; i++) {
        sum += losses[i] - others[i];
        squares += square(losses[i] - others[i]);
    }
    return (struct benchmark_difference){500.0 * (sum / count),
                                         500.0 * error_of_mean(sum, squares, count)};
}

/* ---- a perfect player ---------------------------------------------------------- */

enum { DRAWS = 1000 };

/* Near enough to normal: the sum of twelve uniform numbers, deviation 1. */
static double deviate(struct rng *rng)
{
    double sum = -6.0;
    for (int i = 0; i < 12; i++) {
        sum += rng_unit(rng);
    }
    return sum;
}

/* The index of the best candidate in a truth that the rollouts may have missed. */
static int draw_best(const struct rollout_candidate *candidates, int count,
                     struct rng *rng)
{
    double highest = -1e9;
    int best = 0;
    for (int i = 0; i < count; i++) {
        double equity =
            candidates[i].truth_equity + candidates[i].truth_error * deviate(rng);
        best = equity > highest ? i : best;
        highest = fmax(highest, equity);
    }
    return best;
}

void benchmark_perfect(struct benchmark_sums *j,
                       const struct rollout_candidate *candidates, int count,
                       int number)
{
    struct rng rng;
    double best = candidates[benchmark_best(candidates, count)].truth_equity;
    double loss = 0;
    double noise = 0;
    rng_seed(&rng, (uint64_t)number, 0x666c6f6f72U);
    for (int n = 0; n < DRAWS; n++) {
        loss += best - candidates[draw_best(candidates, count, &rng)].truth_equity;
    }
    for (int i = 0; i < count; i++) {
        noise += square(candidates[i].truth_error);
    }
    j->loss += loss / DRAWS;
    j->loss_squares += square(loss / DRAWS);
    j->equity_squares += noise;
    j->sibling_squares += count > 1 ? 2.0 * noise : 0.0;
    j->noise_squares += noise;
    j->candidates += count;
    j->decisions++;
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

/* Returns the first class that fits. */
static enum benchmark_class stage_of(const struct position *after)
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

bool benchmark_class_is(enum benchmark_class class, const struct position *after)
{
    static const unsigned kinds[BENCHMARK_CLASSES] = {
        [BENCHMARK_HOLDING] = POSITION_KIND_HOLDING,
        [BENCHMARK_MUTUAL_HOLDING] = POSITION_KIND_MUTUAL_HOLDING,
        [BENCHMARK_CONTAINMENT] = POSITION_KIND_CONTAINMENT,
        [BENCHMARK_PRIME_V_PRIME] = POSITION_KIND_PRIME_V_PRIME,
    };
    return kinds[class] != 0 ? position_kind_is(after, kinds[class])
                             : stage_of(after) == class;
}

const char *benchmark_class_name(enum benchmark_class class)
{
    static const char *const names[BENCHMARK_CLASSES] = {
        "race",           "bearing off", "back game",      "3-4 back",
        "2 back",         "1 back",      "other",          "holding",
        "mutual holding", "containment", "prime v. prime",
    };
    return names[class];
}

/* ---- cube actions ---------------------------------------------------------------- */

bool benchmark_cube_is(enum benchmark_cube cube, const struct match_state *ms)
{
    switch (cube) {
    case BENCHMARK_CUBE_MONEY:
        return ms->length == 0;
    case BENCHMARK_CUBE_MATCH:
        return ms->length > 0;
    case BENCHMARK_CUBE_CENTRED:
        return ms->owner == CUBE_CENTRED;
    case BENCHMARK_CUBE_OWNED:
        return ms->owner == CUBE_MINE;
    default:
        return ms->length > 0 && match_state_my_away(ms) <= 2 * ms->cube &&
               match_state_their_away(ms) > 2 * ms->cube;
    }
}

const char *benchmark_cube_name(enum benchmark_cube cube)
{
    static const char *const names[BENCHMARK_CUBES] = {
        "money", "match", "centred", "owned", "free redouble",
    };
    return names[cube];
}

/* What doubling is worth when the opponent answers as is best for them. */
static double doubled(const struct cube_values *v)
{
    return fmin(v->double_take, v->double_pass);
}

static bool ought_to_double(const struct cube_values *v)
{
    return doubled(v) > v->no_double;
}

static bool takes(const struct cube_values *v)
{
    return v->double_take <= v->double_pass;
}

void benchmark_cube_decision(struct benchmark_cube_sums *j,
                             const struct cube_values *truth,
                             const struct cube_values *value, double loss[2])
{
    const double error[2] = {value->no_double - truth->no_double,
                             value->double_take - truth->double_take};
    const double lost[2] = {ought_to_double(value) == ought_to_double(truth)
                                ? 0.0
                                : fabs(doubled(truth) - truth->no_double),
                            takes(value) == takes(truth)
                                ? 0.0
                                : fabs(truth->double_take - truth->double_pass)};
    for (int i = 0; i < 2; i++) {
        j->errors[i] += error[i];
        j->error_squares[i] += square(error[i]);
        j->noise_squares[i] += square(truth->error[i]);
        j->losses[i] += lost[i];
        j->loss_squares[i] += lost[i] * lost[i];
        if (loss != NULL) {
            loss[i] = lost[i];
        }
    }
    j->count++;
}

struct benchmark_cube_figures
benchmark_cube_figures(const struct benchmark_cube_sums *j)
{
    struct benchmark_cube_figures f = {.rmse = {0}};
    const double n = j->count;
    for (int i = 0; i < 2 && j->count > 0; i++) {
        f.rmse[i] = sqrt(fmax(j->error_squares[i] - j->noise_squares[i], 0.0) / n);
        f.bias[i] = j->errors[i] / n;
        f.bias_error[i] = error_of_mean(j->errors[i], j->error_squares[i], n);
        f.rating[i] = 500.0 * j->losses[i] / n;
        f.rating_error[i] = 500.0 * error_of_mean(j->losses[i], j->loss_squares[i], n);
    }
    return f;
}
