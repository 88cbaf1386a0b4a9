#include "cmd/lab/cube_set.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/board/xgid.h"

enum { LINE_SIZE = 4096, CASES_MAX = 1000000, COLUMNS = 4, COLUMNS_MAX = 64 };
static const char *const column_names[COLUMNS] = {"xgid", "nd", "dt", "dp"};

/* Which column of the file holds each of ours. */
struct columns {
    int at[COLUMNS];
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
            error_set(err, "\"%s\": expected %s", column_names[c],
                      c > 0 ? "an equity" : "an XGID");
            return false;
        }
    }
    if (!xgid_read(word[columns->at[0]], &out->at, err)) {
        return false;
    }
    if (out->at.roll.high != 0 || out->at.is_opponent_on_roll ||
        out->at.ms.owner == CUBE_THEIRS) {
        error_set(err, "it is not a cube action of the player on roll");
        return false;
    }
    return true;
}

static bool is_comment(const char *line)
{
    return line[0] == '#' || line[strspn(line, " \t\r\n")] == '\0';
}

/* The next line that is no comment; false at the end of the file. */
static bool next_line(FILE *file, char line[LINE_SIZE], int *number)
{
    while (fgets(line, LINE_SIZE, file) != NULL) {
        (*number)++;
        if (!is_comment(line)) {
            return true;
        }
    }
    return false;
}

bool cube_set_is(const char *path)
{
    char line[LINE_SIZE];
    struct columns columns;
    int number = 0;
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return false;
    }
    bool is_one = next_line(file, line, &number) && read_heading(line, &columns);
    (void)fclose(file);
    return is_one;
}

/* Room for one more. */
static bool grow(struct cube_set *set, int *room)
{
    if (set->count < *room) {
        return true;
    }
    const int wanted = *room > 0 ? 2 * *room : 256;
    struct cube_case *more =
        aligned_alloc(alignof(struct cube_case), (size_t)wanted * sizeof *more);
    if (more == NULL || set->count >= CASES_MAX) {
        free(more);
        return false;
    }
    if (set->count > 0) {
        memcpy(more, set->cases, (size_t)set->count * sizeof *more);
    }
    free(set->cases);
    set->cases = more;
    *room = wanted;
    return true;
}

static bool read_lines(FILE *file, const char *path, struct cube_set *set,
                       struct error *err)
{
    char line[LINE_SIZE];
    struct columns columns;
    struct error why;
    int number = 0;
    int room = 0;
    if (!next_line(file, line, &number) || !read_heading(line, &columns)) {
        error_set(err, "%s: expected columns xgid, nd, dt and dp", path);
        return false;
    }
    while (next_line(file, line, &number)) {
        if (!grow(set, &room)) {
            error_set(err, "%s: too many decisions", path);
            return false;
        }
        if (!read_case(line, &columns, &set->cases[set->count], &why)) {
            error_set(err, "%s:%d: %.180s", path, number, why.text);
            return false;
        }
        set->count++;
    }
    if (set->count == 0) {
        error_set(err, "%s: the file is empty", path);
    }
    return set->count > 0;
}

bool cube_set_load(const char *path, struct cube_set *set, struct error *err)
{
    *set = (struct cube_set){.count = 0};
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        error_set(err, "%s: %s", path, strerror(errno));
        return false;
    }
    bool is_good = read_lines(file, path, set, err);
    (void)fclose(file);
    if (!is_good) {
        cube_set_free(set);
    }
    return is_good;
}

void cube_set_free(struct cube_set *set)
{
    free(set->cases);
    *set = (struct cube_set){.count = 0};
}
