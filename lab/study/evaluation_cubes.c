#include "lab/study/evaluation.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "arena/job/work.h"
#include "base/json_line.h"
#include "base/text.h"
#include "base/thread_pool.h"
#include "engine/engine.h"
#include "engine/eval/leaf_evaluator.h"
#include "engine/level.h"
#include "lab/sets/cube_set.h"
#include "view/column.h"

/* ---- results --------------------------------------------------------------------- */

enum { GROUPS = BENCHMARK_CUBES + BENCHMARK_CLASSES };

/* One evaluator's results. */
struct verdict {
    struct cube_values *values; /* by decision, */
    double *seconds;            /* of processor time */
    double *losses[2];          /* doubles, takes */
    struct benchmark_cube_sums all;
    struct benchmark_cube_sums group[GROUPS];
};

struct table {
    const struct evaluation_cubes *job;
    struct cube_set set;
    struct verdict *verdicts;
    int done; /* evaluators that have finished */
};

/* An evaluator at work. */
struct session {
    const struct table *table;
    struct verdict *verdict;
    struct player_spec spec;
    struct engine *engine;
    struct strength strength;
    struct search_scratch *scratch[EVALUATION_THREADS_MAX];
};

/* ---- an evaluator ---------------------------------------------------------------- */

/* Every action is searched at the full ply, unless a filter or level is asked for. */
static bool read_strength(struct session *s, struct error *err)
{
    const struct player_spec *spec = &s->spec;
    s->strength = strength_default();
    if (spec->level[0] != '\0') {
        return player_spec_tune(spec, &s->strength, err) &&
               level_read(spec->level, &s->strength, err);
    }
    s->strength.cube_ply = spec->cube_ply;
    s->strength.filter.cube_threshold = 0.0F;
    return player_spec_tune(spec, &s->strength, err);
}

static bool open_session(struct session *s, const char *name, const char *spec,
                         struct error *err)
{
    if (!player_spec_read(spec, &s->spec, err)) {
        return false;
    }
    if (leaf_evaluator_is_net_file(s->spec.name) ||
        strcmp(s->spec.name, "gnubg") == 0) {
        return error_set(
            err, "%s: cube actions are evaluated with folders of weights only", name);
    }
    s->engine = read_strength(s, err) ? engine_open(s->spec.name, err) : NULL;
    bool is_good = s->engine != NULL;
    for (int t = 0; is_good && t < s->table->job->threads; t++) {
        s->scratch[t] = engine_scratch_new(s->engine);
        is_good = s->scratch[t] != NULL || error_no_memory(err);
    }
    return is_good;
}

static void close_session(struct session *s)
{
    for (int t = 0; t < EVALUATION_THREADS_MAX; t++) {
        engine_scratch_free(s->scratch[t]);
    }
    engine_close(s->engine);
}

/* Evaluates a decision, unless stopped. */
static void evaluate_decision(void *context, int64_t n, int thread)
{
    struct session *s = context;
    const struct cube_case *c = &s->table->set.cases[n];
    struct cube_decision out;
    if (atomic_load(s->table->job->stop)) {
        return;
    }
    const double start = work_thread_seconds();
    engine_cube_decision(s->engine, s->scratch[thread], &s->strength, &c->at.pos,
                         &c->at.ms, &out);
    s->verdict->seconds[n] = work_thread_seconds() - start;
    s->verdict->values[n] =
        (struct cube_values){.no_double = (double)out.no_double,
                             .double_take = (double)out.double_take,
                             .double_pass = (double)out.double_pass};
}

/* ---- sums ------------------------------------------------------------------------ */

static bool is_in_group(int group, const struct decision_context *at)
{
    return group < BENCHMARK_CUBES
               ? benchmark_cube_is((enum benchmark_cube)group, &at->ms)
               : benchmark_class_is((enum benchmark_class)(group - BENCHMARK_CUBES),
                                    &at->pos);
}

static const char *group_name(int group)
{
    return group < BENCHMARK_CUBES
               ? benchmark_cube_name((enum benchmark_cube)group)
               : benchmark_class_name((enum benchmark_class)(group - BENCHMARK_CUBES));
}

/* In the order of the file, so that threads do not change the sums. */
static void sum_up_cubes(const struct table *table, struct verdict *v)
{
    for (int n = 0; n < table->set.count; n++) {
        const struct cube_case *c = &table->set.cases[n];
        double loss[2];
        benchmark_cube_decision(&v->all, &c->truth, &v->values[n], loss);
        v->losses[0][n] = loss[0];
        v->losses[1][n] = loss[1];
        for (int g = 0; g < GROUPS; g++) {
            if (is_in_group(g, &c->at)) {
                benchmark_cube_decision(&v->group[g], &c->truth, &v->values[n], NULL);
            }
        }
    }
}

static double milliseconds(const struct table *table, const struct verdict *v)
{
    double sum = 0;
    for (int n = 0; n < table->set.count; n++) {
        sum += v->seconds[n];
    }
    return 1000.0 * sum / table->set.count;
}

/* False with `err`; `table->done` counts those that have finished. */
static bool run_cube_evaluators(struct table *table, struct thread_pool *pool,
                                struct error *err)
{
    const struct evaluation_cubes *job = table->job;
    bool is_good = true;
    while (is_good && table->done < job->count && !atomic_load(job->stop)) {
        const int i = table->done;
        struct session session = {.table = table, .verdict = &table->verdicts[i]};
        job->begin(job->context, job->names[i]);
        is_good = open_session(&session, job->names[i], job->specs[i], err);
        if (is_good) {
            thread_pool_run(pool, table->set.count, evaluate_decision, &session);
        }
        if (is_good && !atomic_load(job->stop)) {
            sum_up_cubes(table, session.verdict);
            table->done++;
        }
        close_session(&session);
    }
    return is_good;
}

/* ---- reports --------------------------------------------------------------------- */

/* What is shown of an evaluator, or of the decisions of a group. */
struct row {
    const struct benchmark_cube_sums *result;
    struct benchmark_cube_figures figures;
    bool is_first;
    struct benchmark_difference above_first[2]; /* of another than the first */
    double ms;
};

/* clang-format off */
/* at: 0 no double, doubles; 1 double/take, takes */
#define CELL(name, ...) COLUMN_CELL(name, struct row, __VA_ARGS__)
#define WITH_ERROR(cell, error, digits) column_error((cell), row->result->count, (error), (digits))
CELL(decisions, column_whole(row->result->count))
CELL(rmse, column_real(row->figures.rmse[at], 4))
CELL(bias, WITH_ERROR(column_change(row->figures.bias[at], 4), row->figures.bias_error[at], 4))
CELL(bias_error, column_real(row->figures.bias_error[at], 4))
CELL(rating, WITH_ERROR(column_real(row->figures.rating[at], 2), row->figures.rating_error[at], 2))
CELL(rating_error, column_real(row->figures.rating_error[at], 2))
CELL(above_first, row->is_first ? column_none()
                  : WITH_ERROR(column_change(row->above_first[at].rating, 2), row->above_first[at].error, 2))

CELL(milliseconds_cell, column_significant(row->ms, 3))

static const struct column figure_columns[] = {
    {COLUMN_JSON, "decisions", NULL, 1, decisions, 0},
    {COLUMN_TEXT | COLUMN_JSON, "no_double_rmse", "no double: RMSE", 1, rmse, 0},
    {COLUMN_TEXT | COLUMN_JSON, "no_double_bias", "bias", 1, bias, 0},
    {COLUMN_JSON, "no_double_bias_error", NULL, 1, bias_error, 0},
    {COLUMN_TEXT | COLUMN_JSON, "double_take_rmse", "double/take: RMSE", 1, rmse, 1},
    {COLUMN_TEXT | COLUMN_JSON, "double_take_bias", "bias", 1, bias, 1},
    {COLUMN_JSON, "double_take_bias_error", NULL, 1, bias_error, 1},
    {COLUMN_TEXT | COLUMN_JSON, "pr_double", "PR of doubles", 1, rating, 0},
    {COLUMN_JSON, "pr_double_error", NULL, 1, rating_error, 0},
    {COLUMN_TEXT, NULL, "v. first", 1, above_first, 0},
    {COLUMN_TEXT | COLUMN_JSON, "pr_take", "PR of takes", 1, rating, 1},
    {COLUMN_JSON, "pr_take_error", NULL, 1, rating_error, 1},
    {COLUMN_TEXT, NULL, "v. first", 1, above_first, 1},
    {COLUMN_TEXT, NULL, "ms", 1, milliseconds_cell, 0},
};
/* clang-format on */
enum { FIGURE_COLUMNS = sizeof figure_columns / sizeof figure_columns[0] };

static void print_totals(const struct table *table, FILE *out)
{
    char first[40];
    FORMAT_TEXT(first, "%d cube actions", table->set.count);
    column_markdown(figure_columns, FIGURE_COLUMNS, first, NULL, out);
    for (int i = 0; i < table->done; i++) {
        const struct verdict *v = &table->verdicts[i];
        struct row row = {.result = &v->all,
                          .figures = benchmark_cube_figures(&v->all),
                          .is_first = i == 0,
                          .ms = milliseconds(table, v)};
        for (int k = 0; k < 2; k++) {
            row.above_first[k] = benchmark_difference(
                v->losses[k], table->verdicts[0].losses[k], table->set.count);
        }
        column_markdown(figure_columns, FIGURE_COLUMNS, table->job->names[i], &row,
                        out);
    }
}

/* at: the group */
static struct column_cell group_cell(const void *of, int at)
{
    char text[400];
    const struct benchmark_cube_sums *j = &((const struct verdict *)of)->group[at];
    const struct benchmark_cube_figures f = benchmark_cube_figures(j);
    FORMAT_TEXT(text, "%.4f %+.4f, %.4f %+.4f; %.2f, %.2f", f.rmse[0], f.bias[0],
                f.rmse[1], f.bias[1], f.rating[0], f.rating[1]);
    return j->count > 0 ? column_shown(column_whole(j->count), text) : column_none();
}

static void print_groups(const struct table *table, FILE *out)
{
    static const char head[] = "RMSE and bias of no double, of double/take; PRs";
    char heading[GROUPS][40];
    struct column columns[GROUPS];
    for (int g = 0; g < GROUPS; g++) {
        FORMAT_TEXT(heading[g], "%s (%d)", group_name(g),
                    table->verdicts[0].group[g].count);
        columns[g] = (struct column){COLUMN_TEXT, NULL, heading[g], 1, group_cell, g};
    }
    fputc('\n', out);
    column_markdown(columns, GROUPS, head, NULL, out);
    for (int i = 0; i < table->done; i++) {
        column_markdown(columns, GROUPS, table->job->names[i], &table->verdicts[i],
                        out);
    }
}

static json_t *figures_json(const struct benchmark_cube_sums *j)
{
    const struct row row = {.result = j, .figures = benchmark_cube_figures(j)};
    return column_json(figure_columns, FIGURE_COLUMNS, &row);
}

static void print_json(const struct table *table, FILE *out)
{
    json_t *list = json_array();
    for (int i = 0; i < table->done; i++) {
        const struct verdict *v = &table->verdicts[i];
        json_t *groups = json_object();
        for (int g = 0; g < GROUPS; g++) {
            (void)json_object_set_new(groups, group_name(g),
                                      figures_json(&v->group[g]));
        }
        (void)json_array_append_new(
            list, json_pack("{s:s, s:o, s:f, s:o}", "name", table->job->names[i], "all",
                            figures_json(&v->all), "ms", milliseconds(table, v),
                            "groups", groups));
    }
    json_t *root =
        json_pack("{s:s, s:o}", "file", table->job->file, "evaluators", list);
    (void)json_line_write(root, 6, out);
}

static void print_results(const struct table *table, FILE *out)
{
    if (table->job->is_json) {
        print_json(table, out);
    } else if (table->done > 0) {
        print_totals(table, out);
        print_groups(table, out);
    }
}

/* ---- the whole ------------------------------------------------------------------- */

static bool make_verdicts(struct table *table, struct error *err)
{
    const size_t count = (size_t)table->set.count;
    bool is_good = (table->verdicts = calloc((size_t)table->job->count,
                                             sizeof(struct verdict))) != NULL;
    for (int i = 0; is_good && i < table->job->count; i++) {
        struct verdict *v = &table->verdicts[i];
        v->values = calloc(count, sizeof *v->values);
        v->seconds = calloc(count, sizeof *v->seconds);
        v->losses[0] = calloc(count, sizeof(double));
        v->losses[1] = calloc(count, sizeof(double));
        is_good = v->values != NULL && v->seconds != NULL && v->losses[0] != NULL &&
                  v->losses[1] != NULL;
    }
    return is_good || error_no_memory(err);
}

static void free_table(struct table *table)
{
    for (int i = 0; table->verdicts != NULL && i < table->job->count; i++) {
        struct verdict *v = &table->verdicts[i];
        free(v->values);
        free(v->seconds);
        free(v->losses[0]);
        free(v->losses[1]);
    }
    free(table->verdicts);
    free(table->set.cases);
}

int evaluation_cubes(const struct evaluation_cubes *job, FILE *out, struct error *err)
{
    struct table table = {.job = job};
    struct thread_pool *pool = thread_pool_new(job->threads);
    bool is_good = (pool != NULL || error_set(err, "no threads")) &&
                   cube_set_load(job->file, &table.set, err) &&
                   make_verdicts(&table, err) && run_cube_evaluators(&table, pool, err);
    if (is_good) {
        print_results(&table, out);
    }
    free_table(&table);
    thread_pool_free(pool);
    return is_good ? table.done : -1;
}
