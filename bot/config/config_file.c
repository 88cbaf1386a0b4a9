/* The configuration file: lines and sections, the accounts among them. */
#include <errno.h>
#include <ini.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "bot/config/config_internal.h"
#include "bot/config/options.h"

/* inih calls back twice for each line: on_read() supplies the line, on_assignment() gets
 * what inih has read in it. inih cuts lines that do not fit its buffer and joins indented
 * ones to the line above, so on_read() refuses the former and unindents the latter. */
struct parse {
    struct config_set *set;
    struct config_faults *faults;
    FILE *file;
    const char *name; /* of the file */
    int line;
    char where[220]; /* "bot.conf:7: " */
    size_t bytes;
    bool expects_option; /* the current line should have reached the handler */
    bool is_over;
    char bad_section[64];             /* the last unknown one */
    int heading[CONFIG_ACCOUNTS_MAX]; /* line of the first one of an account */
    /* What the sections [account NAME] set, until all common values are known. */
    struct own_value *own;
    int own_count, own_room;
};

struct own_value {
    int account;
    const struct option *option;
    int line;
    char value[CONFIG_LINE_MAX + 1];
};

/* Moves to a line, which faults then name. */
static void set_line(struct parse *p, int line)
{
    p->line = line;
    FORMAT_TEXT(p->where, "%.180s:%d: ", p->name, line);
}

/* Sets the option in `config`; `lines` has where the file has set its options so far. */
static void set_once(struct parse *p, const struct option *option,
                     struct config *config, struct config_lines *lines,
                     const char *value)
{
    int *seen = &lines->of[option - options];
    if (*seen != 0 && !option_is_list(option)) {
        config_fault(p->faults, "%s%s.%s is set twice, first in line %d", p->where,
                     option->section, option->name, *seen);
        return;
    }
    if (*seen == 0) {
        option_clear(option, config, NULL);
        *seen = p->line;
    }
    config_assign(option, config, value, p->where, p->faults);
}

/* The index of the account; set->count if there is none. */
static int index_of(const struct config_set *set, const char *name)
{
    int at = 0;
    while (at < set->count && strcmp(set->accounts[at]->account.name, name) != 0) {
        at++;
    }
    return at;
}

/* ---- [account NAME], [entrant NAME] ---------------------------------------------- */

/* Sections of one account each; the options of their own section take no prefix there. */
static const char *const account_words[] = {"account", "entrant"};
enum { INIH_SECTION_MAX = 49 };

/* The name in "account NAME" or "entrant NAME"; NULL: it is not the section of one account. */
static const char *account_of(const char *section, bool *is_entrant)
{
    size_t length = strcspn(section, " ");
    for (int i = 0; i < 2; i++) {
        if (section[length] == ' ' && strlen(account_words[i]) == length &&
            strncmp(section, account_words[i], length) == 0) {
            *is_entrant = i == 1;
            return section + length + 1;
        }
    }
    return NULL;
}

/* Returns the index of the account, adding it if it is new; -1 with a fault if there are
 * too many, or it is of the other kind. */
static int find_account(struct parse *p, bool is_entrant, const char *name)
{
    struct config_set *set = p->set;
    int at = index_of(set, name);
    if (at == CONFIG_ACCOUNTS_MAX) {
        config_fault(p->faults, "%sexpected at most %d accounts, found more", p->where,
                     CONFIG_ACCOUNTS_MAX);
        return -1;
    }
    if (at < set->count) {
        if (set->is_entrant[at] != is_entrant) {
            config_fault(p->faults, "%s%s is both an account and an entrant", p->where,
                         name);
        }
        return set->is_entrant[at] == is_entrant ? at : -1;
    }
    set->accounts[at] = calloc(1, sizeof *set->accounts[at]);
    set->account_lines[at] = calloc(1, sizeof *set->account_lines[at]);
    if (set->accounts[at] == NULL || set->account_lines[at] == NULL) {
        config_fault(p->faults, "%.180s: out of memory", p->name);
        return -1;
    }
    (void)snprintf(set->accounts[at]->account.name, USER_NAME_SIZE, "%s", name);
    set->is_entrant[at] = is_entrant;
    p->heading[at] = p->line;
    return set->count++;
}

static bool keep_value(struct parse *p, int account, const struct option *option,
                       const char *value)
{
    if (p->own_count == p->own_room) {
        int room = p->own_room == 0 ? 64 : 2 * p->own_room;
        struct own_value *own = realloc(p->own, (size_t)room * sizeof *own);
        if (own == NULL) {
            return false;
        }
        p->own = own;
        p->own_room = room;
    }
    struct own_value *kept = &p->own[p->own_count++];
    *kept = (struct own_value){.account = account, .option = option, .line = p->line};
    COPY_TEXT(kept->value, value);
    return true;
}

/* "password_file" is of [account], "foreign" of [entrant]; "strength.level" names its
 * section. NULL with a fault if no account has an option of that name to itself. */
static const struct option *find_own_option(struct parse *p, bool is_entrant,
                                            const char *name)
{
    char section[32], buffer[64];
    size_t dot = strcspn(name, ".");
    bool is_plain = name[dot] == '\0';
    const char *key = is_plain ? name : name + dot + 1;
    bool is_of_entrant = is_entrant && option_find("entrant", name) != NULL;
    FORMAT_TEXT(section, "%.*s", is_plain ? 8 : (int)dot,
                is_plain ? account_words[is_of_entrant] : name);
    const struct option *option = option_find(section, key);
    const char *other = is_plain ? option_other_section(section, name) : NULL;
    if (option == NULL && other != NULL) {
        config_fault(p->faults, "%sfor an account of its own, write \"%s.%s\"",
                     p->where, other, config_shown(name, buffer));
    } else if (option == NULL) {
        config_fault_unknown(p->faults, p->where, section, key);
    } else if (option->scope != OPTION_BOTH) {
        config_fault(p->faults, "%s%s.%s cannot be set for one account", p->where,
                     option->section, option->name);
        option = NULL;
    }
    return option;
}

/* Handles a heading "[account NAME]": the account plays even if it sets nothing. An
 * entrant plays once: a second section of his is likely to be meant for another. */
static void enter_account(struct parse *p, bool is_entrant, const char *name,
                          const char *section)
{
    char buffer[64];
    const char *why = option_name_fault(name);
    if (strlen(section) >= INIH_SECTION_MAX) {
        why = "with a name that is too long";
    }
    if (why != NULL) {
        config_fault(p->faults,
                     "%sexpected [%s NAME], a user name of letters and _, found "
                     "[%s]%s%s",
                     p->where, account_words[is_entrant], config_shown(section, buffer),
                     *why == '\0' ? "" : ", ", why);
        return;
    }
    int at = find_account(p, is_entrant, name);
    if (at >= 0 && is_entrant && p->heading[at] != p->line) {
        config_fault(p->faults,
                     "%s[entrant %s] is there twice, first in line %d: an entrant has "
                     "one section, and another one another account",
                     p->where, name, p->heading[at]);
    }
}

static void handle_account_option(struct parse *p, bool is_entrant, const char *account,
                                  const char *name, const char *value)
{
    const struct option *option = find_own_option(p, is_entrant, name);
    int at = index_of(p->set, account);
    bool is_known = at < p->set->count; /* else its heading has the fault */
    if (is_known && option != NULL && !keep_value(p, at, option, value)) {
        config_fault(p->faults, "%sout of memory", p->where);
    }
}

static void apply_own_values(struct parse *p)
{
    for (int i = 0; i < p->own_count; i++) {
        const struct own_value *own = &p->own[i];
        set_line(p, own->line);
        set_once(p, own->option, p->set->accounts[own->account],
                 p->set->account_lines[own->account], own->value);
    }
}

/* Gives accounts that share the path of a trace one each: PATH.NAME. */
static void separate_traces(struct config_set *set, struct config_faults *faults)
{
    const char *common = set->common.log.trace;
    for (int i = 0; i < set->count && *common != '\0'; i++) {
        struct config *config = set->accounts[i];
        if (strcmp(config->log.trace, common) == 0 &&
            snprintf(config->log.trace, CONFIG_TEXT_MAX, "%s.%s", common,
                     config->account.name) >= CONFIG_TEXT_MAX) {
            config_fault(faults,
                         "log.trace: the path is too long with \".%s\" after it",
                         config->account.name);
        }
    }
}

/* Makes the configuration of each account: the common one with what the account sets. */
static void make_accounts(struct parse *p)
{
    struct config_set *set = p->set;
    for (int i = 0; i < set->count; i++) {
        char name[USER_NAME_SIZE];
        memcpy(name, set->accounts[i]->account.name, sizeof name);
        *set->accounts[i] = set->common;
        memcpy(set->accounts[i]->account.name, name, sizeof name);
    }
    apply_own_values(p);
    separate_traces(set, p->faults);
    if (set->count > 0 && set->common.account.name[0] != '\0') {
        config_fault(p->faults,
                     "%.180s: account.name: expected none beside [%s %s], found \"%s\"",
                     p->name, account_words[set->is_entrant[0]],
                     set->accounts[0]->account.name, set->common.account.name);
    }
}

/* ---- lines ---------------------------------------------------------------------- */

/* What looks like a comment or like quotes is part of the value. */
static void warn_about_value(struct parse *p, const char *name, const char *value)
{
    size_t length = strlen(value);
    bool has_hash = strstr(value, " #") != NULL || strstr(value, "\t#") != NULL;
    char first = *value, last = length > 1 ? value[length - 1] : '\0';
    if (has_hash) {
        config_warn(
            p->faults,
            "%swarning: \"#\" is part of the value of %s; write \" ;\" to begin a "
            "comment",
            p->where, name);
    }
    if ((first == '"' || first == '\'') && first == last) {
        config_warn(p->faults,
                    "%swarning: the quotes are part of the value of %s; leave them out",
                    p->where, name);
    }
}

static int on_assignment(void *user, const char *section, const char *name,
                         const char *value)
{
    struct parse *p = user;
    p->expects_option = false;
    warn_about_value(p, name, value);
    bool is_entrant;
    const char *account = account_of(section, &is_entrant);
    if (account != NULL) {
        handle_account_option(p, is_entrant, account, name, value);
        return 1;
    }
    const struct option *option = option_find(section, name);
    bool is_told = strcmp(p->bad_section, section) == 0 && *section != '\0';
    if (option != NULL) {
        set_once(p, option, &p->set->common, &p->set->lines, value);
    } else if (!is_told) {
        config_fault_unknown(p->faults, p->where, section, name);
    }
    if (!option_section_exists(section)) { /* complain once about a section */
        COPY_TEXT(p->bad_section, section);
    }
    return 1;
}

/* Reports the previous line if inih could not read it. */
static void finish_line(struct parse *p)
{
    if (p->expects_option) {
        config_fault(p->faults, "%sexpected \"name = value\" or \"[section]\"",
                     p->where);
        p->expects_option = false;
    }
}

/* One line of the file without its end; false at the end of the file or when the line
 * cannot be used, which ends the reading. */
static bool take_file_line(struct parse *p, char *line, size_t room)
{
    size_t length = 0;
    int c = getc(p->file);
    if (c == EOF) {
        return false;
    }
    set_line(p, p->line + 1);
    for (; c != EOF && c != '\n'; c = getc(p->file)) {
        p->bytes++;
        if (c == '\0') {
            return config_fault(p->faults, "%sexpected text, found a zero byte",
                                p->where);
        }
        if (length == room) {
            return config_fault(p->faults,
                                "%sexpected at most %zu characters, found more",
                                p->where, room);
        }
        if (length > 0 || (c != ' ' && c != '\t')) {
            line[length++] = (char)c;
        }
    }
    line[length] = '\0';
    if (++p->bytes > CONFIG_FILE_MAX) {
        return config_fault(p->faults, "%.180s: expected at most %d bytes, found more",
                            p->name, CONFIG_FILE_MAX);
    }
    return true;
}

static char *on_read(char *line, int size, void *user)
{
    struct parse *p = user;
    finish_line(p);
    /* inih wants room for CR, LF and NUL behind the longest line. */
    size_t room = size - 3 < CONFIG_LINE_MAX ? (size_t)(size - 3) : CONFIG_LINE_MAX;
    if (p->is_over || !take_file_line(p, line, room)) {
        p->is_over = true;
        return NULL;
    }
    size_t blanks = strspn(line, "\xef\xbb\xbf \t\r");
    bool is_heading = line[blanks] == '[' && strchr(line, ']') != NULL;
    if (is_heading) {
        char section[CONFIG_LINE_MAX + 1];
        const char *start = &line[blanks + 1];
        FORMAT_TEXT(section, "%.*s", (int)strcspn(start, "]"), start);
        bool is_entrant;
        const char *account = account_of(section, &is_entrant);
        if (account != NULL) {
            enter_account(p, is_entrant, account, section);
        }
    }
    p->expects_option =
        line[blanks] != '\0' && strchr(";#", line[blanks]) == NULL && !is_heading;
    return line;
}

static void drop_accounts(struct config_set *set)
{
    for (int i = 0; i < CONFIG_ACCOUNTS_MAX; i++) {
        free(set->accounts[i]);
        free(set->account_lines[i]);
        set->accounts[i] = NULL;
        set->account_lines[i] = NULL;
    }
    set->count = 0;
}

bool config_set_check(const struct config_set *set, struct config_faults *faults)
{
    int before = faults->count;
    (void)config_check(&set->common, faults);
    for (int i = 0; i < set->count && faults->count == before; i++) {
        (void)config_check(set->accounts[i], faults);
    }
    return faults->count == before;
}

/* Adds the name of the file to faults that have no line. */
static void name_faults(struct config_faults *faults, int from, const char *name)
{
    for (int i = from; i < faults->count && i < CONFIG_FAULTS_MAX; i++) {
        char text[CONFIG_FAULT_SIZE];
        memcpy(text, faults->text[i], sizeof text);
        FORMAT_TEXT(faults->text[i], "%.180s: %.200s", name, text);
    }
}

bool config_set_read(struct config_set *set, FILE *file, const char *name,
                     struct config_faults *faults)
{
    int before = faults->count;
    struct parse p = {.set = set, .faults = faults, .file = file, .name = name};
    drop_accounts(set);
    set->lines = (struct config_lines){{0}};
    int status = ini_parse_stream(on_read, &p, on_assignment, &p);
    finish_line(&p);
    if (ferror(file)) {
        faults->is_unread = true;
        config_fault(faults, "%.180s: cannot be read: %s", name, strerror(errno));
    } else if (status != 0 && faults->count == before) {
        config_fault(faults, "%.180s:%d: expected \"name = value\" or \"[section]\"",
                     name, status);
    }
    make_accounts(&p);
    free(p.own);
    if (faults->count == before && !config_set_check(set, faults)) {
        name_faults(faults, before, name);
    }
    return faults->count == before;
}

bool config_set_load(struct config_set *set, const char *path,
                     struct config_faults *faults)
{
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        faults->is_unread = true;
        return config_fault(faults, "%.180s: cannot be opened: %s", path,
                            strerror(errno));
    }
    bool is_good = config_set_read(set, file, path, faults);
    (void)fclose(file);
    return is_good;
}

struct config_set *config_set_new(void)
{
    struct config_set *set = calloc(1, sizeof *set);
    if (set != NULL) {
        config_default(&set->common);
    }
    return set;
}

void config_set_free(struct config_set *set)
{
    if (set != NULL) {
        drop_accounts(set);
        free(set);
    }
}

struct config *config_set_find(struct config_set *set, const char *name)
{
    int at = index_of(set, name);
    return at < set->count ? set->accounts[at] : NULL;
}

/* Drops all accounts but one. */
static bool keep_only(struct config_set *set, const char *name,
                      struct config_faults *faults)
{
    char buffer[64];
    int kept = index_of(set, name);
    if (kept == set->count) {
        return config_fault(faults, "no section [account %s]",
                            config_shown(name, buffer));
    }
    struct config *account = set->accounts[kept];
    struct config_lines *lines = set->account_lines[kept];
    bool is_entrant = set->is_entrant[kept];
    set->accounts[kept] = NULL;
    set->account_lines[kept] = NULL;
    drop_accounts(set);
    set->accounts[0] = account;
    set->account_lines[0] = lines;
    set->is_entrant[0] = is_entrant;
    set->count = 1;
    return true;
}

bool config_set_override(struct config_set *set, const char *assignment,
                         struct config_faults *faults)
{
    static const char name[] = "account.name=";
    if (set->count > 0 && strncmp(assignment, name, sizeof name - 1) == 0) {
        return keep_only(set, assignment + sizeof name - 1, faults);
    }
    bool is_good = config_override(&set->common, assignment, faults);
    for (int i = 0; i < set->count && is_good; i++) {
        is_good = config_override(set->accounts[i], assignment, faults);
    }
    int before = faults->count;
    separate_traces(set, faults);
    return is_good && faults->count == before;
}
