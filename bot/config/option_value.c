/* Values of options: reading them, and what they may be in words. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/nearest.h"
#include "base/text.h"
#include "bot/config/options.h"
#include "bot/config/path_options.h"
#include "engine/board/points.h"

/* ---- reading values ------------------------------------------------------------- */

/* Where a value is read from, into, and why it was refused. */
struct reading {
    const struct option *option;
    const char *value;
    void *field;
    struct error *err;
};

/* `why`: what is wrong, or "" where the expectation says it. */
static bool refuse_value(const struct reading *r, const char *why)
{
    char expected[120];
    option_describe(r->option, expected, sizeof expected);
    return error_set(r->err, "%s%sexpected %s", why, *why == '\0' ? "" : ": ",
                     expected);
}

static bool read_bool(const struct reading *r)
{
    static const char *const words[][2] = {
        {"no", "yes"}, {"off", "on"}, {"false", "true"}, {"0", "1"}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        for (int value = 0; value < 2; value++) {
            if (strcasecmp(r->value, words[i][value]) == 0) {
                *(bool *)r->field = value == 1;
                return true;
            }
        }
    }
    return refuse_value(r, "");
}

static bool read_int(const struct reading *r)
{
    char *end;
    errno = 0;
    long value = strtol(r->value, &end, 10);
    if (end == r->value || *end != '\0') {
        return refuse_value(r, "");
    }
    if (errno != 0 || value < (long)r->option->min || value > (long)r->option->max) {
        return refuse_value(r, "out of range");
    }
    *(int *)r->field = (int)value;
    return true;
}

static bool read_match_length(const struct reading *r)
{
    if (strcmp(r->value, "unlimited") == 0) {
        *(int *)r->field = POINTS_UNLIMITED;
        return true;
    }
    return read_int(r);
}

static bool read_real(const struct reading *r)
{
    char *end;
    double value = strtod(r->value, &end);
    if (end == r->value || *end != '\0') {
        return refuse_value(r, "");
    }
    if (!isfinite(value) || value < r->option->min || value > r->option->max) {
        return refuse_value(r, "out of range");
    }
    *(double *)r->field = value;
    return true;
}

enum { CHOICE_SIZE = 16, CHOICES_MAX = 8 }; /* words of an option */

/* The next word of `choices` into `word`; NULL at the end. */
static const char *next_choice(const char **choices, char word[CHOICE_SIZE])
{
    size_t length = strcspn(*choices, " ");
    if (length == 0) {
        return NULL;
    }
    (void)snprintf(word, CHOICE_SIZE, "%.*s", (int)length, *choices);
    *choices += length;
    *choices += strspn(*choices, " ");
    return word;
}

static bool refuse_choice(const struct reading *r)
{
    char words[CHOICES_MAX][CHOICE_SIZE], expected[120];
    const char *cursor = r->option->choices;
    struct nearest nearest = nearest_to(r->value);
    for (int i = 0; i < CHOICES_MAX && next_choice(&cursor, words[i]) != NULL; i++) {
        nearest_offer(&nearest, words[i]);
    }
    if (nearest.name == NULL) {
        return refuse_value(r, "");
    }
    option_describe(r->option, expected, sizeof expected);
    return error_set(r->err, "expected %s; did you mean %s?", expected, nearest.name);
}

static bool read_choice(const struct reading *r)
{
    char word[CHOICE_SIZE];
    const char *cursor = r->option->choices;
    for (int index = 0; next_choice(&cursor, word) != NULL; index++) {
        if (strcmp(r->value, word) == 0) {
            *(int *)r->field = index;
            return true;
        }
    }
    return refuse_choice(r);
}

static bool read_text_value(const struct reading *r)
{
    size_t length = strlen(r->value);
    if (length >= r->option->size) {
        return refuse_value(r, "too long");
    }
    if (length < (size_t)r->option->min) {
        return refuse_value(r, "");
    }
    for (size_t i = 0; i < length; i++) {
        if (r->value[i] < ' ' || r->value[i] > '~') {
            return refuse_value(r, "not printable ASCII");
        }
    }
    memcpy(r->field, r->value, length + 1);
    return true;
}

/* "" or what is wrong with a user name; NULL when it is good. */
static const char *name_fault(const char *name, size_t length)
{
    if (length == 0) {
        return "empty name";
    }
    if (length >= USER_NAME_SIZE) {
        return "name too long";
    }
    for (size_t i = 0; i < length; i++) {
        bool is_letter = (name[i] >= 'a' && name[i] <= 'z') ||
                         (name[i] >= 'A' && name[i] <= 'Z') || name[i] == '_';
        if (!is_letter) {
            return "";
        }
    }
    return NULL;
}

const char *option_name_fault(const char *name)
{
    return name_fault(name, strlen(name));
}

static bool read_user_name(const struct reading *r)
{
    size_t length = strlen(r->value);
    const char *fault = length == 0 ? NULL : name_fault(r->value, length);
    if (fault != NULL) {
        return refuse_value(r, fault);
    }
    memcpy(r->field, r->value, length + 1);
    return true;
}

/* The next item of a comma separated list, without the blanks around it; false at the
 * end. */
static bool next_item(const char **cursor, const char **item, size_t *length)
{
    if (*cursor == NULL) {
        return false;
    }
    *item = *cursor + strspn(*cursor, " \t");
    const char *end = *item + strcspn(*item, ",");
    *cursor = *end == ',' ? end + 1 : NULL;
    while (end > *item && (end[-1] == ' ' || end[-1] == '\t')) {
        end--;
    }
    *length = (size_t)(end - *item);
    return true;
}

static bool read_names(const struct reading *r)
{
    struct config_name_list *list = r->field;
    if (*r->value == '\0') {
        return true;
    }
    const char *cursor = r->value, *item;
    size_t length;
    while (next_item(&cursor, &item, &length)) {
        const char *fault = name_fault(item, length);
        if (fault != NULL) {
            return refuse_value(r, fault);
        }
        if (list->count == CONFIG_NAMES_MAX) {
            return refuse_value(r, "the list is longer than 256 names");
        }
        memcpy(list->names[list->count], item, length);
        list->names[list->count][length] = '\0';
        list->count++;
    }
    return true;
}

/* "7" or "5-9" */
static bool read_range(const char *item, size_t length, long *low, long *high)
{
    char text[16], *end;
    if (length == 0 || length >= sizeof text || item[0] < '0' || item[0] > '9') {
        return false;
    }
    memcpy(text, item, length);
    text[length] = '\0';
    *low = *high = strtol(text, &end, 10);
    end += strspn(end, " ");
    if (*end == '-') {
        const char *second = end + 1 + strspn(end + 1, " ");
        if (*second < '0' || *second > '9') {
            return false;
        }
        *high = strtol(second, &end, 10);
    }
    return *end == '\0';
}

static bool read_lengths(const struct reading *r)
{
    struct config_length_set *set = r->field;
    if (strcmp(r->value, "none") == 0) {
        return true;
    }
    const char *cursor = r->value, *item;
    size_t length;
    while (next_item(&cursor, &item, &length)) {
        long low, high;
        if (!read_range(item, length, &low, &high)) {
            return refuse_value(r, "");
        }
        if (low < 1 || high > MATCH_LENGTH_MAX || low > high) {
            return refuse_value(r, "out of range");
        }
        for (long points = low; points <= high; points++) {
            set->may_play[points] = true;
        }
    }
    return true;
}

/* ---- move filters --------------------------------------------------------------- */

/* The ply of a line "2: 12/.24, 6/.12", with its levels; -1: it has none. */
static int ply_of_line(const char *line, const char **levels)
{
    char *end;
    if (*line < '0' || *line > '9') {
        return -1;
    }
    long ply = strtol(line, &end, 10);
    end += strspn(end, " \t");
    if (*end != ':') {
        return -1;
    }
    *levels = end + 1 + strspn(end + 1, " \t");
    return ply <= SEARCH_PLY_MAX ? (int)ply : SEARCH_PLY_MAX + 1;
}

static bool refuse_filter(const struct reading *r, const struct error *why)
{
    struct nearest nearest = nearest_to(r->value);
    for (int i = 0; filter_name(i) != NULL; i++) {
        nearest_offer(&nearest, filter_name(i));
    }
    return nearest.name != NULL
               ? error_set(r->err, "not a move filter; did you mean %s?", nearest.name)
               : error_set_from(r->err, why, "%s", why->text);
}

static bool read_filter_row(const struct reading *r, int ply, const char *levels)
{
    struct config_filter_lines *lines = r->field;
    struct filter filter;
    if (ply > SEARCH_PLY_MAX) {
        return error_set(r->err, "expected a ply from 0 to %d before the colon",
                         SEARCH_PLY_MAX);
    }
    if (lines->rows[ply][0] != '\0') {
        return error_set(r->err, "the row of %d plies is set twice", ply);
    }
    if (!filter_read_row(levels, ply, &filter, r->err)) {
        return false;
    }
    COPY_TEXT(lines->rows[ply], levels);
    return true;
}

/* Of filter_0 to filter_4: the ply is the last letter of the name. */
static bool read_old_row(const struct reading *r)
{
    struct filter filter;
    int ply = r->option->name[strlen(r->option->name) - 1] - '0';
    return read_text_value(r) &&
           (*r->value == '\0' || filter_read_row(r->value, ply, &filter, r->err));
}

static bool read_filter(const struct reading *r)
{
    struct config_filter_lines *lines = r->field;
    struct filter filter;
    struct error why;
    const char *levels;
    int ply = ply_of_line(r->value, &levels);
    if (ply >= 0) {
        return read_filter_row(r, ply, levels);
    }
    if (r->value[0] != '\0' && lines->name[0] != '\0') {
        return error_set(r->err, "a filter is already set: %.40s", lines->name);
    }
    if (r->value[0] != '\0' && !filter_read(r->value, &filter, &why)) {
        return refuse_filter(r, &why);
    }
    COPY_TEXT(lines->name, r->value);
    return true;
}

/* ---- any option ----------------------------------------------------------------- */

/* Whoever switches a file on or off like a bool does not mean a file of that name. */
static bool check_path(const struct option *option, const char *value,
                       struct error *err)
{
    static const char *const words[] = {"yes",  "no",    "on",  "off",
                                        "true", "false", "none"};
    bool is_word = false;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        is_word = is_word || strcasecmp(value, words[i]) == 0;
    }
    return !is_word || path_option_find(option->section, option->name) == NULL ||
           error_set(err, "expected a path; leave it empty for none, or write ./%s",
                     value);
}

static const struct {
    bool (*read)(const struct reading *r);
    const char *words, *after; /* what a value may be, around its range */
} types[] = {
    [OPTION_BOOL] = {read_bool, "yes or no", ""},
    [OPTION_INT] = {read_int, "a whole number from ", ""},
    [OPTION_LENGTH] = {read_match_length, "a whole number from ", ", or unlimited"},
    [OPTION_REAL] = {read_real, "a number from ", ""},
    [OPTION_CHOICE] = {read_choice, "one of: ", ""},
    [OPTION_TEXT] = {read_text_value, "text", ""},
    [OPTION_NAME] = {read_user_name, "a user name of letters and _", ""},
    [OPTION_NAMES] = {read_names, "user names separated by commas", ""},
    [OPTION_LENGTHS] = {read_lengths, "numbers and ranges from ", ", as 1, 3, 5-9"},
    [OPTION_FILTER] = {read_filter, "a move filter, or PLY: LEVELS", ""},
    [OPTION_FILTER_ROW] = {read_old_row, "text", ""},
};

void option_describe(const struct option *option, char *text, size_t size)
{
    char range[80] = "";
    bool is_text = option->type == OPTION_TEXT || option->type == OPTION_FILTER_ROW;
    if (option->type == OPTION_REAL) {
        FORMAT_TEXT(range, "%g to %g", option->min, option->max);
    } else if (option->max > option->min) {
        FORMAT_TEXT(range, "%.0f to %.0f", option->min, option->max);
    } else if (is_text && option->min > 0) {
        FORMAT_TEXT(range, ", not empty");
    }
    if (is_text && option->size < CONFIG_TEXT_MAX) {
        ADD_TEXT(range, ", at most %zu characters", option->size - 1);
    }
    (void)snprintf(text, size, "%s%s%s", types[option->type].words,
                   option->choices != NULL ? option->choices : range,
                   types[option->type].after);
}

bool option_set(const struct option *option, struct config *config, const char *value,
                struct error *err)
{
    const struct reading reading = {
        .option = option,
        .value = value,
        .field = (char *)config + option->offset,
        .err = err,
    };
    bool is_to_check = option->check != NULL && *value != '\0';
    return check_path(option, value, err) && types[option->type].read(&reading) &&
           (!is_to_check || option->check(value, err));
}

void option_clear(const struct option *option, struct config *config, const char *value)
{
    const char *levels;
    void *field = (char *)config + option->offset;
    bool is_filter = option->type == OPTION_FILTER && value != NULL;
    int ply = is_filter ? ply_of_line(value, &levels) : -1;
    if (ply < 0) {
        memset(field, 0, option->size);
    } else if (ply <= SEARCH_PLY_MAX) {
        ((struct config_filter_lines *)field)->rows[ply][0] = '\0';
    }
}

bool option_is_list(const struct option *option)
{
    return option->type == OPTION_NAMES || option->type == OPTION_LENGTHS ||
           option->type == OPTION_FILTER;
}
