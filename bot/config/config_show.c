/* The settings in force, each with where it comes from. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "bot/base/paths.h"
#include "bot/config/options.h"
#include "engine/board/points.h"

enum { SOURCE_SIZE = 400, COMMENT_COLUMN = 44 };

struct showing {
    const struct config_set *set;
    const char *name; /* of the file */
    FILE *out;
    const struct config *config;
    const struct config_lines *own; /* of an account; NULL: the common part */
    bool is_entrant;                /* the account */
};

/* ---- where a value comes from ---------------------------------------------------- */

/* What an empty value stands for, where the environment tells it; "": nothing. */
static void describe_password(char text[SOURCE_SIZE])
{
    if (getenv("FIBSBOT_PASSWORD") != NULL) {
        (void)snprintf(text, SOURCE_SIZE, "; environment FIBSBOT_PASSWORD");
    }
}

static void describe_state_folder(char text[SOURCE_SIZE])
{
    static const char *const variables[] = {"STATE_DIRECTORY", "XDG_STATE_HOME",
                                            "HOME"};
    char folder[PATHS_MAX], ignored[PATHS_MAX];
    size_t i = 0;
    while (i < 2 && !paths_under(variables[i], "", ignored)) {
        i++;
    }
    if (paths_find_state_folder("", folder)) {
        (void)snprintf(text, SOURCE_SIZE, "; environment %s: %.300s", variables[i],
                       folder);
    }
}

static void describe_weights(char text[SOURCE_SIZE])
{
    char folder[PATHS_MAX];
    const char *variable = getenv("FIBSBOT_WEIGHTS");
    bool is_named = variable != NULL && *variable != '\0';
    if (paths_find_weights("", folder, NULL)) {
        (void)snprintf(text, SOURCE_SIZE, "; %s: %.300s",
                       is_named ? "environment FIBSBOT_WEIGHTS" : "found", folder);
    }
}

static const struct {
    const char *section, *name;
    void (*describe)(char text[SOURCE_SIZE]);
} empty_values[] = {
    {"account", "password_file", describe_password},
    {"account", "state_folder", describe_state_folder},
    {"strength", "weights", describe_weights},
};
enum { EMPTY_VALUES = sizeof empty_values / sizeof empty_values[0] };

/* "bot.conf:7", "default", "inherited, bot.conf:3". */
static void describe_source(const struct showing *s, const struct option *option,
                            char text[SOURCE_SIZE])
{
    int common = s->set->lines.of[option - options];
    int own = s->own != NULL ? s->own->of[option - options] : common;
    int line = own != 0 ? own : common;
    const char *inherited = own != line ? "inherited, " : "";
    if (line != 0) {
        (void)snprintf(text, SOURCE_SIZE, "%s%.180s:%d", inherited, s->name, line);
    } else {
        (void)snprintf(text, SOURCE_SIZE, "default");
    }
    for (int i = 0; i < EMPTY_VALUES; i++) {
        const char *value = (const char *)s->config + option->offset;
        if (option_find(empty_values[i].section, empty_values[i].name) == option &&
            *value == '\0') {
            empty_values[i].describe(text + strlen(text));
        }
    }
}

/* ---- lines ----------------------------------------------------------------------- */

/* The comment stands above a line that it would make too long. */
static void show_line(const struct showing *s, const char *name, const char *value,
                      const char *source)
{
    char text[2 * CONFIG_TEXT_MAX];
    int length =
        snprintf(text, sizeof text, "%s =%s%s", name, *value == '\0' ? "" : " ", value);
    bool fits = (size_t)length + strlen(source) + 3 <= CONFIG_LINE_MAX &&
                COMMENT_COLUMN + strlen(source) + 3 <= CONFIG_LINE_MAX;
    if (fits) {
        fprintf(s->out, "%-*s ; %s\n", COMMENT_COLUMN, text, source);
    } else {
        fprintf(s->out, "; %.180s\n%s\n", source, text);
    }
}

/* ---- values ---------------------------------------------------------------------- */

/* The lines of an option: one, or of a list as many as it needs. */
struct value {
    const struct showing *showing;
    const char *name, *source;
    char text[CONFIG_TEXT_MAX]; /* of the line that is being written */
    int lines;                  /* before it */
};

static void end_value_line(struct value *value)
{
    show_line(value->showing, value->name, value->text, value->source);
    value->text[0] = '\0';
    value->lines++;
}

/* An item of a list; on a line of its own if this one has `room` characters. */
static void add_item(struct value *value, const char *item, size_t room)
{
    if (strlen(value->text) >= room) {
        end_value_line(value);
    }
    size_t length = strlen(value->text);
    (void)snprintf(value->text + length, sizeof value->text - length, "%s%s",
                   length == 0 ? "" : ", ", item);
}

/* A line of a list ends before it is longer than this. */
enum { LIST_LENGTH = 120 };

static void show_names(struct value *value, const struct config_name_list *list)
{
    for (int i = 0; i < list->count; i++) {
        add_item(value, list->names[i], LIST_LENGTH - strlen(list->names[i]));
    }
    if (value->text[0] != '\0' || value->lines == 0) {
        end_value_line(value);
    }
}

static void show_lengths(struct value *value, const struct config_length_set *set)
{
    char item[32];
    for (int low = 1, high; low <= MATCH_LENGTH_MAX; low = high + 1) {
        high = low;
        while (high < MATCH_LENGTH_MAX && set->may_play[low] &&
               set->may_play[high + 1]) {
            high++;
        }
        FORMAT_TEXT(item, high > low ? "%d-%d" : "%d", low, high);
        if (set->may_play[low]) {
            add_item(value, item, LIST_LENGTH);
        }
    }
    if (value->text[0] == '\0') {
        add_item(value, "none", LIST_LENGTH);
    }
    end_value_line(value);
}

static void show_filter(struct value *value, const struct config_filter_lines *lines)
{
    add_item(value, lines->name, sizeof value->text);
    end_value_line(value);
    for (int ply = 0; ply <= SEARCH_PLY_MAX; ply++) {
        if (lines->rows[ply][0] != '\0') {
            FORMAT_TEXT(value->text, "%d: %.170s", ply, lines->rows[ply]);
            end_value_line(value);
        }
    }
}

/* In as few digits as read back as the same. */
static void write_real(double value, char text[CONFIG_TEXT_MAX])
{
    for (int digits = 6; digits <= 17; digits++) {
        (void)snprintf(text, CONFIG_TEXT_MAX, "%.*g", digits, value);
        if (strtod(text, NULL) == value) {
            return;
        }
    }
}

/* Writes the value of an option that is no list. */
static void write_value(const struct option *option, const void *field,
                        char text[CONFIG_TEXT_MAX])
{
    const char *word = field;
    size_t length = CONFIG_TEXT_MAX - 1;
    if (option->type == OPTION_REAL) {
        write_real(*(const double *)field, text);
        return;
    }
    bool is_number = option->type == OPTION_INT || option->type == OPTION_LENGTH;
    if (option->type == OPTION_LENGTH && *(const int *)field == POINTS_UNLIMITED) {
        word = "unlimited";
    } else if (is_number) {
        (void)snprintf(text, CONFIG_TEXT_MAX, "%d", *(const int *)field);
        return;
    }
    if (option->type == OPTION_BOOL) {
        word = *(const bool *)field ? "yes" : "no";
    } else if (option->type == OPTION_CHOICE) {
        word = option->choices;
        for (int i = *(const int *)field; i > 0; i--) {
            word += strcspn(word, " ");
            word += strspn(word, " ");
        }
        length = strcspn(word, " ");
    }
    (void)snprintf(text, CONFIG_TEXT_MAX, "%.*s", (int)length, word);
}

static void show_value(struct value *value, const struct option *option)
{
    const void *field = (const char *)value->showing->config + option->offset;
    if (option->type == OPTION_NAMES) {
        show_names(value, field);
    } else if (option->type == OPTION_LENGTHS) {
        show_lengths(value, field);
    } else if (option->type == OPTION_FILTER) {
        show_filter(value, field);
    } else {
        write_value(option, field, value->text);
        end_value_line(value);
    }
}

static void show_option(const struct showing *s, const struct option *option)
{
    char source[2 * SOURCE_SIZE], name[80];
    bool is_own_section = strcmp(option->section, "account") == 0 ||
                          (s->is_entrant && strcmp(option->section, "entrant") == 0);
    bool needs_section = s->own != NULL && !is_own_section;
    struct value value = {.showing = s, .name = name, .source = source};
    FORMAT_TEXT(name, "%s%s%s", needs_section ? option->section : "",
                needs_section ? "." : "", option->name);
    describe_source(s, option, source);
    show_value(&value, option);
}

/* Old options are shown where they are set. */
static bool is_listed(const struct showing *s, const struct option *option)
{
    const char *value = (const char *)s->config + option->offset;
    return (s->own == NULL || option->scope == OPTION_BOTH) &&
           (option->replaced_by == NULL || *value != '\0');
}

static void show_options(const struct showing *s)
{
    const char *section = "";
    for (const struct option *option = options; option < options + option_count;
         option++) {
        if (!is_listed(s, option)) {
            continue;
        }
        if (s->own == NULL && strcmp(section, option->section) != 0) {
            section = option->section;
            fprintf(s->out, "%s[%s]\n", option == options ? "" : "\n", section);
        }
        show_option(s, option);
    }
}

void config_show(const struct config_set *set, const char *name, FILE *out)
{
    struct showing showing = {
        .set = set, .name = name, .out = out, .config = &set->common};
    show_options(&showing);
    for (int i = 0; i < set->count; i++) {
        showing.config = set->accounts[i];
        showing.own = set->account_lines[i];
        showing.is_entrant = set->is_entrant[i];
        fprintf(out, "\n[%s %s]\n", showing.is_entrant ? "entrant" : "account",
                showing.config->account.name);
        show_options(&showing);
    }
}
