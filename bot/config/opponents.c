#include "bot/config/opponents.h"

#include <stdio.h>
#include <string.h>

#include "base/nearest.h"
#include "engine/rollout/roller.h"

/* clang-format off */
static const char *const spar_words[] = {
    [CONFIG_SPAR_NO] = "no", [CONFIG_SPAR_BELOW] = "below", [CONFIG_SPAR_EQUAL] = "equal", [CONFIG_SPAR_ABOVE] = "above",
};
/* clang-format on */
enum { SPAR_WORDS = sizeof spar_words / sizeof spar_words[0] };

int opponents_spar(const char *word)
{
    for (int spar = 0; spar < SPAR_WORDS; spar++) {
        if (strcmp(spar_words[spar], word) == 0) {
            return spar;
        }
    }
    return -1;
}

/* ---- rules ---------------------------------------------------------------------- */

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

bool opponents_next(const char **cursor, struct opponents_rule *rule)
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

/* ---- checks --------------------------------------------------------------------- */

static void offer_levels(struct nearest *nearest)
{
    for (int i = 0; level_at(i) != NULL; i++) {
        nearest_offer(nearest, level_at(i)->name);
    }
    for (int i = 0; roller_name(i) != NULL; i++) {
        nearest_offer(nearest, roller_name(i));
    }
}

static bool check_word(const char *word, bool may_spar, struct error *err)
{
    struct error why;
    if ((may_spar && opponents_spar(word) >= 0) || level_check(word, &why)) {
        return true;
    }
    struct nearest nearest = nearest_to(word);
    offer_levels(&nearest);
    for (int i = 0; may_spar && i < SPAR_WORDS; i++) {
        nearest_offer(&nearest, spar_words[i]);
    }
    return nearest.name != NULL
               ? error_set(err, "not a level; did you mean %s?", nearest.name)
               : error_set_from(err, &why, "%s", why.text);
}

bool opponents_check_word(const char *word, struct error *err)
{
    return check_word(word, true, err);
}

bool opponents_check_level(const char *word, struct error *err)
{
    return check_word(word, false, err);
}

bool opponents_check(const char *opponents, struct error *err)
{
    struct opponents_rule rule;
    struct error why;
    while (opponents_next(&opponents, &rule)) {
        if (rule.name[0] == '\0' || rule.level[0] == '\0') {
            return error_set(err, "expected NAME=LEVEL, found \"%s=%s\"", rule.name,
                             rule.level);
        }
        if (!opponents_check_word(rule.level, &why)) {
            return error_set_from(err, &why, "%s=%s: %.160s", rule.name, rule.level,
                                  why.text);
        }
    }
    return true;
}
