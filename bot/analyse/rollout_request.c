#include "bot/analyse/rollout_request.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/argument.h"

const char rollout_request_help[] =
    "  --trials N       games of each candidate, best a multiple of 36 (1296)\n"
    "  --truncate N     cut games short after N half-moves (0: play them to the end)\n"
    "  --rollout-ply N  how deep plays inside are thought, 0 to 4 (0)\n"
    "  --rollout-cube-ply N  the same for cube actions: 0, 2, 4 (follows)\n"
    "  --luck-ply N     how deep the luck of rolls is measured (0)\n"
    "  --cubeless       nobody turns the cube\n"
    "  --seed N         other dice (1)\n"
    "  --error E        stop when all standard errors are E or less\n"
    "  --clear N        give plays up that are N standard errors behind the best; "
    "stop\n"
    "                   when one is left, or a cube action is as clear\n"
    "  --candidates N   roll out the best N plays (5)\n"
    "  --within E       none further behind than E (0.2)\n"
    "  --state FILE     go on from FILE if it is there, and save to it\n"
    "  --raw            no variance reduction\n"
    "  --independent-dice  no stratified dice\n"
    "  --no-databases   play on where a bearoff database knows the end\n";

/* SWITCH turns off what it sets. */
enum kind { WHOLE, SEED, REAL, SWITCH, TEXT };

/* What each option sets. */
static const struct row {
    const char *name;
    enum kind kind;
    double least, most;
    size_t offset; /* in struct rollout_request */
} rows[] = {
/* clang-format off */
#define AT(option) [ROLLOUT_##option - ROLLOUT_OPTION_FIRST]
#define IN(field)  offsetof(struct rollout_request, field)
    AT(TRIALS)       = {"trials",           WHOLE,  1, ROLLOUT_TRIALS_MAX, IN(settings.trials)},
    AT(TRUNCATE)     = {"truncate",         WHOLE,  0, 1000, IN(settings.horizon)},
    AT(PLY)          = {"rollout-ply",      WHOLE,  0, PLY_MAX, IN(settings.play_ply)},
    AT(CUBE_PLY)     = {"rollout-cube-ply", WHOLE,  0, PLY_MAX, IN(cube_ply)},
    AT(LUCK_PLY)     = {"luck-ply",         WHOLE,  0, PLY_MAX, IN(settings.luck_ply)},
    AT(CUBELESS)     = {"cubeless",         SWITCH, 0, 0, IN(settings.is_cubeful)},
    AT(SEED)         = {"seed",             SEED,   0, 0, IN(settings.seed)},
    AT(ERROR)        = {"error",            REAL,   0, 3, IN(settings.wanted_error)},
    AT(CLEAR)        = {"clear",            REAL,   0, 1000, IN(settings.clear_errors)},
    AT(CANDIDATES)   = {"candidates",       WHOLE,  1, ROLLOUT_CANDIDATES_MAX, IN(candidates)},
    AT(WITHIN)       = {"within",           REAL,   0, 100, IN(within)},
    AT(STATE)        = {"state",            TEXT,   0, 0, IN(state)},
    AT(RAW)          = {"raw",              SWITCH, 0, 0, IN(settings.reduces_variance)},
    AT(INDEPENDENT)  = {"independent-dice", SWITCH, 0, 0, IN(settings.has_stratified_dice)},
    AT(NO_DATABASES) = {"no-databases",     SWITCH, 0, 0, IN(settings.uses_databases)},
/* clang-format on */
#undef IN
#undef AT
};

struct rollout_request rollout_request_default(void)
{
    return (struct rollout_request){
        .settings = rollout_default(),
        .cube_ply = -1,
        .candidates = 5,
        .within = 0.2,
    };
}

bool rollout_request_take(struct rollout_request *request, int option, const char *text,
                          struct error *err)
{
    const struct row *row = &rows[option - ROLLOUT_OPTION_FIRST];
    void *field = (char *)request + row->offset; /* of the type that `kind` says */
    char name[40];
    (void)snprintf(name, sizeof name, "--%s", row->name);
    switch (row->kind) {
    case WHOLE:
        return argument_int(name, text, (int)row->least, (int)row->most, field, err);
    case SEED:
        return argument_seed(text, field, err);
    case REAL:
        return argument_real(name, text, row->least, row->most, field, err);
    case SWITCH:
        *(bool *)field = false;
        return true;
    case TEXT:
        *(const char **)field = text;
        return true;
    }
    return false;
}

void rollout_request_settle(struct rollout_request *request)
{
    struct rollout_settings *settings = &request->settings;
    settings->cube_ply = request->cube_ply >= 0
                             ? request->cube_ply
                             : settings->play_ply - settings->play_ply % 2;
}

__attribute__((format(printf, 2, 3))) static void append(char text[ROLLOUT_WORDS_SIZE],
                                                         const char *format, ...)
{
    size_t length = strlen(text);
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text + length, ROLLOUT_WORDS_SIZE - length, format, args);
    va_end(args);
}

void rollout_request_words(const struct rollout_settings *settings,
                           char text[ROLLOUT_WORDS_SIZE])
{
    text[0] = '\0';
    if (settings->horizon > 0) {
        append(text, "%d half-moves", settings->horizon);
    } else {
        append(text, "to the end");
    }
    append(text, ", plays %d-ply", settings->play_ply);
    if (settings->play_ply > 0) {
        append(text, " %s", settings->filter.name);
    }
    if (settings->is_cubeful) {
        append(text, ", cube %d-ply", settings->cube_ply);
    } else {
        append(text, ", cubeless");
    }
    append(text, ", seed %llu", (unsigned long long)settings->seed);
    if (!settings->reduces_variance) {
        append(text, ", raw");
    } else if (settings->luck_ply > 0) {
        append(text, ", luck %d-ply", settings->luck_ply);
    }
    if (settings->wanted_error > 0.0) {
        append(text, ", error %g", settings->wanted_error);
    }
    if (settings->clear_errors > 0.0) {
        append(text, ", clear %g", settings->clear_errors);
    }
    append(text, "%s%s", settings->has_stratified_dice ? "" : ", independent dice",
           settings->uses_databases ? "" : ", no databases");
}
