#include "lab/study/evaluation.h"

#include <jansson.h>

#include "base/error_bar.h"
#include "base/json_line.h"
#include "base/text.h"
#include "view/column.h"

/* What is shown of an evaluator, or of the decisions of a class. */
struct row {
    const struct benchmark_sums *result;
    struct benchmark_figures figures;
    const struct evaluation_verdict *verdict; /* NULL: none, as of a perfect player */
    bool is_first;
    struct benchmark_difference above_first; /* of another than the first */
    struct benchmark_figures by_first;
};

static struct row row_of_result(const struct benchmark_sums *result)
{
    return (struct row){.result = result, .figures = benchmark_figures(result)};
}

static struct row row_of_verdict(const struct evaluation_report *report, int i)
{
    const struct evaluation_verdict *v = &report->verdicts[i];
    struct row row = row_of_result(&v->all);
    row.verdict = v;
    row.is_first = i == 0;
    row.above_first =
        benchmark_difference(v->losses, report->verdicts[0].losses, report->decisions);
    row.by_first = benchmark_figures(&v->by_first);
    return row;
}

/* ---- columns --------------------------------------------------------------------- */

static struct column_cell by_first(const void *of, int at)
{
    char text[COLUMN_SHOWN_SIZE];
    const struct row *row = of;
    const struct benchmark_figures *f = &row->by_first;
    (void)at;
    if (row->verdict == NULL || row->is_first) {
        return column_none();
    }
    FORMAT_TEXT(text, "%.3f%s, %.4f", f->rating,
                error_bar(row->result->decisions, f->rating_error, 3, "").text,
                f->sibling_rmse);
    return column_shown(column_real(f->rating, 3), text);
}

/* clang-format off */
#define CELL(name, ...) COLUMN_CELL(name, struct row, __VA_ARGS__)
/* For people with the error, if it has one: a perfect player has none. */
#define WITH_ERROR(cell, error, digits) (row->verdict == NULL ? (cell) \
                                         : column_error((cell), row->result->decisions, (error), (digits)))
CELL(decisions, column_whole(row->result->decisions))
CELL(candidates, column_whole(row->result->candidates))
CELL(rating, WITH_ERROR(column_real(row->figures.rating, 2), row->figures.rating_error, 2))
CELL(rating_error, column_real(row->figures.rating_error, 2))
CELL(above_first, row->verdict == NULL || row->is_first ? column_none()
                  : WITH_ERROR(column_change(row->above_first.rating, 2), row->above_first.error, 2))
CELL(rmse, column_real(row->figures.rmse, 4))
CELL(sibling_rmse, column_real(row->figures.sibling_rmse, 4))
CELL(sibling, row->verdict == NULL ? column_shown(column_real(row->figures.sibling, 4), "0")
              : WITH_ERROR(column_real(row->figures.sibling, 4), row->figures.sibling_error, 4))
CELL(sibling_error, column_real(row->figures.sibling_error, 4))
CELL(bias, row->verdict == NULL ? column_shown(column_real(row->figures.bias, 4), "0")
           : WITH_ERROR(column_change(row->figures.bias, 4), row->figures.bias_error, 4))
CELL(bias_error, column_real(row->figures.bias_error, 4))
CELL(output_rmse, row->verdict == NULL ? column_none() : column_real(row->figures.output_rmse[at], 4))

CELL(milliseconds, row->verdict == NULL || !row->verdict->shows_ms ? column_none()
                   : column_significant(row->verdict->ms, 3))

static const struct column figure_columns[] = {
    {COLUMN_JSON, "decisions", NULL, 1, decisions, 0},
    {COLUMN_JSON, "candidates", NULL, 1, candidates, 0},
    {COLUMN_TEXT | COLUMN_JSON, "pr", "PR", 1, rating, 0},
    {COLUMN_JSON, "pr_error", NULL, 1, rating_error, 0},
    {COLUMN_TEXT, NULL, "v. first", 1, above_first, 0},
    {COLUMN_TEXT, NULL, "by first", 1, by_first, 0},
    {COLUMN_TEXT | COLUMN_JSON, "rmse", "RMSE", 1, rmse, 0},
    {COLUMN_TEXT | COLUMN_JSON, "sibling_rmse", "siblings", 1, sibling_rmse, 0},
    {COLUMN_TEXT | COLUMN_JSON, "sibling_noise_out", "noise out", 1, sibling, 0},
    {COLUMN_JSON, "sibling_noise_out_error", NULL, 1, sibling_error, 0},
    {COLUMN_TEXT | COLUMN_JSON, "bias", "bias", 1, bias, 0},
    {COLUMN_JSON, "bias_error", NULL, 1, bias_error, 0},
    {COLUMN_TEXT, NULL, "win", 1, output_rmse, 0},
    {COLUMN_TEXT, NULL, "gammon", 1, output_rmse, 1},
    {COLUMN_TEXT, NULL, "backgammon", 1, output_rmse, 2},
    {COLUMN_TEXT, NULL, "lost g.", 1, output_rmse, 3},
    {COLUMN_TEXT, NULL, "lost bg.", 1, output_rmse, 4},
    {COLUMN_TEXT, NULL, "ms", 1, milliseconds, 0},
};
/* clang-format on */
enum { FIGURE_COLUMNS = sizeof figure_columns / sizeof figure_columns[0] };

/* at: the class */
static struct column_cell class_cell(const void *of, int at)
{
    char text[400];
    const struct benchmark_sums *j =
        &((const struct evaluation_verdict *)of)->by_class[at];
    const struct benchmark_figures f = benchmark_figures(j);
    FORMAT_TEXT(text, "%.2f%s, %.4f, %.4f, %.4f", f.rating,
                error_bar(j->decisions, f.rating_error, 2, "").text, f.rmse,
                f.sibling_rmse, f.sibling);
    return j->decisions > 0 ? column_shown(column_real(f.rating, 2), text)
                            : column_none();
}

/* ---- Markdown -------------------------------------------------------------------- */

static void print_totals(const struct evaluation_report *report, FILE *out)
{
    char first[40];
    FORMAT_TEXT(first, "%d decisions", report->decisions);
    column_markdown(figure_columns, FIGURE_COLUMNS, first, NULL, out);
    for (int i = 0; i < report->count; i++) {
        const struct row row = row_of_verdict(report, i);
        column_markdown(figure_columns, FIGURE_COLUMNS, row.verdict->name, &row, out);
    }
    if (report->perfect != NULL) {
        const struct row row = row_of_result(report->perfect);
        column_markdown(figure_columns, FIGURE_COLUMNS, "a perfect player", &row, out);
    }
}

void evaluation_report_print(const struct evaluation_report *report, FILE *out)
{
    char heading[BENCHMARK_CLASSES][40];
    struct column columns[BENCHMARK_CLASSES];
    print_totals(report, out);
    for (int c = 0; c < BENCHMARK_CLASSES; c++) {
        FORMAT_TEXT(heading[c], "%s (%d)",
                    benchmark_class_name((enum benchmark_class)c),
                    report->verdicts[0].by_class[c].decisions);
        columns[c] = (struct column){COLUMN_TEXT, NULL, heading[c], 1, class_cell, c};
    }
    fputc('\n', out);
    column_markdown(columns, BENCHMARK_CLASSES, "PR, RMSE, siblings, noise out", NULL,
                    out);
    for (int i = 0; i < report->count; i++) {
        column_markdown(columns, BENCHMARK_CLASSES, report->verdicts[i].name,
                        &report->verdicts[i], out);
    }
}

/* ---- JSON ------------------------------------------------------------------------ */

static json_t *figures_json(const struct benchmark_sums *j)
{
    const struct row row = row_of_result(j);
    json_t *json = column_json(figure_columns, FIGURE_COLUMNS, &row);
    (void)json_object_set_new(json, "output_rmse", json_five(row.figures.output_rmse));
    return json;
}

static json_t *verdict_json(const struct evaluation_report *report, int i)
{
    const struct row row = row_of_verdict(report, i);
    json_t *classes = json_object();
    for (int c = 0; c < BENCHMARK_CLASSES; c++) {
        (void)json_object_set_new(classes,
                                  benchmark_class_name((enum benchmark_class)c),
                                  figures_json(&row.verdict->by_class[c]));
    }
    return json_pack("{s:s, s:o, s:f, s:f, s:o, s:o, s:o}", "name", row.verdict->name,
                     "all", figures_json(&row.verdict->all), "pr_above_first",
                     row.above_first.rating, "pr_above_first_error",
                     row.above_first.error, "by_first",
                     figures_json(&row.verdict->by_first), "ms",
                     row.verdict->shows_ms ? json_real(row.verdict->ms) : json_null(),
                     "classes", classes);
}

void evaluation_report_json(const struct evaluation_report *report, FILE *out)
{
    json_t *list = json_array();
    for (int i = 0; i < report->count; i++) {
        (void)json_array_append_new(list, verdict_json(report, i));
    }
    json_t *root = json_pack("{s:s, s:o}", "file", report->file, "evaluators", list);
    if (report->perfect != NULL) {
        struct benchmark_figures f = benchmark_figures(report->perfect);
        (void)json_object_set_new(root, "perfect",
                                  json_pack("{s:f, s:f, s:f}", "pr", f.rating, "rmse",
                                            f.rmse, "sibling_rmse", f.sibling_rmse));
    }
    (void)json_line_write(root, 6, out);
}
