#include "arena/player_spec.h"

#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/argument.h"
#include "base/text.h"
#include "engine/eval/eval.h"
#include "engine/eval/leaf_evaluator.h"

static const char ubgi_name[] = "ubgi";

/* Whose option a key is: of our engine, of GNU Backgammon, of the simple players; and
 * whether a level sets the same. */
enum { OF_ENGINE = 1, OF_GNUBG = 2, OF_SIMPLE = 4, OF_ALL = 7, SET_BY_LEVEL = 8 };

struct spec_key;
/* Reads `value` into the key's field of `spec`. */
typedef bool spec_take(const struct spec_key *key, struct player_spec *spec,
                       const char *value);

struct spec_key {
    const char *key; /* NULL ends a table */
    spec_take *take;
    const char *expected;
    size_t offset, size; /* of the field */
    size_t least;        /* bytes of a text */
    int most;            /* a number, from 1 */
    unsigned of;         /* OF_...; of ubgi_keys none */
};

static void *field_of(const struct spec_key *key, struct player_spec *spec)
{
    return (char *)spec + key->offset;
}

static bool take_ply(const struct spec_key *key, struct player_spec *spec,
                     const char *value)
{
    bool is_good =
        value[0] >= '0' && value[0] <= '0' + SEARCH_PLY_MAX && value[1] == '\0';
    if (is_good) {
        *(int *)field_of(key, spec) = value[0] - '0';
    }
    return is_good;
}

static bool take_noise(const struct spec_key *key, struct player_spec *spec,
                       const char *value)
{
    (void)key;
    return argument_real("", value, 0, 10, &spec->noise, NULL);
}

static bool take_spec_number(const struct spec_key *key, struct player_spec *spec,
                             const char *value)
{
    return argument_int("", value, 1, key->most, field_of(key, spec), NULL);
}

static bool take_net(const struct spec_key *key, struct player_spec *spec,
                     const char *value)
{
    (void)key;
    spec->net = strcmp(value, "small") == 0 ? EVAL_PRUNING : EVAL_MAIN;
    return spec->net == EVAL_PRUNING || strcmp(value, "big") == 0;
}

static bool take_prune(const struct spec_key *key, struct player_spec *spec,
                       const char *value)
{
    (void)key;
    spec->is_pruned = strcmp(value, "yes") == 0;
    return spec->is_pruned || strcmp(value, "no") == 0;
}

/* "KEPT/WINDOW" */
static bool take_rule(const struct spec_key *key, struct player_spec *spec,
                      const char *value)
{
    struct search_candidate_rule *rule = field_of(key, spec);
    char *end = NULL;
    long kept = strtol(value, &end, 10);
    if (end == value || *end != '/' || kept < 1 || kept > SEARCH_CANDIDATES_MAX) {
        return false;
    }
    const char *window = end + 1;
    *rule = (struct search_candidate_rule){(int)kept, strtof(window, &end)};
    return end != window && *end == '\0' && rule->window >= 0;
}

/* "CENTRED/OWNED" */
static bool take_efficiency(const struct spec_key *key, struct player_spec *spec,
                            const char *value)
{
    char *end = NULL;
    (void)key;
    spec->efficiency_centred = strtof(value, &end);
    if (end == value || *end != '/') {
        return false;
    }
    const char *owned = end + 1;
    spec->efficiency_owned = strtof(owned, &end);
    return end != owned && *end == '\0' && spec->efficiency_centred >= 0 &&
           spec->efficiency_centred <= 1 && spec->efficiency_owned >= 0 &&
           spec->efficiency_owned <= 1;
}

static bool take_spec_text(const struct spec_key *key, struct player_spec *spec,
                           const char *value)
{
    size_t length = strlen(value);
    (void)snprintf(field_of(key, spec), key->size, "%s", value);
    return length >= key->least && length < key->size;
}

static bool take_shown(const struct spec_key *key, struct player_spec *spec,
                       const char *value)
{
    for (const char *at = value; *at != '\0'; at++) {
        if (iscntrl((unsigned char)*at)) {
            return false;
        }
    }
    return take_spec_text(key, spec, value);
}

#define FIELD(name)                                                                    \
    .offset = offsetof(struct player_spec, name),                                      \
    .size = sizeof(((struct player_spec *)NULL)->name)

/* clang-format off */
#define NAME_KEY {"name", take_shown, "1 to 127 bytes of text", FIELD(shown), .least = 1, .of = OF_ALL}

/* Options of an engine that speaks UBGI; it gets all others. */
static const struct spec_key ubgi_keys[] = {
    {"command", take_spec_text, "a program and its arguments", FIELD(command), .least = 1},
    NAME_KEY,
    {"errors", take_spec_text, "a file", FIELD(errors), .least = 1},
    {"timeout", take_spec_number, "1 to 100000000 (ms)", FIELD(timeout_ms), .most = 100000000},
    {"game", take_spec_number, "1 to 100000000 (ms)", FIELD(game_ms), .most = 100000000},
    {0},
};

static const struct spec_key keys[] = {
    {"ply", take_ply, "0 to 4", FIELD(ply), .of = OF_ENGINE | OF_GNUBG | SET_BY_LEVEL},
    {"cube", take_ply, "0 to 4", FIELD(cube_ply), .of = OF_ENGINE | OF_GNUBG | SET_BY_LEVEL},
    {"noise", take_noise, "0 to 10", FIELD(noise), .of = OF_ENGINE | OF_GNUBG | SET_BY_LEVEL},
    {"time", take_spec_number, "1 to 1000000 (ms)", FIELD(time_ms), .most = 1000000, .of = OF_ENGINE},
    {"net", take_net, "small or big", FIELD(net), .of = OF_ENGINE | SET_BY_LEVEL},
    {"prune", take_prune, "yes or no", FIELD(is_pruned), .of = OF_GNUBG},
    {"filter", take_spec_text, "the name of a filter", FIELD(filter), .of = OF_ENGINE},
    {"candidates", take_rule, "KEPT/WINDOW, 1 to 16 kept", FIELD(candidates), .of = OF_ENGINE},
    {"leaf-candidates", take_rule, "KEPT/WINDOW, 1 to 16 kept", FIELD(leaf_candidates), .of = OF_ENGINE},
    {"efficiency", take_efficiency, "CENTRED/OWNED, each from 0 to 1", FIELD(efficiency_centred), .of = OF_ENGINE},
    {"level", take_spec_text, "a level or a rating", FIELD(level), .of = OF_ENGINE},
    {"program", take_spec_text, "a path", FIELD(program), .of = OF_GNUBG},
    NAME_KEY,
    {0},
};
/* clang-format on */

/* ---- the words of result files --------------------------------------------------- */

/* Result files keep the words of their first version. */

enum { TYPED, KEPT };
static const char *const words[][2] = {
    {"baseline", "yardstick"},
    {"candidates", "replies"},
    {"leaf-candidates", "leaf-replies"},
    {"efficiency", "life"},
};
enum { RENAMED_NAMES = 1, RENAMED = sizeof words / sizeof words[0] };

/* The other word where the `length` bytes at `word`, a player's name or an option's, are
 * one of column `from`; otherwise `word`. */
static const char *other_word(bool is_name, int from, const char *word, size_t length)
{
    for (int i = is_name ? 0 : RENAMED_NAMES; i < (is_name ? RENAMED_NAMES : RENAMED);
         i++) {
        if (strlen(words[i][from]) == length &&
            strncmp(words[i][from], word, length) == 0) {
            return words[i][1 - from];
        }
    }
    return word;
}

/* The text with its words of column `from` replaced. False with `err`: too long. */
static bool replace_words(const char *text, int from, char other[PLAYER_NAME_SIZE],
                          struct error *err)
{
    const char *rest = text;
    size_t used = 0;
    for (char end = ','; end == ',' && used < PLAYER_NAME_SIZE;) {
        size_t length = strcspn(rest, ",");
        size_t word = strcspn(rest, ",=");
        const char *found = other_word(rest == text, from, rest, word);
        int size = found == rest ? (int)word : (int)strlen(found);
        end = rest[length];
        used += (size_t)snprintf(other + used, PLAYER_NAME_SIZE - used, "%.*s%.*s%s",
                                 size, found, (int)(length - word), rest + word,
                                 end == ',' ? "," : "");
        rest += length + 1;
    }
    if (used >= PLAYER_NAME_SIZE) {
        error_set(err, "a player's name is too long");
    }
    return used < PLAYER_NAME_SIZE;
}

bool player_spec_as_kept(const char *text, char kept[PLAYER_NAME_SIZE],
                         struct error *err)
{
    return replace_words(text, TYPED, kept, err);
}

bool player_spec_as_typed(const char *kept, char text[PLAYER_NAME_SIZE])
{
    return replace_words(kept, KEPT, text, NULL);
}

/* ---- reading --------------------------------------------------------------------- */

static const struct spec_key *find_key(const struct spec_key *table, const char *key)
{
    while (table->key != NULL && strcmp(key, table->key) != 0) {
        table++;
    }
    return table->key != NULL ? table : NULL;
}

/* `option` is the key as it was typed. */
static bool take_value(const struct spec_key *key, struct player_spec *spec,
                       const char *option, const char *value, struct error *err)
{
    return key->take(key, spec, value) ||
           error_set(err, "%s=%s: expected %s", option, value, key->expected);
}

/* An option of an engine that speaks UBGI, or a key for it. */
static bool take_ubgi_option(struct player_spec *spec, const char *option,
                             const char *value, struct error *err)
{
    const struct spec_key *key = find_key(ubgi_keys, option);
    if (value == NULL) {
        return error_set(err, "player option \"%s\": expected KEY=VALUE", option);
    }
    if (key != NULL) {
        return take_value(key, spec, option, value, err);
    }
    size_t used = strlen(spec->settings); /* all are shorter than the text */
    (void)snprintf(spec->settings + used, sizeof spec->settings - used, "%s%s=%s",
                   used > 0 ? "," : "", option, value);
    return true;
}

static unsigned kind_of(const char *name)
{
    bool is_simple = strcmp(name, "baseline") == 0 || strcmp(name, "random") == 0 ||
                     leaf_evaluator_is_net_file(name);
    return strcmp(name, "gnubg") == 0 ? OF_GNUBG : is_simple ? OF_SIMPLE : OF_ENGINE;
}

/* Says which options the player has. */
static bool refuse_option(const struct player_spec *spec, const char *option,
                          struct error *err)
{
    char expected[PLAYER_WORD_SIZE] = "";
    for (const struct spec_key *key = keys; key->key != NULL; key++) {
        if ((key->of & kind_of(spec->name)) != 0) {
            ADD_TEXT(expected, "%s%s=", expected[0] != '\0' ? ", " : "", key->key);
        }
    }
    return error_set(err, "player option \"%.30s\" of %.40s: expected %s", option,
                     spec->name, expected);
}

static bool take_option(struct player_spec *spec, char *option, struct error *err)
{
    char *value = strchr(option, '=');
    if (value != NULL) {
        *value++ = '\0';
    }
    if (strcmp(spec->name, ubgi_name) == 0) {
        return take_ubgi_option(spec, option, value, err);
    }
    const struct spec_key *key = find_key(keys, option);
    bool is_there =
        value != NULL && key != NULL && (key->of & kind_of(spec->name)) != 0;
    spec->has_strength |= is_there && (key->of & SET_BY_LEVEL) != 0;
    return is_there ? take_value(key, spec, option, value, err)
                    : refuse_option(spec, option, err);
}

bool player_spec_read(const char *text, struct player_spec *spec, struct error *err)
{
    char copy[PLAYER_NAME_SIZE];
    *spec = (struct player_spec){.cube_ply = -1,
                                 .net = EVAL_MAIN,
                                 .is_pruned = true,
                                 .efficiency_centred = -1.0F};
    if (snprintf(copy, sizeof copy, "%s", text) >= (int)sizeof copy) {
        return error_set(err, "the name of a player is too long");
    }
    char *rest = copy;
    char *name = strsep(&rest, ",");
    COPY_TEXT(spec->name, name);
    while (rest != NULL) {
        if (!take_option(spec, strsep(&rest, ","), err)) {
            return false;
        }
    }
    if (spec->cube_ply < 0) {
        spec->cube_ply = spec->ply - spec->ply % 2;
    }
    if (spec->level[0] != '\0' && spec->has_strength) {
        return error_set(err,
                         "level=%s has a ply, a cube, a noise and a net of its own",
                         spec->level);
    }
    return strcmp(spec->name, ubgi_name) != 0 || spec->command[0] != '\0' ||
           error_set(err, "ubgi needs command=PROGRAM");
}

void player_spec_shown(const char *text, char shown[PLAYER_NAME_SIZE])
{
    struct player_spec spec;
    bool is_named = player_spec_read(text, &spec, NULL) && spec.shown[0] != '\0';
    (void)snprintf(shown, PLAYER_NAME_SIZE, "%s", is_named ? spec.shown : text);
}

static bool are_doubles(const char *a, const char *b)
{
    char shown[2][PLAYER_NAME_SIZE];
    player_spec_shown(a, shown[0]);
    player_spec_shown(b, shown[1]);
    return strcmp(shown[0], shown[1]) == 0;
}

bool player_spec_check_names(const char *const *texts, int count, struct error *err)
{
    char shown[PLAYER_NAME_SIZE];
    for (int i = 1; i < count; i++) {
        for (int k = 0; k < i; k++) {
            if (are_doubles(texts[k], texts[i])) {
                player_spec_shown(texts[i], shown);
                return error_set(err,
                                 "two players are named \"%.70s\": give one of them "
                                 "a name of its own with ,name=NAME",
                                 shown);
            }
        }
    }
    return true;
}

bool player_spec_tune(const struct player_spec *spec, struct strength *strength,
                      struct error *err)
{
    strength->uses_pruning_net = spec->net == EVAL_PRUNING;
    if (spec->candidates.kept > 0) {
        strength->candidates = spec->candidates;
    }
    if (spec->leaf_candidates.kept > 0) {
        strength->leaf_candidates = spec->leaf_candidates;
    }
    if (spec->efficiency_centred >= 0) {
        strength->efficiency_centred = spec->efficiency_centred;
        strength->efficiency_owned = spec->efficiency_owned;
    }
    return spec->filter[0] == '\0' || filter_read(spec->filter, &strength->filter, err);
}
