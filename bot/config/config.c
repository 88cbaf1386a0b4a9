#include "bot/config/options.h"

#include <stdarg.h>
#include <string.h>

#include "base/text.h"

/* ---- faults --------------------------------------------------------------------- */

bool config_fault(struct config_faults *faults, const char *format, ...)
{
    if (faults->count < CONFIG_FAULTS_MAX) {
        va_list args;
        va_start(args, format);
        (void)vsnprintf(faults->text[faults->count], CONFIG_FAULT_SIZE, format, args);
        va_end(args);
    }
    faults->count++;
    return false;
}

void config_warn(struct config_faults *faults, const char *format, ...)
{
    if (faults->warning_count < CONFIG_WARNINGS_MAX) {
        va_list args;
        va_start(args, format);
        (void)vsnprintf(faults->warnings[faults->warning_count++], CONFIG_FAULT_SIZE,
                        format, args);
        va_end(args);
    }
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

/* ---- one assignment ------------------------------------------------------------- */

void config_fault_unknown(struct config_faults *faults, const char *where,
                          const char *section, const char *name)
{
    char buffer[64], hint[80] = "; `fibsbot config --template` lists them";
    bool has_section = option_section_exists(section);
    const char *near =
        option_suggest(has_section ? section : NULL, has_section ? name : section);
    const char *other = has_section ? option_other_section(section, name) : NULL;
    if (other != NULL) {
        FORMAT_TEXT(hint, "; it belongs to [%s]", other);
    } else if (near != NULL) {
        FORMAT_TEXT(hint, "; did you mean %c%s%c?", has_section ? '"' : '[', near,
                    has_section ? '"' : ']');
    }
    if (*section == '\0') {
        config_fault(faults, "%sexpected a [section] before the first option", where);
    } else if (has_section) {
        config_fault(faults, "%sno option \"%s\" in [%s]%s", where,
                     config_shown(name, buffer), section, hint);
    } else {
        config_fault(faults, "%sno section [%s]%s", where,
                     config_shown(section, buffer), hint);
    }
}

static void warn_if_old(const struct option *option, const char *value,
                        const char *where, struct config_faults *faults)
{
    if (option->replaced_by != NULL && *value != '\0') {
        config_warn(faults, "%swarning: %s.%s is the old form of \"%s %s\"", where,
                    option->section, option->name, option->replaced_by, value);
    }
}

void config_assign(const struct option *option, struct config *config,
                   const char *value, const char *where, struct config_faults *faults)
{
    struct error why;
    char buffer[64];
    if (option_set(option, config, value, &why)) {
        if (option->settle != NULL) {
            option->settle(config);
        }
        warn_if_old(option, value, where, faults);
    } else {
        config_fault(faults, "%s%s.%s = '%s': %s", where, option->section, option->name,
                     config_shown(value, buffer), why.text);
    }
}

/* ---- without a file ------------------------------------------------------------- */

void config_default(struct config *config)
{
    struct config_faults faults = {0};
    memset(config, 0, sizeof *config);
    for (int i = 0; i < option_count; i++) {
        config_assign(&options[i], config, options[i].initial, "", &faults);
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
        return config_fault(faults, "expected section.option=value, found \"%.60s\"",
                            assignment);
    }
    FORMAT_TEXT(section, "%.*s", (int)dot, assignment);
    FORMAT_TEXT(name, "%.*s", (int)(equals - dot - 1), assignment + dot + 1);
    int before = faults->count;
    const struct option *option = option_find(section, name);
    if (option != NULL) {
        const char *value = assignment + equals + 1;
        option_clear(option, config, value);
        config_assign(option, config, value, "", faults);
    } else {
        config_fault_unknown(faults, "", section, name);
    }
    return faults->count == before;
}

bool config_filter(const struct config *config, struct filter *filter,
                   struct error *err)
{
    const struct config_filter_lines *lines = &config->strength.filter;
    const char *const old_rows[SEARCH_PLY_MAX + 1] = {
        config->strength.filter_0, config->strength.filter_1, config->strength.filter_2,
        config->strength.filter_3, config->strength.filter_4};
    struct error why;
    *filter = *filter_find(filter_default_name);
    bool is_good = lines->name[0] == '\0' || filter_read(lines->name, filter, &why);
    for (int ply = 0; ply <= SEARCH_PLY_MAX && is_good; ply++) {
        const char *row =
            lines->rows[ply][0] != '\0' ? lines->rows[ply] : old_rows[ply];
        is_good = row[0] == '\0' || filter_read_row(row, ply, filter, &why);
    }
    return is_good || error_set_from(err, &why, "strength.filter: %.180s", why.text);
}

bool config_check(const struct config *config, struct config_faults *faults)
{
    int keepalive = config->connection.keepalive, silence = config->connection.silence;
    int first = config->connection.backoff_first, last = config->connection.backoff_max;
    int ask = config->play.ask_after, leave = config->play.leave_after;
    int reminder = config->tournament.reminder, no_show = config->tournament.no_show;
    int min_rating = config->accept.min_rating, max_rating = config->accept.max_rating;
    int min_experience = config->accept.min_experience;
    int max_experience = config->accept.max_experience;
    const struct {
        bool is_bad;
        const char *option, *expected;
        int bound, found;
        const char *unit;
    } rows[] = {
        {silence <= keepalive, "connection.silence", "more than connection.keepalive",
         keepalive, silence, " s"},
        {last < first, "connection.backoff_max", "at least connection.backoff_first",
         first, last, " s"},
        {leave <= ask, "play.leave_after", "more than play.ask_after", ask, leave,
         " s"},
        {no_show <= reminder, "tournament.no_show", "more than tournament.reminder",
         reminder, no_show, " s"},
        {max_rating != 0 && max_rating < min_rating, "accept.max_rating",
         "0 or at least accept.min_rating", min_rating, max_rating, ""},
        {max_experience != 0 && max_experience < min_experience,
         "accept.max_experience", "0 or at least accept.min_experience", min_experience,
         max_experience, ""},
    };
    int before = faults->count;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].is_bad) {
            config_fault(faults, "%s: expected %s (%d%s), found %d%s", rows[i].option,
                         rows[i].expected, rows[i].bound, rows[i].unit, rows[i].found,
                         rows[i].unit);
        }
    }
    if (config->owner.name[0] != '\0' && config->owner.secret_file[0] == '\0') {
        config_fault(faults, "owner.secret_file: expected a file, since owner.name is "
                             "set; found none");
    }
    return faults->count == before;
}

bool config_name_list_has(const struct config_name_list *list, const char *name)
{
    for (int i = 0; i < list->count; i++) {
        if (strcmp(list->names[i], name) == 0) {
            return true;
        }
    }
    return false;
}

/* ---- a newer reading of the file ------------------------------------------------ */

static void add_changed(char names[CONFIG_CHANGES_SIZE], const struct option *option)
{
    text_add(names, CONFIG_CHANGES_SIZE, "%s%s.%s", names[0] == '\0' ? "" : ", ",
             option->section, option->name);
}

void config_take_over(struct config *running, const struct config *fresh,
                      struct config_changes *changes)
{
    *changes = (struct config_changes){{0}, {0}};
    for (int i = 0; i < option_count; i++) {
        const struct option *option = &options[i];
        char *mine = (char *)running + option->offset;
        const char *theirs = (const char *)fresh + option->offset;
        if (memcmp(mine, theirs, option->size) == 0) {
            continue;
        }
        if (option->reload == OPTION_FIXED) {
            add_changed(changes->waiting, option);
        } else {
            memcpy(mine, theirs, option->size);
            add_changed(changes->taken, option);
        }
    }
}

/* ---- the server ------------------------------------------------------------------ */

void config_site(const struct config *config, char site[CONFIG_TEXT_MAX])
{
    static const char own[] = "bgammon.org";
    const char *host = config->server.host;
    bool is_fibs = config->server.protocol == CONFIG_PROTOCOL_FIBS;
    bool is_own = strcmp(host, own) == 0 || strcmp(host, "ws.bgammon.org") == 0;
    (void)snprintf(site, CONFIG_TEXT_MAX, "%s%s%.170s", is_fibs ? "" : own,
                   is_fibs || is_own ? "" : " at ", is_own && !is_fibs ? "" : host);
}
