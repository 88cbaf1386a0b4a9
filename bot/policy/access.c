#include "bot/policy/access.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "bot/config/opponents.h"

enum { WORDS_MAX = 4, LINE_SIZE = 1024 };

/* ---- one line ------------------------------------------------------------------- */

/* A name, or the beginning of names and a star. */
static bool read_rule_name(const char *word, struct access_rule *rule)
{
    size_t length = strlen(word);
    rule->is_prefix = word[length - 1] == '*';
    length -= rule->is_prefix;
    FORMAT_TEXT(rule->name, "%.*s", (int)length, word);
    return length < sizeof rule->name && user_name_is_good(rule->name);
}

static bool read_directions(const char *word, struct access_rule *rule)
{
    rule->directions = strcmp(word, "in") == 0     ? ACCESS_IN
                       : strcmp(word, "out") == 0  ? ACCESS_OUT
                       : strcmp(word, "both") == 0 ? ACCESS_IN | ACCESS_OUT
                                                   : 0;
    return rule->directions != 0;
}

static bool read_rule_level(const char *word, struct access_rule *rule,
                            struct error *why)
{
    COPY_TEXT(rule->level, word);
    return opponents_check_word(word, why) && strlen(word) < sizeof rule->level;
}

/* `words`: all of a line, at least one. False with `why`. */
static bool read_rule(char *const *words, int count, struct access_rule *rule,
                      struct error *why)
{
    error_set(why, "%s",
              "expected block NAME or allow NAME, then in, out or nothing; or level "
              "NAME LEVEL");
    if (strcmp(words[0], "level") == 0) {
        return count == 3 && read_rule_name(words[1], rule) &&
               read_rule_level(words[2], rule, why);
    }
    rule->is_allow = strcmp(words[0], "allow") == 0;
    return (rule->is_allow || strcmp(words[0], "block") == 0) && count >= 2 &&
           count <= 3 && read_rule_name(words[1], rule) &&
           read_directions(count == 3 ? words[2] : "both", rule);
}

/* ---- a text --------------------------------------------------------------------- */

/* A text on its way into an empty list, which has room for a rule a line. */
struct list_reading {
    struct access_list *list;
    const char *name; /* in faults */
    access_fault *tell;
    void *context;
    int faults;
};

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
    char copy[LINE_SIZE], *words[WORDS_MAX], *rest = copy;
    int count = 0;
    const char *remark = memchr(line, '#', length);
    length = remark != NULL ? (size_t)(remark - line) : length;
    FORMAT_TEXT(copy, "%.*s", (int)length, line);
    while (count < WORDS_MAX &&
           (words[count] = strtok_r(rest, " \t\r", &rest)) != NULL) {
        count++;
    }
    if (count == 0) {
        return true;
    }
    if (!read_rule(words, count, &rule, &why) || length >= sizeof copy) {
        tell_bad_line(r, number, why.text);
    } else if (r->list->count == ACCESS_RULES_MAX) {
        error_set(&why, "expected at most %d rules", ACCESS_RULES_MAX);
        tell_bad_line(r, number, why.text);
        return false;
    } else {
        r->list->rules[r->list->count++] = rule;
    }
    return true;
}

static void read_rules(struct list_reading *r, const char *text, size_t length)
{
    int number = 0;
    bool goes_on = true;
    for (size_t at = 0; at < length && goes_on;) {
        const char *end = memchr(&text[at], '\n', length - at);
        size_t size = end != NULL ? (size_t)(end - &text[at]) : length - at;
        goes_on = read_rule_line(r, &text[at], size, ++number);
        at += size + 1;
    }
}

/* Room for the rules that a text can have. */
static struct access_rule *room_for_rules(const char *text, size_t length)
{
    size_t lines = 1;
    for (size_t i = 0; i < length; i++) {
        lines += text[i] == '\n';
    }
    return calloc(lines < ACCESS_RULES_MAX ? lines : ACCESS_RULES_MAX,
                  sizeof(struct access_rule));
}

/* Replaces the list, if no line is bad. */
static bool replace_list(struct access_list *list, const char *text, size_t length,
                         const char *name, access_fault *tell, void *context)
{
    struct access_list fresh = {.rules = room_for_rules(text, length)};
    struct list_reading reading = {
        .list = &fresh, .name = name, .tell = tell, .context = context};
    struct error err;
    if (length > ACCESS_BYTES_MAX || fresh.rules == NULL) {
        error_set(&err, "%.120s: expected at most %d bytes", name, ACCESS_BYTES_MAX);
        tell(context, err.text);
        reading.faults++;
    } else {
        read_rules(&reading, text, length);
    }
    bool is_good = reading.faults == 0;
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
    ssize_t length = text != NULL ? file_read(path, text, ACCESS_BYTES_MAX + 1) : -1;
    bool is_good = length >= 0;
    if (is_good) {
        is_good = replace_list(list, text, (size_t)length, path, tell, context);
    } else {
        struct error err;
        error_of_path(&err, path);
        tell(context, err.text);
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
