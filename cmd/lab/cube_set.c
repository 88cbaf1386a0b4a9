#include "cmd/lab/cube_set.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/lab/decision_lines.h"
#include "engine/board/xgid.h"

enum { LINE_SIZE = 4096, COLUMNS = 4, COLUMNS_MAX = 64 };
static const char *const column_names[COLUMNS] = {"xgid", "nd", "dt", "dp"};

/* Which column of the file holds each of ours. */
struct columns {
    int at[COLUMNS];
    bool are_known;
};

/* Cuts a line at its tabs; returns how many words there are. */
static int split(char *line, char *word[COLUMNS_MAX])
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
static bool read_heading(char *line, struct columns *columns)
{
    char *word[COLUMNS_MAX];
    const int count = split(line, word);
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
    char *end;
    *equity = strtod(word, &end);
    return end != word && *end == '\0' && fabs(*equity) <= 10.0;
}

static bool read_case(char *line, const struct columns *columns, struct cube_case *out,
                      struct error *err)
{
    char *word[COLUMNS_MAX];
    double *const equity[COLUMNS] = {NULL, &out->truth.no_double,
                                     &out->truth.double_take, &out->truth.double_pass};
    const int count = split(line, word);
    for (int c = 0; c < COLUMNS; c++) {
        const bool is_there = columns->at[c] < count;
        if (!is_there || (c > 0 && !read_equity(word[columns->at[c]], equity[c]))) {
            return error_set(err, "\"%s\": expected %s", column_names[c],
                             c > 0 ? "an equity" : "an XGID");
        }
    }
    if (!xgid_read(word[columns->at[0]], &out->at, err)) {
        return false;
    }
    return (out->at.roll.high == 0 && !out->at.is_opponent_on_roll &&
            out->at.ms.owner != CUBE_THEIRS) ||
           error_set(err, "it is not a cube action of the player on roll");
}

static bool is_comment(const char *line)
{
    return line[0] == '#' || line[strspn(line, " \t\r\n")] == '\0';
}

bool cube_set_is(const char *path)
{
    char line[LINE_SIZE];
    struct columns columns;
    bool is_one = false;
    FILE *file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (!is_comment(line)) {
            is_one = read_heading(line, &columns);
            break;
        }
    }
    if (file != NULL) {
        (void)fclose(file);
    }
    return is_one;
}

/* The first line that is no comment is the heading. */
static enum decision_line take_line(void *context, char *line, void *decision,
                                    struct error *err)
{
    struct columns *columns = context;
    if (is_comment(line)) {
        return DECISION_LINE_OTHER;
    }
    if (!columns->are_known) {
        columns->are_known = read_heading(line, columns);
        error_set(err, "expected columns xgid, nd, dt and dp");
        return columns->are_known ? DECISION_LINE_OTHER : DECISION_LINE_BAD;
    }
    return read_case(line, columns, decision, err) ? DECISION_LINE_TAKEN
                                                   : DECISION_LINE_BAD;
}

bool cube_set_load(const char *path, struct cube_set *set, struct error *err)
{
    struct columns columns = {.are_known = false};
    const struct decision_lines lines = {
        .size = sizeof *set->cases, .take = take_line, .context = &columns};
    set->cases = decision_lines_read(&lines, path, &set->count, err);
    return set->cases != NULL;
}

void cube_set_free(struct cube_set *set)
{
    free(set->cases);
}
