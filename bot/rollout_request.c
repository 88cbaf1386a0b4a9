#include "bot/rollout_request.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/argument.h"

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

enum kind { WHOLE, REAL, FLAG, TEXT };

/* What each option sets. */
static const struct row {
    const char *name;
    enum kind kind;
    double least, most;
    size_t offset; /* in struct rollout_request */
    bool value;    /* what a flag sets */
} rows[] = {
#define IN(field) offsetof(struct rollout_request, field)
    [ROLLOUT_TRIALS - ROLLOUT_OPTION_FIRST] = {"trials", WHOLE, 1, ROLLOUT_TRIALS_MAX,
                                               IN(settings.trials), false},
    [ROLLOUT_TRUNCATE - ROLLOUT_OPTION_FIRST] = {"truncate", WHOLE, 0, 1000,
                                                 IN(settings.horizon), false},
    [ROLLOUT_PLY - ROLLOUT_OPTION_FIRST] = {"rollout-ply", WHOLE, 0, PLY_MAX,
                                            IN(settings.play_ply), false},
    [ROLLOUT_CUBE_PLY - ROLLOUT_OPTION_FIRST] = {"rollout-cube-ply", WHOLE, 0, PLY_MAX,
                                                 IN(cube_ply), false},
    [ROLLOUT_LUCK_PLY - ROLLOUT_OPTION_FIRST] = {"luck-ply", WHOLE, 0, PLY_MAX,
                                                 IN(settings.luck_ply), false},
    [ROLLOUT_CUBELESS - ROLLOUT_OPTION_FIRST] = {"cubeless", FLAG, 0, 0,
                                                 IN(settings.is_cubeful), false},
    [ROLLOUT_SEED -
        ROLLOUT_OPTION_FIRST] = {"seed", WHOLE, 0, 999999999, IN(settings.seed), false},
    [ROLLOUT_ERROR -
        ROLLOUT_OPTION_FIRST] = {"error", REAL, 0, 3, IN(settings.wanted_error), false},
    [ROLLOUT_CLEAR - ROLLOUT_OPTION_FIRST] = {"clear", REAL, 0, 1000,
                                              IN(settings.clear_errors), false},
    [ROLLOUT_CANDIDATES - ROLLOUT_OPTION_FIRST] = {"candidates", WHOLE, 1,
                                                   ROLLOUT_CANDIDATES_MAX,
                                                   IN(candidates), false},
    [ROLLOUT_WITHIN -
        ROLLOUT_OPTION_FIRST] = {"within", REAL, 0, 100, IN(within), false},
    [ROLLOUT_STATE - ROLLOUT_OPTION_FIRST] = {"state", TEXT, 0, 0, IN(state), false},
    [ROLLOUT_RAW - ROLLOUT_OPTION_FIRST] = {"raw", FLAG, 0, 0,
                                            IN(settings.reduces_variance), false},
    [ROLLOUT_INDEPENDENT - ROLLOUT_OPTION_FIRST] = {"independent-dice", FLAG, 0, 0,
                                                    IN(settings.has_stratified_dice),
                                                    false},
    [ROLLOUT_NO_DATABASES - ROLLOUT_OPTION_FIRST] = {"no-databases", FLAG, 0, 0,
                                                     IN(settings.uses_databases),
                                                     false},
#undef IN
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

static bool read_value(const struct row *row, const char *text, int64_t *whole,
                       double *real, struct engine_error *err)
{
    char option[40];
    (void)snprintf(option, sizeof option, "--%s", row->name);
    return row->kind == WHOLE
               ? argument_whole(option, text, (int64_t)row->least, (int64_t)row->most,
                                whole, err)
               : argument_real(option, text, row->least, row->most, real, err);
}

bool rollout_request_take(struct rollout_request *request, int option, const char *text,
                          struct engine_error *err)
{
    const struct row *row = &rows[option - ROLLOUT_OPTION_FIRST];
    char *field = (char *)request + row->offset;
    int64_t whole = 0;
    double real = 0.0;
    if ((row->kind == WHOLE || row->kind == REAL) &&
        !read_value(row, text, &whole, &real, err)) {
        return false;
    }
    int number = (int)whole;
    uint64_t seed = (uint64_t)whole;
    switch (row->kind) {
    case WHOLE:
        if (option == ROLLOUT_SEED) {
            memcpy(field, &seed, sizeof seed);
        } else {
            memcpy(field, &number, sizeof number);
        }
        break;
    case REAL:
        memcpy(field, &real, sizeof real);
        break;
    case FLAG:
        memcpy(field, &row->value, sizeof row->value);
        break;
    case TEXT:
        memcpy(field, &text, sizeof text);
        break;
    }
    return true;
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
