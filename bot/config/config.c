#include "bot/config/config.h"
#include "bot/config/config_internal.h"

#include <stdarg.h>
#include <string.h>

#include "bot/config/options.h"

/* ---- faults ---------------------------------------------------------------------- */

void config_fault(struct config_faults *faults, const char *format, ...)
{
    if (faults->count < CONFIG_FAULTS_MAX) {
        va_list args;
        va_start(args, format);
        (void)vsnprintf(faults->text[faults->count], CONFIG_FAULT_SIZE, format, args);
        va_end(args);
    }
    faults->count++;
}

void config_warnings_print(const struct config_faults *faults, FILE *out)
{
    for (int i = 0; i < faults->warning_count; i++) {
        fprintf(out, "%s\n", faults->warnings[i]);
    }
}

void config_faults_print(const struct config_faults *faults, FILE *out)
{
    config_warnings_print(faults, out);
    for (int i = 0; i < faults->count && i < CONFIG_FAULTS_MAX; i++) {
        fprintf(out, "%s\n", faults->text[i]);
    }
    if (faults->count > CONFIG_FAULTS_MAX) {
        fprintf(out, "... and %d more\n", faults->count - CONFIG_FAULTS_MAX);
    }
}

/* Text of the file as it may be shown: no control bytes, not too much of it. */
const char *config_shown(const char *text, char buffer[64])
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

void config_fault_unknown(struct config_faults *faults, const char *where,
                          const char *section, const char *name)
{
    char buffer[64];
    const char *near = option_suggest(section, name);
    const char *other = option_other_section(section, name);
    if (other != NULL) {
        config_fault(faults, "%sno option \"%s\" in [%s]; it belongs to [%s]", where,
                     config_shown(name, buffer), section, other);
    } else if (near != NULL) {
        config_fault(faults, "%sno option \"%s\" in [%s]; did you mean \"%s\"?", where,
                     config_shown(name, buffer), section, near);
    } else {
        config_fault(
            faults,
            "%sno option \"%s\" in [%s]; `fibsbot config --template` lists them", where,
            config_shown(name, buffer), section);
    }
}

void config_fault_section(struct config_faults *faults, const char *where,
                          const char *section)
{
    char buffer[64];
    const char *near = option_suggest(NULL, section);
    if (*section == '\0') {
        config_fault(faults, "%sexpected a [section] before the first option", where);
    } else if (near != NULL) {
        config_fault(faults, "%sno section [%s]; did you mean [%s]?", where,
                     config_shown(section, buffer), near);
    } else {
        config_fault(faults,
                     "%sno section [%s]; `fibsbot config --template` lists them", where,
                     config_shown(section, buffer));
    }
}

/* Of a value, in the words of option_set() or option_replace(). */
static void fault_value(struct config_faults *faults, const char *where,
                        const struct option *option, const char *value,
                        const struct error *why)
{
    char buffer[64];
    config_fault(faults, "%s%s.%s = '%s': %s", where, option->section, option->name,
                 config_shown(value, buffer), why->text);
}

static void warn_if_old(const struct option *option, const char *value,
                        const char *where, struct config_faults *faults)
{
    int at = faults->warning_count;
    if (option->replaced_by != NULL && *value != '\0' && at < CONFIG_WARNINGS_MAX) {
        (void)snprintf(faults->warnings[at], CONFIG_FAULT_SIZE,
                       "%swarning: %s.%s is the old form of \"%s %s\"", where,
                       option->section, option->name, option->replaced_by, value);
        faults->warning_count++;
    }
}

void config_assign(const struct option *option, struct config *config,
                   const char *value, const char *where, struct config_faults *faults)
{
    struct error why;
    if (option_set(option, config, value, &why)) {
        warn_if_old(option, value, where, faults);
    } else {
        fault_value(faults, where, option, value, &why);
    }
}

/* ---- without a file -------------------------------------------------------------- */

void config_default(struct config *config)
{
    struct config_faults faults = {0};
    memset(config, 0, sizeof *config);
    for (int i = 0; i < option_count; i++) {
        config_assign(&options[i], config, options[i].initial, "", &faults);
    }
}

static void replace_value(const struct option *option, struct config *config,
                          const char *value, struct config_faults *faults)
{
    struct error why;
    if (option_replace(option, config, value, &why)) {
        warn_if_old(option, value, "", faults);
    } else {
        fault_value(faults, "", option, value, &why);
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
        config_fault(faults, "expected section.option=value, found \"%.60s\"",
                     assignment);
        return false;
    }
    (void)snprintf(section, sizeof section, "%.*s", (int)dot, assignment);
    (void)snprintf(name, sizeof name, "%.*s", (int)(equals - dot - 1),
                   assignment + dot + 1);
    int before = faults->count;
    const struct option *option = option_find(section, name);
    if (option != NULL) {
        replace_value(option, config, assignment + equals + 1, faults);
    } else if (option_section_exists(section)) {
        config_fault_unknown(faults, "", section, name);
    } else {
        config_fault_section(faults, "", section);
    }
    return faults->count == before;
}

static bool set_rows(const char *const rows[PLY_MAX + 1], struct move_filter *filter,
                     struct error *err)
{
    for (int ply = 0; ply <= PLY_MAX; ply++) {
        if (rows[ply][0] != '\0' && !filter_read_row(rows[ply], ply, filter, err)) {
            return false;
        }
    }
    return true;
}

bool config_filter(const struct config *config, struct move_filter *filter,
                   struct error *err)
{
    const struct filter_lines *lines = &config->strength.filter;
    const char *const old_rows[PLY_MAX + 1] = {
        config->strength.filter_0, config->strength.filter_1, config->strength.filter_2,
        config->strength.filter_3, config->strength.filter_4};
    const char *const rows[PLY_MAX + 1] = {
        lines->rows[0], lines->rows[1], lines->rows[2], lines->rows[3], lines->rows[4]};
    struct error why;
    *filter = *filter_find(filter_default_name);
    if ((lines->name[0] != '\0' && !filter_read(lines->name, filter, &why)) ||
        !set_rows(old_rows, filter, &why) || !set_rows(rows, filter, &why)) {
        error_set(err, "strength.filter: %.180s", why.text);
        return false;
    }
    return true;
}

static void check_windows(const struct config *config, struct config_faults *faults)
{
    const struct {
        const char *what;
        int min, max;
    } rows[] = {
        {"rating", config->accept.min_rating, config->accept.max_rating},
        {"experience", config->accept.min_experience, config->accept.max_experience},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].max != 0 && rows[i].max < rows[i].min) {
            config_fault(faults,
                         "accept.max_%s: expected 0 or at least accept.min_%s (%d), "
                         "found %d",
                         rows[i].what, rows[i].what, rows[i].min, rows[i].max);
        }
    }
}

bool config_check(const struct config *config, struct config_faults *faults)
{
    int before = faults->count;
    if (config->connection.silence <= config->connection.keepalive) {
        config_fault(
            faults,
            "connection.silence: expected more than connection.keepalive (%d s), "
            "found %d s",
            config->connection.keepalive, config->connection.silence);
    }
    if (config->connection.backoff_max < config->connection.backoff_first) {
        config_fault(
            faults,
            "connection.backoff_max: expected at least connection.backoff_first "
            "(%d s), found %d s",
            config->connection.backoff_first, config->connection.backoff_max);
    }
    if (config->play.leave_after <= config->play.ask_after) {
        config_fault(
            faults,
            "play.leave_after: expected more than play.ask_after (%d s), found "
            "%d s",
            config->play.ask_after, config->play.leave_after);
    }
    if (config->owner.name[0] != '\0' && config->owner.secret_file[0] == '\0') {
        config_fault(faults, "owner.secret_file: expected a file, since owner.name is "
                             "set; found none");
    }
    check_windows(config, faults);
    return faults->count == before;
}

bool config_check_account(const struct config *config, struct config_faults *faults)
{
    if (config->account.name[0] == '\0') {
        config_fault(faults, "account.name: expected a user name, found none");
        return false;
    }
    return true;
}

bool config_name_list_has(const struct name_list *list, const char *name)
{
    for (int i = 0; i < list->count; i++) {
        if (strcmp(list->names[i], name) == 0) {
            return true;
        }
    }
    return false;
}
