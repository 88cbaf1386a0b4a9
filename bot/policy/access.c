#include "bot/policy/access.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/config/opponents.h"

enum { WORDS_MAX = 4, WORD_SIZE = 80 };

/* ---- one line ------------------------------------------------------------------- */

/* Splits a line at blanks, up to a "#"; the number of words, WORDS_MAX if there are
 * more or one is too long. */
static int split_line(const char *line, size_t length, char words[WORDS_MAX][WORD_SIZE])
{
    int count = 0;
    for (size_t at = 0; at < length && line[at] != '#';) {
        size_t size = 0;
        while (at + size < length && strchr(" \t\r#", line[at + size]) == NULL &&
               line[at + size] != '\0') {
            size++;
        }
        if (size == 0) {
            at++;
            continue;
        }
        if (count == WORDS_MAX || size >= WORD_SIZE) {
            return WORDS_MAX;
        }
        memcpy(words[count], &line[at], size);
        words[count++][size] = '\0';
        at += size;
    }
    return count;
}

static bool read_rule_name(const char *word, struct access_rule *rule)
{
    size_t length = strlen(word);
    rule->is_prefix = length > 0 && word[length - 1] == '*';
    length -= rule->is_prefix ? 1 : 0;
    if (length == 0 || length >= sizeof rule->name) {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        bool is_letter = (word[i] >= 'a' && word[i] <= 'z') ||
                         (word[i] >= 'A' && word[i] <= 'Z') || word[i] == '_';
        bool is_digit = word[i] >= '0' && word[i] <= '9'; /* some servers allow them */
        if (!is_letter && !(is_digit && i > 0)) {
            return false;
        }
    }
    memcpy(rule->name, word, length);
    rule->name[length] = '\0';
    return true;
}

static bool read_directions(const char *word, struct access_rule *rule)
{
    static const struct {
        const char *word;
        unsigned directions;
    } rows[] = {
        {"in", ACCESS_IN}, {"out", ACCESS_OUT}, {"both", ACCESS_IN | ACCESS_OUT}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (strcmp(rows[i].word, word) == 0) {
            rule->directions = rows[i].directions;
            return true;
        }
    }
    return false;
}

static bool read_rule_level(const char *word, struct access_rule *rule,
                            struct error *why)
{
    if (!opponents_check_word(word, why) || strlen(word) >= sizeof rule->level) {
        return false;
    }
    (void)snprintf(rule->level, sizeof rule->level, "%s", word);
    return true;
}

enum line { LINE_EMPTY, LINE_RULE, LINE_BAD };

/* `why`: what is wrong with a bad line. */
static enum line read_rule(const char *line, size_t length, struct access_rule *rule,
                           struct error *why)
{
    char words[WORDS_MAX][WORD_SIZE] = {{0}};
    int count = split_line(line, length, words);
    error_set(why, "%s",
              "expected block NAME or allow NAME, then in, out or nothing; or level "
              "NAME LEVEL");
    if (count == 0) {
        return LINE_EMPTY;
    }
    if (strcmp(words[0], "level") == 0) {
        bool is_level = count == 3 && read_rule_name(words[1], rule) &&
                        read_rule_level(words[2], rule, why);
        return is_level ? LINE_RULE : LINE_BAD;
    }
    rule->is_allow = strcmp(words[0], "allow") == 0;
    bool is_verb = rule->is_allow || strcmp(words[0], "block") == 0;
    bool is_good = is_verb && count >= 2 && count <= 3 &&
                   read_rule_name(words[1], rule) &&
                   read_directions(count == 3 ? words[2] : "both", rule);
    return is_good ? LINE_RULE : LINE_BAD;
}

/* ---- a text --------------------------------------------------------------------- */

/* A text on its way into an empty list. */
struct list_reading {
    struct access_list *list;
    int room;         /* for rules in the list */
    const char *name; /* in faults */
    access_fault *tell;
    void *context;
    int faults;
};

static bool add_rule(struct list_reading *r, const struct access_rule *rule)
{
    struct access_list *list = r->list;
    if (list->count == r->room) {
        int more = r->room == 0 ? 16 : 2 * r->room;
        struct access_rule *rules = realloc(list->rules, (size_t)more * sizeof *rules);
        if (rules == NULL) {
            return false;
        }
        list->rules = rules;
        r->room = more;
    }
    list->rules[list->count++] = *rule;
    return true;
}

static void tell_bad_line(struct list_reading *r, int number, const char *why)
{
    struct error err;
    error_set(&err, "%.80s line %d: %.140s", r->name, number, why);
    r->faults++;
    r->tell(r->context, err.text);
}

/* False when the rest of the list cannot be taken. */
static bool read_rule_line(struct list_reading *r, const char *line, size_t length,
                           int number)
{
    struct access_rule rule = {.is_prefix = false};
    struct error why;
    enum line kind = read_rule(line, length, &rule, &why);
    if (kind == LINE_BAD) {
        tell_bad_line(r, number, why.text);
    } else if (kind == LINE_RULE &&
               (r->list->count == ACCESS_RULES_MAX || !add_rule(r, &rule))) {
        error_set(&why, "expected at most %d rules", ACCESS_RULES_MAX);
        tell_bad_line(r, number, why.text);
        return false;
    }
    return true;
}

/* False when any line is bad. */
static bool read_rules(struct list_reading *r, const char *text, size_t length)
{
    int number = 0;
    bool goes_on = true;
    for (size_t at = 0; at < length && goes_on;) {
        const char *end = memchr(&text[at], '\n', length - at);
        size_t size = end != NULL ? (size_t)(end - &text[at]) : length - at;
        goes_on = read_rule_line(r, &text[at], size, ++number);
        at += size + 1;
    }
    return r->faults == 0;
}

/* Replaces the list, if no line is bad. */
static bool replace_list(struct access_list *list, const char *text, size_t length,
                         const char *name, access_fault *tell, void *context)
{
    struct access_list fresh = {.count = 0};
    struct list_reading reading = {
        .list = &fresh, .name = name, .tell = tell, .context = context};
    struct error err;
    if (length > ACCESS_BYTES_MAX) {
        error_set(&err, "%.120s: expected at most %d bytes", name, ACCESS_BYTES_MAX);
        tell(context, err.text);
        return false;
    }
    bool is_good = read_rules(&reading, text, length);
    access_list_clear(is_good ? list : &fresh);
    if (is_good) {
        *list = fresh;
    }
    return is_good;
}

static bool load_list(struct access_list *list, const char *path, access_fault *tell,
                      void *context)
{
    char *text = malloc(ACCESS_BYTES_MAX + 1);
    FILE *file = text != NULL ? fopen(path, "re") : NULL;
    size_t length = file != NULL ? fread(text, 1, ACCESS_BYTES_MAX + 1, file) : 0;
    bool is_good = file != NULL && !ferror(file);
    if (is_good) {
        is_good = replace_list(list, text, length, path, tell, context);
    } else {
        struct error err;
        error_set_for(&err, errno, "%.150s: %s", path, strerror(errno));
        tell(context, err.text);
    }
    if (file != NULL) {
        (void)fclose(file);
    }
    free(text);
    return is_good;
}

static void keep_first(void *context, const char *text)
{
    struct error *err = context;
    if (err->text[0] == '\0') {
        error_set(err, "%s", text);
    }
}

bool access_list_read(struct access_list *list, const char *text, size_t length,
                      const char *name, struct error *err)
{
    err->text[0] = '\0';
    return replace_list(list, text, length, name, keep_first, err);
}

bool access_list_load(struct access_list *list, const char *path, struct error *err)
{
    err->text[0] = '\0';
    return load_list(list, path, keep_first, err);
}

bool access_list_check(const char *path, access_fault *tell, void *context)
{
    struct access_list list = {.count = 0};
    bool is_good = load_list(&list, path, tell, context);
    access_list_clear(&list);
    return is_good;
}

void access_list_clear(struct access_list *list)
{
    free(list->rules);
    *list = (struct access_list){.count = 0};
}

/* ---- judging -------------------------------------------------------------------- */

static bool rule_matches(const struct access_rule *rule, const char *name)
{
    return rule->is_prefix ? strncmp(rule->name, name, strlen(rule->name)) == 0
                           : strcmp(rule->name, name) == 0;
}

enum access_verdict access_judge(const struct access *access, const char *name,
                                 enum access_direction direction)
{
    bool has_allowed = false, is_allowed = false;
    for (int source = 0; access != NULL && source < ACCESS_SOURCES; source++) {
        const struct access_list *list = &access->lists[source];
        for (int i = 0; i < list->count; i++) {
            const struct access_rule *rule = &list->rules[i];
            if ((rule->directions & (unsigned)direction) == 0) {
                continue;
            }
            has_allowed = has_allowed || rule->is_allow;
            if (!rule_matches(rule, name)) {
                continue;
            }
            if (!rule->is_allow) {
                return ACCESS_BLOCKED;
            }
            is_allowed = true;
        }
    }
    return has_allowed && !is_allowed ? ACCESS_NOT_ALLOWED : ACCESS_OPEN;
}

const char *access_level(const struct access *access, const char *name)
{
    for (int source = 0; access != NULL && source < ACCESS_SOURCES; source++) {
        const struct access_list *list = &access->lists[source];
        for (int i = 0; i < list->count; i++) {
            const struct access_rule *rule = &list->rules[i];
            if (rule->level[0] != '\0' && rule_matches(rule, name)) {
                return rule->level;
            }
        }
    }
    return "";
}
