#include "bot/config/options.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define FIELD_SIZE(member) sizeof(((struct config *)NULL)->member)

const struct option options[] = {
#define SECTION(section, help_text)
#define OPTION(in, key, field, kind, initial_text, low, high, unit_text, words,        \
               help_text)                                                              \
    {                                                                                  \
        .section = #in,                                                                \
        .name = #key,                                                                  \
        .type = OPTION_##kind,                                                         \
        .offset = offsetof(struct config, in.field),                                   \
        .size = FIELD_SIZE(in.field),                                                  \
        .initial = (initial_text),                                                     \
        .min = (low),                                                                  \
        .max = (high),                                                                 \
        .unit = (unit_text),                                                           \
        .choices = (words),                                                            \
        .help = (help_text),                                                           \
    },
#include "bot/config/options.inc"
#undef OPTION
#undef SECTION
};
const int option_count = (int)(sizeof options / sizeof options[0]);

const struct option_section option_sections[] = {
#define SECTION(section, help_text) {section, help_text},
#define OPTION(in, key, field, kind, initial_text, low, high, unit_text, words,        \
               help_text)
#include "bot/config/options.inc"
#undef OPTION
#undef SECTION
};
const int option_section_count =
    (int)(sizeof option_sections / sizeof option_sections[0]);

/* ---- looking up ------------------------------------------------------------------ */

const struct option *option_find(const char *section, const char *name)
{
    for (int i = 0; i < option_count; i++) {
        if (strcmp(options[i].section, section) == 0 &&
            strcmp(options[i].name, name) == 0) {
            return &options[i];
        }
    }
    return NULL;
}

bool option_section_exists(const char *section)
{
    for (int i = 0; i < option_section_count; i++) {
        if (strcmp(option_sections[i].name, section) == 0) {
            return true;
        }
    }
    return false;
}

const char *option_other_section(const char *section, const char *name)
{
    for (int i = 0; i < option_count; i++) {
        if (strcmp(options[i].name, name) == 0 &&
            strcmp(options[i].section, section) != 0) {
            return options[i].section;
        }
    }
    return NULL;
}

bool option_is_common(const struct option *option)
{
    /* clang-format off */
    static const struct {
        const char *section;
        const char *name; /* NULL: all of the section */
    } common[] = {
        {"history", NULL},       {"notify", NULL},      {"status", NULL},
        {"log", "level"},        {"log", "file"},       {"log", "format"},
        {"strength", "threads"}, {"strength", "pool"},  {"strength", "weights"},
        {"account", "name"},     {"account", "state_folder"}, {"accept", "list_file"},
        {"accept", "list_url"},  {"accept", "list_every"},
    };
    /* clang-format on */
    for (size_t i = 0; i < sizeof common / sizeof common[0]; i++) {
        if (strcmp(option->section, common[i].section) == 0 &&
            (common[i].name == NULL || strcmp(option->name, common[i].name) == 0)) {
            return true;
        }
    }
    return false;
}

bool option_is_fixed(const struct option *option)
{
    /* clang-format off */
    static const struct {
        const char *section;
        const char *name; /* NULL: all of the section */
    } fixed[] = {
        {"server", NULL},        {"account", NULL},      {"connection", NULL},
        {"history", NULL},       {"notify", NULL},       {"status", NULL},
        {"owner", NULL},         {"accept", "list_file"}, {"accept", "list_url"},
        {"accept", "list_every"}, {"strength", "threads"}, {"strength", "pool"},
        {"strength", "weights"}, {"record", "decisions"}, {"log", "file"},
        {"log", "format"},       {"log", "trace"},       {"log", "trace_size"},
        {"log", "trace_files"},
    };
    /* clang-format on */
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++) {
        if (strcmp(option->section, fixed[i].section) == 0 &&
            (fixed[i].name == NULL || strcmp(option->name, fixed[i].name) == 0)) {
            return true;
        }
    }
    return false;
}

static int smallest(int a, int b, int c)
{
    int ab = a < b ? a : b;
    return ab < c ? ab : c;
}

enum { COMPARED_MAX = 32 }; /* longer than every name of the table */

/* Levenshtein distance without regard to case. */
static int edit_distance(const char *a, const char *b)
{
    size_t length_a = strlen(a), length_b = strlen(b);
    if (length_a >= COMPARED_MAX || length_b >= COMPARED_MAX) {
        return COMPARED_MAX;
    }
    int row[COMPARED_MAX];
    for (size_t j = 0; j <= length_b; j++) {
        row[j] = (int)j;
    }
    for (size_t i = 1; i <= length_a; i++) {
        int diagonal = row[0];
        row[0] = (int)i;
        for (size_t j = 1; j <= length_b; j++) {
            int is_other = strncasecmp(&a[i - 1], &b[j - 1], 1) != 0;
            int cost = smallest(row[j] + 1, row[j - 1] + 1, diagonal + is_other);
            diagonal = row[j];
            row[j] = cost;
        }
    }
    return row[length_b];
}

/* Near is at most every third letter wrong, but two are always forgiven. */
static bool is_nearer(const char *name, const char *known, int *best)
{
    int limit = (int)strlen(name) / 3 > 2 ? (int)strlen(name) / 3 : 2;
    int distance = edit_distance(name, known);
    if (distance > limit || distance >= *best || distance >= (int)strlen(known)) {
        return false;
    }
    *best = distance;
    return true;
}

const char *option_suggest(const char *section, const char *name)
{
    const char *nearest = NULL;
    int best = COMPARED_MAX;
    if (section == NULL) {
        for (int i = 0; i < option_section_count; i++) {
            if (is_nearer(name, option_sections[i].name, &best)) {
                nearest = option_sections[i].name;
            }
        }
        return nearest;
    }
    for (int i = 0; i < option_count; i++) {
        if (strcmp(options[i].section, section) == 0 &&
            is_nearer(name, options[i].name, &best)) {
            nearest = options[i].name;
        }
    }
    return nearest;
}

void option_describe(const struct option *option, char *text, size_t size)
{
    switch (option->type) {
    case OPTION_BOOL:
        (void)snprintf(text, size, "yes or no");
        break;
    case OPTION_INT:
        (void)snprintf(text, size, "a whole number from %.0f to %.0f", option->min,
                       option->max);
        break;
    case OPTION_LENGTH:
        (void)snprintf(text, size, "a whole number from %.0f to %.0f, or unlimited",
                       option->min, option->max);
        break;
    case OPTION_REAL:
        (void)snprintf(text, size, "a number from %g to %g", option->min, option->max);
        break;
    case OPTION_CHOICE:
        (void)snprintf(text, size, "one of: %s", option->choices);
        break;
    case OPTION_TEXT:
        (void)snprintf(text, size, "%s of plain ASCII, at most %zu characters",
                       option->min > 0 ? "a text" : "a text or nothing",
                       option->size - 1);
        break;
    case OPTION_NAME:
        (void)snprintf(text, size, "a user name of letters and _");
        break;
    case OPTION_NAMES:
        (void)snprintf(text, size, "user names of letters and _, between commas");
        break;
    case OPTION_LENGTHS:
        (void)snprintf(text, size, "numbers and ranges from %.0f to %.0f, as 1, 3, 5-9",
                       option->min, option->max);
        break;
    }
}

/* ---- reading values -------------------------------------------------------------- */

/* Where a value is read from, into, and why it was refused. */
struct reading {
    const struct option *option;
    const char *value;
    void *field;
    struct error *why;
};

static bool refuse(const struct reading *r, const char *why)
{
    error_set(r->why, "%s", why);
    return false;
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
    return refuse(r, "");
}

static bool read_int(const struct reading *r)
{
    char *end;
    errno = 0;
    long value = strtol(r->value, &end, 10);
    if (end == r->value || *end != '\0') {
        return refuse(r, "");
    }
    if (errno != 0 || value < (long)r->option->min || value > (long)r->option->max) {
        return refuse(r, "which is out of range");
    }
    *(int *)r->field = (int)value;
    return true;
}

static bool read_length(const struct reading *r)
{
    if (strcmp(r->value, "unlimited") == 0) {
        *(int *)r->field = FIBS_UNLIMITED;
        return true;
    }
    return read_int(r);
}

static bool read_real(const struct reading *r)
{
    char *end;
    double value = strtod(r->value, &end);
    if (end == r->value || *end != '\0') {
        return refuse(r, "");
    }
    if (!isfinite(value) || value < r->option->min || value > r->option->max) {
        return refuse(r, "which is out of range");
    }
    *(double *)r->field = value;
    return true;
}

static bool read_choice(const struct reading *r)
{
    int index = 0;
    size_t length = strlen(r->value);
    for (const char *word = r->option->choices; *word != '\0'; index++) {
        size_t word_length = strcspn(word, " ");
        if (length == word_length && strncmp(r->value, word, length) == 0) {
            *(int *)r->field = index;
            return true;
        }
        word += word_length;
        word += strspn(word, " ");
    }
    return refuse(r, "");
}

static bool read_text(const struct reading *r)
{
    size_t length = strlen(r->value);
    if (length >= r->option->size) {
        return refuse(r, "which is too long");
    }
    if (length < (size_t)r->option->min) {
        return refuse(r, "");
    }
    for (size_t i = 0; i < length; i++) {
        if (r->value[i] < ' ' || r->value[i] > '~') {
            return refuse(r, "which holds a byte that is not printable ASCII");
        }
    }
    memcpy(r->field, r->value, length + 1);
    return true;
}

static bool is_name_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* "" or what is wrong with a user name; NULL when it is good. */
static const char *name_fault(const char *name, size_t length)
{
    if (length == 0) {
        return "with an empty name";
    }
    if (length >= FIBS_NAME_MAX) {
        return "with a name that is too long";
    }
    for (size_t i = 0; i < length; i++) {
        if (!is_name_letter(name[i])) {
            return "";
        }
    }
    return NULL;
}

const char *option_name_fault(const char *name)
{
    return name_fault(name, strlen(name));
}

static bool read_name(const struct reading *r)
{
    size_t length = strlen(r->value);
    const char *fault = length == 0 ? NULL : name_fault(r->value, length);
    if (fault != NULL) {
        return refuse(r, fault);
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
    struct name_list *list = r->field;
    if (*r->value == '\0') {
        return true;
    }
    const char *cursor = r->value, *item;
    size_t length;
    while (next_item(&cursor, &item, &length)) {
        const char *fault = name_fault(item, length);
        if (fault != NULL) {
            return refuse(r, fault);
        }
        if (list->count == CONFIG_NAMES_MAX) {
            return refuse(r, "which makes the list longer than 256 names");
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
    struct length_set *set = r->field;
    if (strcmp(r->value, "none") == 0) {
        return true;
    }
    const char *cursor = r->value, *item;
    size_t length;
    while (next_item(&cursor, &item, &length)) {
        long low, high;
        if (!read_range(item, length, &low, &high)) {
            return refuse(r, "");
        }
        if (low < 1 || high > MATCH_LENGTH_MAX || low > high) {
            return refuse(r, "which is out of range");
        }
        for (long points = low; points <= high; points++) {
            set->may_play[points] = true;
        }
    }
    return true;
}

bool option_set(const struct option *option, struct config *config, const char *value,
                struct error *why)
{
    static bool (*const readers[])(const struct reading *) = {
        [OPTION_BOOL] = read_bool,       [OPTION_INT] = read_int,
        [OPTION_LENGTH] = read_length,   [OPTION_REAL] = read_real,
        [OPTION_CHOICE] = read_choice,   [OPTION_TEXT] = read_text,
        [OPTION_NAME] = read_name,       [OPTION_NAMES] = read_names,
        [OPTION_LENGTHS] = read_lengths,
    };
    const struct reading reading = {
        .option = option,
        .value = value,
        .field = (char *)config + option->offset,
        .why = why,
    };
    return readers[option->type](&reading);
}

void option_clear(const struct option *option, struct config *config)
{
    memset((char *)config + option->offset, 0, option->size);
}
