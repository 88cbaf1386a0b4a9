/* Tested by tests/end_to_end/lab_evaluate.sh and lab_positions.sh. */
#include "lab/sets/cube_set.h"
#include "lab/sets/cube_set_internal.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/argument.h"
#include "engine/board/xgid.h"
#include "lab/sets/decision_lines.h"

static const double most_equity = 10.0;

static bool is_comment(const char *line)
{
    return line[0] == '#' || line[strspn(line, " \t\r\n")] == '\0';
}

static bool read_action(const char *id, struct decision_context *at, struct error *err)
{
    return xgid_read(id, at, err) &&
           ((at->roll.high == 0 && !at->is_opponent_on_roll &&
             at->ms.owner != CUBE_THEIRS) ||
            error_set(err, "it is not a cube action of the player on roll"));
}

/* ---- words between tabs ---------------------------------------------------------- */

enum { COLUMNS = CUBE_COLUMNS, COLUMNS_MAX = 64 };
static const char *const column_names[COLUMNS] = {"xgid", "nd", "dt", "dp"};

/* Cuts a line at its tabs; returns how many words there are. */
static int split_at_tabs(char *line, char *word[COLUMNS_MAX])
{
    int count = 0;
    line[strcspn(line, "\r\n")] = '\0';
    while (line != NULL && count < COLUMNS_MAX) {
        word[count++] = line;
        line = strchr(line, '\t');
        if (line != NULL) {
            *line++ = '\0';
        }
    }
    return count;
}

/* False when one is missing. */
static bool read_heading(char *line, struct cube_columns *columns)
{
    char *word[COLUMNS_MAX];
    const int count = split_at_tabs(line, word);
    int found = 0;
    for (int c = 0; c < COLUMNS; c++) {
        columns->at[c] = -1;
        for (int w = 0; w < count; w++) {
            columns->at[c] = strcmp(word[w], column_names[c]) == 0 ? w : columns->at[c];
        }
        found += columns->at[c] >= 0;
    }
    return found == COLUMNS;
}

static bool read_equity(const char *word, double *equity)
{
    return argument_real("", word, -most_equity, most_equity, equity, NULL);
}

static bool read_cube_row(char *line, const struct cube_columns *columns,
                          struct cube_case *out, struct error *err)
{
    char *word[COLUMNS_MAX];
    out->truth = (struct cube_values){.no_double = 0.0};
    double *const equity[COLUMNS] = {NULL, &out->truth.no_double,
                                     &out->truth.double_take, &out->truth.double_pass};
    const int count = split_at_tabs(line, word);
    for (int c = 0; c < COLUMNS; c++) {
        const bool is_there = columns->at[c] < count;
        if (!is_there || (c > 0 && !read_equity(word[columns->at[c]], equity[c]))) {
            return error_set(err, "\"%s\": expected %s", column_names[c],
                             c > 0 ? "an equity" : "an XGID");
        }
    }
    return read_action(word[columns->at[0]], &out->at, err);
}

/* ---- rollouts -------------------------------------------------------------------- */

static bool read_cube_number(const json_t *cube, const char *name, double least,
                             double *number, struct error *err)
{
    const json_t *member = json_object_get(cube, name);
    *number = json_number_value(member);
    return (json_is_number(member) && *number >= least && *number <= most_equity) ||
           error_set(err, "\"%s\": expected a number from %g to %g", name, least,
                     most_equity);
}

static bool read_cube(const json_t *cube, struct cube_values *truth, struct error *err)
{
    return read_cube_number(cube, "no_double", -most_equity, &truth->no_double, err) &&
           read_cube_number(cube, "double_take", -most_equity, &truth->double_take,
                            err) &&
           read_cube_number(cube, "double_pass", -most_equity, &truth->double_pass,
                            err) &&
           read_cube_number(cube, "no_double_se", 0.0, &truth->error[0], err) &&
           read_cube_number(cube, "double_take_se", 0.0, &truth->error[1], err);
}

static enum decision_line take_rollout(const char *line, struct cube_case *out,
                                       struct error *err)
{
    json_t *root = json_loads(line, 0, NULL);
    const json_t *cube = json_object_get(root, "cube");
    const char *id = json_string_value(json_object_get(root, "id"));
    enum decision_line found = DECISION_LINE_BAD;
    if (!json_is_object(root)) {
        error_set(err, "expected an object of `lab rollout`");
    } else if (cube == NULL) {
        found = DECISION_LINE_OTHER; /* plays */
    } else if (id == NULL) {
        error_set(err, "a cube action needs an \"id\"");
    } else if (read_action(id, &out->at, err) && read_cube(cube, &out->truth, err)) {
        found = DECISION_LINE_TAKEN;
    }
    json_decref(root);
    return found;
}

/* ---- files ----------------------------------------------------------------------- */

/* Whether the first line that counts is a heading, or a rollout of a cube action. */
static bool begins_set(char *line)
{
    struct cube_columns columns;
    if (line[0] != '{') {
        return read_heading(line, &columns);
    }
    json_t *root = json_loads(line, 0, NULL);
    const bool is_cube = json_object_get(root, "cube") != NULL;
    json_decref(root);
    return is_cube;
}

bool cube_set_reads(const char *path)
{
    char *line = NULL;
    size_t size = 0;
    bool is_one = false;
    FILE *file = fopen(path, "r");
    while (file != NULL && getline(&line, &size, file) > 0) {
        if (!is_comment(line)) {
            is_one = begins_set(line);
            break;
        }
    }
    free(line);
    if (file != NULL) {
        (void)fclose(file);
    }
    return is_one;
}

enum decision_line cube_set_take(struct cube_columns *columns, char *line,
                                 struct cube_case *out, struct error *err)
{
    if (is_comment(line)) {
        return DECISION_LINE_OTHER;
    }
    if (!columns->are_known && line[0] == '{') {
        return take_rollout(line, out, err);
    }
    if (!columns->are_known) {
        columns->are_known = read_heading(line, columns);
        error_set(err, "expected columns xgid, nd, dt and dp");
        return columns->are_known ? DECISION_LINE_OTHER : DECISION_LINE_BAD;
    }
    return read_cube_row(line, columns, out, err) ? DECISION_LINE_TAKEN
                                                  : DECISION_LINE_BAD;
}

static enum decision_line take_cube_line(void *context, char *line, void *decision,
                                         struct error *err)
{
    return cube_set_take(context, line, decision, err);
}

bool cube_set_load(const char *path, struct cube_set *set, struct error *err)
{
    struct cube_columns columns = {.are_known = false};
    const struct decision_lines lines = {
        .size = sizeof *set->cases, .take = take_cube_line, .context = &columns};
    set->cases = decision_lines_read(&lines, path, &set->count, err);
    return set->cases != NULL;
}
