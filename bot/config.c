#include "bot/config.h"

#include <errno.h>
#include <ini.h>
#include <stdarg.h>
#include <string.h>

#include "bot/notify_message.h"
#include "bot/options.h"
#include "engine/level.h"

enum { OPTIONS_MAX = 128 };

/* ---- faults ---------------------------------------------------------------------- */

static void add_fault(struct config_faults *faults, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void add_fault(struct config_faults *faults, const char *format, ...)
{
    if (faults->count < CONFIG_FAULTS_MAX) {
        va_list args;
        va_start(args, format);
        (void)vsnprintf(faults->text[faults->count], CONFIG_FAULT_SIZE, format, args);
        va_end(args);
    }
    faults->count++;
}

void config_faults_print(const struct config_faults *faults, FILE *out)
{
    for (int i = 0; i < faults->count && i < CONFIG_FAULTS_MAX; i++) {
        fprintf(out, "%s\n", faults->text[i]);
    }
    if (faults->count > CONFIG_FAULTS_MAX) {
        fprintf(out, "... and %d more\n", faults->count - CONFIG_FAULTS_MAX);
    }
}

/* Text of the file as it may be shown: no control bytes, not too much of it. */
static const char *shown(const char *text, char buffer[64])
{
    size_t length = 0;
    for (; text[length] != '\0' && length < 60; length++) {
        char c = text[length];
        buffer[length] = c >= ' ' && c <= '~' ? c : '?';
    }
    memcpy(&buffer[length], "...", 4);
    if (text[length] == '\0') {
        buffer[length] = '\0';
    }
    return buffer;
}

/* ---- one assignment -------------------------------------------------------------- */

static void fault_unknown(struct config_faults *faults, const char *where,
                          const char *section, const char *name)
{
    char buffer[64];
    const char *near = option_suggest(section, name);
    const char *other = option_other_section(section, name);
    if (other != NULL) {
        add_fault(faults, "%sno option \"%s\" in [%s]; it belongs to [%s]", where,
                  shown(name, buffer), section, other);
    } else if (near != NULL) {
        add_fault(faults, "%sno option \"%s\" in [%s]; did you mean \"%s\"?", where,
                  shown(name, buffer), section, near);
    } else {
        add_fault(faults,
                  "%sno option \"%s\" in [%s]; `fibsbot config --template` lists them",
                  where, shown(name, buffer), section);
    }
}

static void fault_section(struct config_faults *faults, const char *where,
                          const char *section)
{
    char buffer[64];
    const char *near = option_suggest(NULL, section);
    if (*section == '\0') {
        add_fault(faults, "%sexpected a [section] before the first option", where);
    } else if (near != NULL) {
        add_fault(faults, "%sno section [%s]; did you mean [%s]?", where,
                  shown(section, buffer), near);
    } else {
        add_fault(faults, "%sno section [%s]; `fibsbot config --template` lists them",
                  where, shown(section, buffer));
    }
}

static void assign(const struct option *option, struct config *config,
                   const char *value, const char *where, struct config_faults *faults)
{
    char why[80], expected[120], buffer[64];
    if (option_set(option, config, value, why, sizeof why)) {
        return;
    }
    option_describe(option, expected, sizeof expected);
    add_fault(faults, "%s%s.%s: expected %s, found \"%s\"%s%s", where, option->section,
              option->name, expected, shown(value, buffer), *why == '\0' ? "" : ", ",
              why);
}

/* ---- a file ---------------------------------------------------------------------- */

/* inih calls back twice a line: reader hands it the line, handler gets what it made of
 * it. inih cuts lines that do not fit its buffer and joins indented ones to the line
 * above, so the reader refuses the former and unindents the latter. */
struct parse {
    struct config *config;
    struct config_faults *faults;
    FILE *file;
    const char *name; /* of the file */
    int line;
    size_t bytes;
    bool expects_option; /* the current line should have reached the handler */
    bool is_over;
    char bad_section[64];          /* already complained about */
    int seen_in_line[OPTIONS_MAX]; /* 0: not set yet */
};

static const char *place(const struct parse *p, char buffer[220])
{
    (void)snprintf(buffer, 220, "%.180s line %d: ", p->name, p->line);
    return buffer;
}

static bool is_list(const struct option *option)
{
    return option->type == OPTION_NAMES || option->type == OPTION_LENGTHS;
}

static void handle_option(struct parse *p, const struct option *option,
                          const char *value)
{
    char where[220];
    int *seen = &p->seen_in_line[option - options];
    if (*seen != 0 && !is_list(option)) {
        add_fault(p->faults, "%s%s.%s is set twice, first in line %d", place(p, where),
                  option->section, option->name, *seen);
        return;
    }
    if (*seen == 0) {
        option_clear(option, p->config);
        *seen = p->line;
    }
    assign(option, p->config, value, place(p, where), p->faults);
}

static int on_assignment(void *user, const char *section, const char *name,
                         const char *value)
{
    struct parse *p = user;
    char where[220];
    p->expects_option = false;
    if (!option_section_exists(section)) {
        if (strcmp(p->bad_section, section) != 0 || *section == '\0') {
            (void)snprintf(p->bad_section, sizeof p->bad_section, "%s", section);
            fault_section(p->faults, place(p, where), section);
        }
        return 1;
    }
    const struct option *option = option_find(section, name);
    if (option == NULL) {
        fault_unknown(p->faults, place(p, where), section, name);
        return 1;
    }
    handle_option(p, option, value);
    return 1;
}

/* Reports the line before when inih could make nothing of it. */
static void settle_line(struct parse *p)
{
    char where[220];
    if (p->expects_option) {
        add_fault(p->faults, "%sexpected \"name = value\" or \"[section]\"",
                  place(p, where));
        p->expects_option = false;
    }
}

/* One line of the file without its end; false at the end of the file or when the line
 * cannot be used, which ends the reading. */
static bool take_line(struct parse *p, char *line, size_t room)
{
    char where[220];
    size_t length = 0;
    int c = getc(p->file);
    if (c == EOF) {
        return false;
    }
    p->line++;
    for (; c != EOF && c != '\n'; c = getc(p->file)) {
        p->bytes++;
        if (c == '\0') {
            add_fault(p->faults, "%sexpected text, found a zero byte", place(p, where));
            return false;
        }
        if (length == room) {
            add_fault(p->faults, "%sexpected at most %zu characters, found more",
                      place(p, where), room);
            return false;
        }
        if (length > 0 || (c != ' ' && c != '\t')) {
            line[length++] = (char)c;
        }
    }
    line[length] = '\0';
    if (++p->bytes > CONFIG_FILE_MAX) {
        add_fault(p->faults, "%.180s: expected at most %d bytes, found more", p->name,
                  CONFIG_FILE_MAX);
        return false;
    }
    return true;
}

static char *on_read(char *line, int size, void *user)
{
    struct parse *p = user;
    settle_line(p);
    /* inih wants room for CR, LF and NUL behind the longest line. */
    size_t room = size - 3 < CONFIG_LINE_MAX ? (size_t)(size - 3) : CONFIG_LINE_MAX;
    if (p->is_over || !take_line(p, line, room)) {
        p->is_over = true;
        return NULL;
    }
    size_t blanks = strspn(line, "\xef\xbb\xbf \t\r");
    bool is_heading = line[blanks] == '[' && strchr(line, ']') != NULL;
    p->expects_option =
        line[blanks] != '\0' && strchr(";#", line[blanks]) == NULL && !is_heading;
    return line;
}

bool config_read(struct config *config, FILE *file, const char *name,
                 struct config_faults *faults)
{
    struct parse p = {.config = config, .faults = faults, .file = file, .name = name};
    int before = faults->count;
    int status = ini_parse_stream(on_read, &p, on_assignment, &p);
    settle_line(&p);
    if (ferror(file)) {
        add_fault(faults, "%.180s: cannot be read: %s", name, strerror(errno));
    } else if (status != 0 && faults->count == before) {
        add_fault(faults, "%.180s line %d: expected \"name = value\" or \"[section]\"",
                  name, status);
    }
    return faults->count == before && config_check(config, faults);
}

bool config_load(struct config *config, const char *path, struct config_faults *faults)
{
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        add_fault(faults, "%.180s: cannot be opened: %s", path, strerror(errno));
        return false;
    }
    bool is_good = config_read(config, file, path, faults);
    (void)fclose(file);
    return is_good;
}

/* ---- without a file -------------------------------------------------------------- */

void config_default(struct config *config)
{
    struct config_faults faults = {0};
    memset(config, 0, sizeof *config);
    for (int i = 0; i < option_count; i++) {
        assign(&options[i], config, options[i].initial, "", &faults);
    }
}

bool config_override(struct config *config, const char *assignment,
                     struct config_faults *faults)
{
    char section[32], name[32];
    size_t dot = strcspn(assignment, ".=");
    size_t equals = strcspn(assignment, "=");
    if (assignment[dot] != '.' || assignment[equals] != '=' || dot >= sizeof section ||
        equals - dot - 1 >= sizeof name) {
        add_fault(faults, "expected section.option=value, found \"%.60s\"", assignment);
        return false;
    }
    (void)snprintf(section, sizeof section, "%.*s", (int)dot, assignment);
    (void)snprintf(name, sizeof name, "%.*s", (int)(equals - dot - 1),
                   assignment + dot + 1);
    int before = faults->count;
    const struct option *option = option_find(section, name);
    if (option != NULL) {
        option_clear(option, config);
        assign(option, config, assignment + equals + 1, "", faults);
    } else if (option_section_exists(section)) {
        fault_unknown(faults, "", section, name);
    } else {
        fault_section(faults, "", section);
    }
    return faults->count == before;
}

bool config_filter(const struct config *config, struct move_filter *filter,
                   struct engine_error *err)
{
    const char *const rows[PLY_MAX] = {
        config->strength.filter_1, config->strength.filter_2, config->strength.filter_3,
        config->strength.filter_4};
    struct engine_error why;
    *filter = *filter_find(filter_default_name);
    if (config->strength.filter[0] != '\0' &&
        !filter_read(config->strength.filter, filter, &why)) {
        engine_error_set(err, "strength.filter: %.180s", why.text);
        return false;
    }
    for (int ply = 1; ply <= PLY_MAX; ply++) {
        const char *row = rows[ply - 1];
        if (row[0] != '\0' && !filter_read_row(row, ply, filter, &why)) {
            engine_error_set(err, "strength.filter_%d: %.180s", ply, why.text);
            return false;
        }
    }
    return true;
}

bool config_check(const struct config *config, struct config_faults *faults)
{
    int before = faults->count;
    if (strchr(config->account.client, ' ') != NULL) {
        add_fault(faults,
                  "account.client: expected a name without blanks, found "
                  "\"%s\"",
                  config->account.client);
    }
    if (config->connection.silence_s <= config->connection.keepalive_s) {
        add_fault(faults,
                  "connection.silence: expected more than connection.keepalive (%d s), "
                  "found %d s",
                  config->connection.keepalive_s, config->connection.silence_s);
    }
    if (config->connection.backoff_max_s < config->connection.backoff_first_s) {
        add_fault(faults,
                  "connection.backoff_max: expected at least connection.backoff_first "
                  "(%d s), found %d s",
                  config->connection.backoff_first_s, config->connection.backoff_max_s);
    }
    if (config->play.leave_after_s <= config->play.ask_after_s) {
        add_fault(faults,
                  "play.leave_after: expected more than play.ask_after (%d s), found "
                  "%d s",
                  config->play.ask_after_s, config->play.leave_after_s);
    }
    unsigned events = 0;
    struct engine_error err = {{0}};
    if (!notify_events_read(config->notify.events, &events, &err)) {
        add_fault(faults, "notify.events: %s", err.text);
    }
    if (config->strength.cube_ply % 2 != 0) {
        add_fault(faults, "strength.cube_ply: expected 0, 2 or 4, found %d",
                  config->strength.cube_ply);
    }
    struct move_filter filter;
    struct strength strength = strength_default();
    struct engine_error why;
    if (config->strength.level[0] != '\0' &&
        !level_read(config->strength.level, &strength, &why)) {
        add_fault(faults, "strength.level: %s", why.text);
    }
    if (!config_filter(config, &filter, &why)) {
        add_fault(faults, "%s", why.text);
    }
    return faults->count == before;
}

bool config_check_account(const struct config *config, struct config_faults *faults)
{
    if (config->account.name[0] == '\0') {
        add_fault(faults, "account.name: expected a user name, found none");
        return false;
    }
    return true;
}

bool name_list_has(const struct name_list *list, const char *name)
{
    for (int i = 0; i < list->count; i++) {
        if (strcmp(list->names[i], name) == 0) {
            return true;
        }
    }
    return false;
}
