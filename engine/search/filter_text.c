/* Move filters as text: names, base filters, custom rows. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "engine/board/movegen.h"
#include "engine/search/filter.h"

static const char expected[] =
    "expected the name of a move filter, base-filter:N:CUTOFF or levels such as "
    "\"8/.16, 4/.08\"";

/* Reads a whole number from 0 to PLAY_LIST_MAX; moves the cursor past it. */
static bool read_count(const char **cursor, int *count)
{
    char *end;
    if (**cursor < '0' || **cursor > '9') {
        return false;
    }
    errno = 0;
    long number = strtol(*cursor, &end, 10);
    if (errno != 0 || number > PLAY_LIST_MAX) {
        return false;
    }
    *count = (int)number;
    *cursor = end;
    return true;
}

static bool read_threshold(const char **cursor, float *threshold)
{
    char *end;
    *threshold = strtof(*cursor, &end);
    bool is_good = end != *cursor && isfinite(*threshold) && *threshold >= 0.0F;
    *cursor = end;
    return is_good;
}

/* ---- base filters ---------------------------------------------------------------- */

static bool read_base_filter(const char *text, struct filter *filter)
{
    static const char word[] = "base-filter:";
    struct filter_level first = {0, 0, 9.0F}; /* equities never differ by that much */
    if (strncmp(text, word, strlen(word)) != 0) {
        return false;
    }
    text += strlen(word);
    if (!read_count(&text, &first.extra) || first.extra == 0) {
        return false;
    }
    if (*text == ':') {
        text++;
        if (!read_threshold(&text, &first.threshold)) {
            return false;
        }
    }
    if (*text != '\0') {
        return false;
    }
    *filter = *filter_find("base-filter");
    filter->nets = first;
    for (int ply = 1; ply <= SEARCH_PLY_MAX; ply++) {
        filter->level[ply - 1][0] = first;
    }
    return true;
}

/* ---- custom rows ----------------------------------------------------------------- */

static bool read_filter_level(const char **cursor, struct filter_level *level)
{
    static const char skip[] = "skip";
    *level = (struct filter_level){0, 0, 0.0F};
    if (strncmp(*cursor, skip, strlen(skip)) == 0) {
        *cursor += strlen(skip);
        level->accept = -1;
        return true;
    }
    if (!read_count(cursor, &level->extra)) {
        return false;
    }
    if (**cursor == '+') {
        ++*cursor;
        level->accept = level->extra;
        if (!read_count(cursor, &level->extra)) {
            return false;
        }
    }
    if (**cursor != '/' || level->accept + level->extra == 0) {
        return false;
    }
    ++*cursor;
    return read_threshold(cursor, &level->threshold);
}

/* Reads the levels of a row, between commas, and returns their number; 0 if it is no row. */
static int read_levels(const char *text, struct filter_level levels[SEARCH_PLY_MAX])
{
    static const char blanks[] = " \t";
    for (int count = 0; count < SEARCH_PLY_MAX; count++) {
        text += strspn(text, blanks);
        if (!read_filter_level(&text, &levels[count])) {
            return 0;
        }
        text += strspn(text, blanks);
        if (*text == '\0') {
            return count + 1;
        }
        if (*text != ',') {
            return 0;
        }
        text++;
    }
    return 0;
}

static int levels_of_row(int ply)
{
    return ply > 0 ? ply : 1;
}

bool filter_read_row(const char *text, int ply, struct filter *filter,
                     struct error *err)
{
    struct filter_level levels[SEARCH_PLY_MAX] = {{0, 0, 0.0F}};
    int wanted = levels_of_row(ply);
    if (read_levels(text, levels) != wanted) {
        return error_set_kind(err, ERROR_MALFORMED,
                              "expected %d level%s such as \"8/.16\", \"4+3/.07\" or "
                              "\"skip\", found \"%.40s\"",
                              wanted, wanted > 1 ? "s between commas" : "", text);
    }
    memcpy(ply == 0 ? &filter->nets : filter->level[ply - 1], levels,
           (size_t)wanted * sizeof levels[0]);
    if (ply > 0) {
        filter->gives_up[ply - 1] = false;
    }
    filter->name = "own";
    return true;
}

void filter_write_row(const struct filter *filter, int ply, char text[FILTER_ROW_SIZE])
{
    text[0] = '\0';
    for (int n = 0; n < levels_of_row(ply); n++) {
        const struct filter_level *l =
            ply > 0 ? &filter->level[ply - 1][n] : &filter->nets;
        char accept[16] = "";
        const char *comma = n > 0 ? ", " : "";
        if (l->accept > 0) {
            FORMAT_TEXT(accept, "%d+", l->accept);
        }
        if (l->accept < 0) {
            text_add(text, FILTER_ROW_SIZE, "%sskip", comma);
        } else {
            text_add(text, FILTER_ROW_SIZE, "%s%s%d/%g", comma, accept, l->extra,
                     (double)l->threshold);
        }
    }
}

int filter_own_ply(const char *text)
{
    struct filter_level levels[SEARCH_PLY_MAX];
    return filter_find(text) != NULL ? 0 : read_levels(text, levels);
}

bool filter_read(const char *text, struct filter *filter, struct error *err)
{
    const struct filter *known = filter_find(text);
    if (known != NULL) {
        *filter = *known;
        return true;
    }
    if (read_base_filter(text, filter)) {
        return true;
    }
    int count = filter_own_ply(text);
    if (count == 0) {
        return error_set_kind(err, ERROR_MALFORMED, "%s, found \"%.40s\"", expected,
                              text);
    }
    *filter = *filter_find(filter_default_name);
    return filter_read_row(text, count, filter, err);
}
