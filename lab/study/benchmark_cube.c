#include "lab/study/benchmark_cube.h"

#include <math.h>
#include <stddef.h>

bool benchmark_cube_is(enum benchmark_cube cube, const struct match_state *ms)
{
    switch (cube) {
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
    static const char *const names[BENCHMARK_CUBES] = {"centred", "owned",
                                                       "free redouble"};
    return names[cube];
}

/* What doubling is worth when the opponent answers as is best for him. */
static double doubled(const struct cube_values *v)
{
    return fmin(v->double_take, v->double_pass);
}

static bool doubles(const struct cube_values *v)
{
    return doubled(v) > v->no_double;
}

static bool takes(const struct cube_values *v)
{
    return v->double_take <= v->double_pass;
}

void benchmark_cube_decision(struct cube_evaluation_result *j,
                             const struct cube_values *truth,
                             const struct cube_values *value, double loss[2])
{
    const double error[2] = {value->no_double - truth->no_double,
                             value->double_take - truth->double_take};
    const double lost[2] = {
        doubles(value) == doubles(truth) ? 0.0
                                         : fabs(doubled(truth) - truth->no_double),
        takes(value) == takes(truth) ? 0.0
                                     : fabs(truth->double_take - truth->double_pass)};
    for (int i = 0; i < 2; i++) {
        j->errors[i] += error[i];
        j->error_squares[i] += error[i] * error[i];
        j->losses[i] += lost[i];
        j->loss_squares[i] += lost[i] * lost[i];
        if (loss != NULL) {
            loss[i] = lost[i];
        }
    }
    j->count++;
}

/* Of the mean of n numbers with these sums. */
static double error_of_mean(double sum, double squares, double n)
{
    return sqrt(fmax(squares / n - sum / n * (sum / n), 0.0) / n);
}

struct benchmark_cube_figures
benchmark_cube_figures(const struct cube_evaluation_result *j)
{
    struct benchmark_cube_figures f = {.rmse = {0}};
    const double n = j->count;
    for (int i = 0; i < 2 && j->count > 0; i++) {
        f.rmse[i] = sqrt(j->error_squares[i] / n);
        f.bias[i] = j->errors[i] / n;
        f.bias_error[i] = error_of_mean(j->errors[i], j->error_squares[i], n);
        f.rating[i] = 500.0 * j->losses[i] / n;
        f.rating_error[i] = 500.0 * error_of_mean(j->losses[i], j->loss_squares[i], n);
    }
    return f;
}
