#include "bot/policy/policy.h"

#include <stdio.h>
#include <string.h>

#include "engine/level.h"

static const char *const spar_words[] = {[SPAR_NO] = "no",
                                         [SPAR_BELOW] = "below",
                                         [SPAR_EQUAL] = "equal",
                                         [SPAR_ABOVE] = "above"};
enum { SPAR_WORDS = sizeof spar_words / sizeof spar_words[0] };

/* The kind of sparring that a word names, or SPAR_WORDS. */
static int spar_of(const char *word)
{
    int spar = 0;
    while (spar < SPAR_WORDS && strcmp(spar_words[spar], word) != 0) {
        spar++;
    }
    return spar;
}

/* The next "NAME=LEVEL" of a list between commas, without blanks; false at the end.
 * What is too long or has no "=" gives an empty level. */
struct opponent_rule {
    char name[FIBS_NAME_MAX];
    char level[LEVEL_TEXT_SIZE];
};

static void copy_word(const char *from, size_t length, char *to, size_t size)
{
    while (length > 0 && *from == ' ') {
        from++;
        length--;
    }
    while (length > 0 && from[length - 1] == ' ') {
        length--;
    }
    (void)snprintf(to, size, "%.*s", length < size ? (int)length : 0, from);
}

static bool next_rule(const char **cursor, struct opponent_rule *rule)
{
    *cursor += strspn(*cursor, ", ");
    if (**cursor == '\0') {
        return false;
    }
    size_t length = strcspn(*cursor, ",");
    size_t name = strcspn(*cursor, "=,");
    copy_word(*cursor, name, rule->name, sizeof rule->name);
    rule->level[0] = '\0';
    if (name < length) {
        copy_word(*cursor + name + 1, length - name - 1, rule->level,
                  sizeof rule->level);
    }
    *cursor += length;
    return true;
}

/* At the opponent's rating, or the margin away from it. */
static void write_spar_level(const struct config *config, int spar, double rating,
                             char level[LEVEL_TEXT_SIZE])
{
    int margin = config->strength.spar_margin;
    int wanted = (int)(rating + 0.5) + (spar == SPAR_ABOVE   ? margin
                                        : spar == SPAR_BELOW ? -margin
                                                             : 0);
    wanted = wanted < LEVEL_RATING_LEAST ? LEVEL_RATING_LEAST : wanted;
    wanted = wanted > LEVEL_RATING_MOST ? LEVEL_RATING_MOST : wanted;
    (void)snprintf(level, LEVEL_TEXT_SIZE, "%d", wanted);
}

bool policy_is_spar_word(const char *word)
{
    return spar_of(word) < SPAR_WORDS;
}

bool policy_is_level(const char *word)
{
    struct strength strength = strength_default();
    return policy_is_spar_word(word) || level_read(word, &strength, NULL);
}

/* What is to be done by a rule or wish: a level for `level`, or a kind of sparring. */
static int take_rule(const char *rule, char level[LEVEL_TEXT_SIZE])
{
    int spar = spar_of(rule);
    if (spar == SPAR_WORDS) {
        (void)snprintf(level, LEVEL_TEXT_SIZE, "%s", rule);
        return SPAR_NO;
    }
    return spar;
}

void policy_level(const struct config *config, const char *opponent, const char *listed,
                  const char *wish, const struct standing *standing,
                  char level[LEVEL_TEXT_SIZE])
{
    const char *cursor = config->strength.opponents;
    struct opponent_rule rule;
    const char *wanted = *listed != '\0' ? listed : wish;
    level[0] = '\0';
    while (next_rule(&cursor, &rule)) {
        if (strcmp(rule.name, opponent) == 0) {
            wanted = rule.level;
            break;
        }
    }
    int spar = *wanted != '\0' ? take_rule(wanted, level) : config->strength.spar;
    if (spar != SPAR_NO && standing != NULL && standing->is_known) {
        write_spar_level(config, spar, standing->rating, level);
    }
}

bool policy_check_opponents(const char *opponents, struct error *err)
{
    struct opponent_rule rule;
    while (next_rule(&opponents, &rule)) {
        if (rule.name[0] == '\0' || !policy_is_level(rule.level)) {
            error_set(err, "strength.opponents: expected NAME=LEVEL, found \"%s=%s\"",
                      rule.name, rule.level);
            return false;
        }
    }
    return true;
}
