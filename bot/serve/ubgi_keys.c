#include "bot/serve/ubgi_keys.h"

#include <stddef.h>
#include <string.h>

#include "base/argument.h"
#include "base/text.h"
#include "bot/config/strength_config.h"
#include "engine/level.h"
#include "engine/search/search_threads.h"

enum key_type { KEY_BOOL, KEY_INT, KEY_TEXT, KEY_VARIANT };

struct key {
    const char *name;   /* in draft 0.2 */
    const char *option; /* in draft 0.1 */
    enum key_type type;
    int least, most; /* KEY_INT */
    bool is_minor;   /* makes no other player */
    size_t offset;   /* in struct ubgi_settings */
    /* KEY_TEXT: whether the value can be; NULL for others. */
    bool (*check)(const char *value, struct error *err);
    const char *help;
};

static const char no_level[] = "none";
static const char variant[] = "backgammon";

static bool check_level(const char *value, struct error *err)
{
    return strcmp(value, no_level) == 0 || level_check(value, err);
}

static bool check_filter(const char *value, struct error *err)
{
    struct filter filter;
    return filter_read(value, &filter, err);
}

#define AT(field) offsetof(struct ubgi_settings, field)
static const struct key keys[] = {
    {"game.variant", "Variant", KEY_VARIANT, .help = "the game"},
    {"game.cube", "Cube", KEY_BOOL, .offset = AT(has_cube),
     .help = "false: nobody may double; plays are ranked by cubeless equity"},
    {"game.jacoby", "Jacoby", KEY_BOOL, .offset = AT(has_jacoby),
     .help = "money play: gammons count once the cube is turned"},
    {"game.beavers", "Beavers", KEY_BOOL, .offset = AT(has_beavers),
     .help = "money play: the taker may redouble at once and keep the cube"},
    {"engine.ply", "Ply", KEY_INT, 1, SEARCH_PLY_MAX + 1, .offset = AT(ply),
     .help = "look-ahead of plays, the play itself counted; sets engine.level to none"},
    {"engine.level", "Level", KEY_TEXT, .offset = AT(level), .check = check_level,
     .help = "a level of strength or a rating, in place of engine.ply"},
    {"engine.filter", "Filter", KEY_TEXT, .offset = AT(filter), .check = check_filter,
     .help = "move filter"},
    {"engine.threads", "Threads", KEY_INT, 1, SEARCH_THREADS_MAX, .is_minor = true,
     .offset = AT(threads), .help = "search threads; the answers are the same"},
    {"engine.seed", "Seed", KEY_INT, 0, 2147483647, .offset = AT(seed),
     .help = "seed of the errors of weak levels"},
    {"engine.time_ms", "ThinkTime", KEY_INT, 0, 3600000, .offset = AT(time_ms),
     .help = "time limit of a decision in ms; 0: none"},
};
enum { KEYS = sizeof keys / sizeof keys[0] };

struct ubgi_settings ubgi_settings_default(void)
{
    struct ubgi_settings settings = {
        .has_cube = true, .ply = 3, .threads = 1, .seed = 1};
    (void)snprintf(settings.level, UBGI_TEXT_SIZE, "%s", no_level);
    (void)snprintf(settings.filter, UBGI_TEXT_SIZE, "%s", filter_default_name);
    return settings;
}

static const struct key *find_key(const char *name, bool is_option, struct error *err)
{
    for (int i = 0; i < KEYS; i++) {
        if (strcmp(name, is_option ? keys[i].option : keys[i].name) == 0) {
            return &keys[i];
        }
    }
    error_set(err, "no key %.60s; `keys` lists them", name);
    return NULL;
}

/* ---- values ---------------------------------------------------------------------- */

static bool take_text(const struct key *key, char *to, const char *value,
                      struct error *err)
{
    if (strlen(value) >= UBGI_TEXT_SIZE) {
        return error_set(err, "longer than %d bytes", UBGI_TEXT_SIZE - 1);
    }
    if (!key->check(value, err)) {
        return false;
    }
    (void)snprintf(to, UBGI_TEXT_SIZE, "%s", value);
    return true;
}

static bool take_value(const struct key *key, struct ubgi_settings *settings,
                       const char *value, struct error *err)
{
    char *at = (char *)settings + key->offset;
    bool is_true = strcmp(value, "true") == 0;
    switch (key->type) {
    case KEY_BOOL:
        if (!is_true && strcmp(value, "false") != 0) {
            return error_set(err, "must be true or false");
        }
        *(bool *)(void *)at = is_true;
        return true;
    case KEY_INT:
        return argument_int("", value, key->least, key->most, (int *)(void *)at,
                            NULL) ||
               error_set(err, "must be %d..%d", key->least, key->most);
    case KEY_TEXT:
        return take_text(key, at, value, err);
    default:
        return strcmp(value, variant) == 0 || error_set(err, "must be %s", variant);
    }
}

enum ubgi_fault ubgi_settings_set(struct ubgi_settings *settings, const char *name,
                                  bool is_option, const char *value, struct error *err)
{
    struct error why = {0};
    const struct key *key = find_key(name, is_option, err);
    if (key == NULL) {
        return UBGI_UNSUPPORTED;
    }
    if (!take_value(key, settings, value, &why)) {
        error_set_from(err, &why, "%s %.170s", name, why.text);
        return UBGI_BAD_VALUE;
    }
    if (key->offset == AT(ply) && key->type == KEY_INT) {
        (void)snprintf(settings->level, UBGI_TEXT_SIZE, "%s", no_level);
    }
    return UBGI_NO_FAULT;
}

static void write_value(const struct key *key, const struct ubgi_settings *settings,
                        char value[UBGI_TEXT_SIZE])
{
    const char *at = (const char *)settings + key->offset;
    const char *text = at;
    if (key->type == KEY_INT) {
        (void)snprintf(value, UBGI_TEXT_SIZE, "%d", *(const int *)(const void *)at);
        return;
    }
    if (key->type == KEY_BOOL) {
        text = *(const bool *)(const void *)at ? "true" : "false";
    } else if (key->type == KEY_VARIANT) {
        text = variant;
    }
    (void)snprintf(value, UBGI_TEXT_SIZE, "%s", text);
}

enum ubgi_fault ubgi_settings_get(const struct ubgi_settings *settings,
                                  const char *name, char value[UBGI_TEXT_SIZE],
                                  struct error *err)
{
    const struct key *key = find_key(name, false, err);
    if (key == NULL) {
        return UBGI_UNSUPPORTED;
    }
    write_value(key, settings, value);
    return UBGI_NO_FAULT;
}

/* ---- lines that announce them ---------------------------------------------------- */

/* "key NAME TYPE RANGE DEFAULT [!] HELP" */
static void write_key(const struct key *key, const char *value,
                      char line[UBGI_LINE_SIZE])
{
    char range[64] = "";
    const char *type[] = {"bool", "int", "string *", "enum"};
    if (key->type == KEY_INT) {
        FORMAT_TEXT(range, " %d..%d", key->least, key->most);
    } else if (key->type == KEY_VARIANT) {
        FORMAT_TEXT(range, " %s", variant);
    }
    (void)snprintf(line, UBGI_LINE_SIZE, "key %s %s%s %s %s%s", key->name,
                   type[key->type], range, value, key->is_minor ? "! " : "", key->help);
}

/* "option name NAME type TYPE default VALUE [min N max N] [var VALUE]" */
static void write_option(const struct key *key, const char *value,
                         char line[UBGI_LINE_SIZE])
{
    char range[64] = "";
    const char *type[] = {"check", "spin", "string", "combo"};
    if (key->type == KEY_INT) {
        FORMAT_TEXT(range, " min %d max %d", key->least, key->most);
    } else if (key->type == KEY_VARIANT) {
        FORMAT_TEXT(range, " var %s", variant);
    }
    (void)snprintf(line, UBGI_LINE_SIZE, "option name %s type %s default %s%s",
                   key->option, type[key->type], value, range);
}

bool ubgi_settings_line(const struct ubgi_settings *settings, enum ubgi_draft draft,
                        int i, char line[UBGI_LINE_SIZE])
{
    char value[UBGI_TEXT_SIZE];
    if (i >= KEYS) {
        return false;
    }
    write_value(&keys[i], settings, value);
    (draft == UBGI_0_1 ? write_option : write_key)(&keys[i], value, line);
    return true;
}

/* ---- strength -------------------------------------------------------------------- */

struct strength ubgi_settings_strength(const struct ubgi_settings *settings)
{
    struct strength strength = strength_default();
    int ply = settings->ply - 1;
    strength.play_ply = ply;
    strength.cube_ply = ply - ply % 2;
    if (!settings->has_cube) {
        strength_play_cubeless(&strength);
    }
    if (strcmp(settings->filter, filter_default_name) != 0) {
        (void)filter_read(settings->filter, &strength.filter, NULL); /* was checked */
    }
    if (strcmp(settings->level, no_level) != 0) {
        (void)level_read(settings->level, &strength, NULL); /* likewise */
    }
    strength.noise_seed = (uint64_t)settings->seed;
    strength.time = strength_time_limit_of(settings->time_ms);
    return strength;
}

/* ---- the match ------------------------------------------------------------------- */

struct ubgi_session ubgi_session_new(void)
{
    return (struct ubgi_session){.has_crawford = true, .cube = 1, .owner = -1};
}

static bool is_crawford_game(const struct ubgi_session *session)
{
    bool is_close = session->score[0] == session->length - 1 ||
                    session->score[1] == session->length - 1;
    return session->length > 1 && session->has_crawford && !session->is_crawford_over &&
           is_close;
}

void ubgi_session_next_game(struct ubgi_session *session)
{
    session->is_crawford_over |= is_crawford_game(session);
    session->cube = 1;
    session->owner = -1;
}

void ubgi_session_take(struct ubgi_session *session, const struct ubgi_command *command)
{
    switch (command->kind) {
    case UBGI_NEW_SESSION:
        *session = ubgi_session_new();
        session->length = command->number[0];
        session->has_jacoby = command->has_jacoby;
        session->has_crawford = command->has_crawford;
        break;
    case UBGI_SET_SCORE:
        session->score[0] = command->number[0];
        session->score[1] = command->number[1];
        break;
    case UBGI_SET_CUBE:
        session->cube = command->number[0];
        session->owner = command->owner;
        break;
    default:
        session->turn = command->owner;
        break;
    }
}

struct match_state ubgi_session_state(const struct ubgi_session *session)
{
    int me = session->turn;
    struct match_state ms = match_state_money();
    if (session->length > 0) {
        ms = match_state_match(session->length, session->score[me],
                               session->score[1 - me], is_crawford_game(session));
    }
    ms.cube = session->cube;
    ms.owner = session->owner < 0     ? CUBE_CENTRED
               : session->owner == me ? CUBE_MINE
                                      : CUBE_THEIRS;
    return ms;
}
