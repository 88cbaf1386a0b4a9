#include "cmd/tourney/tourney_saved.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/arena_runner.h"
#include "bot/base/paths.h"

enum { SAVED_PATH_MAX = PATHS_MAX + 32 };

/* What is needed of the conditions: "A=NAME/DIGEST B=NAME/DIGEST length=N ... luck=WHICH/..." */
struct conditions {
    char name[2][PLAYER_NAME_SIZE];
    bool is_share;
    bool is_reduced;
};

/* Copies what stands from behind `begin` to the last slash before `end`. */
static const char *read_name(const char *at, const char *begin, const char *end,
                             char name[PLAYER_NAME_SIZE])
{
    const char *from = strstr(at, begin);
    const char *to = from != NULL ? strstr(from, end) : NULL;
    if (to == NULL) {
        return NULL;
    }
    from += strlen(begin);
    const char *slash = to;
    while (slash > from && *slash != '/') {
        slash--;
    }
    if (slash == from || slash - from >= PLAYER_NAME_SIZE) {
        return NULL;
    }
    memcpy(name, from, (size_t)(slash - from));
    name[slash - from] = '\0';
    return to;
}

static bool read_conditions(const char *text, struct conditions *conditions)
{
    const char *at = read_name(text, "A=", " B=", conditions->name[0]);
    at = at != NULL ? read_name(at, " B=", " length=", conditions->name[1]) : NULL;
    const char *luck = at != NULL ? strstr(at, " luck=") : NULL;
    if (luck == NULL) {
        return false;
    }
    conditions->is_share = strtol(at + strlen(" length="), NULL, 10) > 0;
    conditions->is_reduced = strncmp(luck, " luck=none/", strlen(" luck=none/")) != 0;
    return true;
}

/* The place of a player, who is entered if he is new; -1 if there are too many. */
static int place_of(struct tourney_saved *saved, const char *name, int taken)
{
    struct rating_standings *standings = &saved->standings;
    for (int i = 0; i < standings->count; i++) {
        if (i != taken && strcmp(saved->name[i], name) == 0) {
            return i;
        }
    }
    if (standings->count == RATING_PLAYERS_MAX) {
        return -1;
    }
    int i = standings->count++;
    (void)snprintf(saved->name[i], PLAYER_NAME_SIZE, "%s", name);
    standings->name[i] = saved->name[i];
    return i;
}

static bool enter(struct tourney_saved *saved, const struct conditions *conditions,
                  const struct arena_runner_result *result)
{
    int a = place_of(saved, conditions->name[0], -1);
    int b = place_of(saved, conditions->name[1], a);
    if (a < 0 || b < 0) {
        return false;
    }
    if (result->count > 0) {
        struct arena_figures figures = arena_figures(result->pairs, result->count);
        rating_standings_enter(
            &saved->standings, a, b,
            conditions->is_reduced ? &figures.reduced : &figures.plain, figures.pairs);
    }
    return true;
}

static bool read_match(const char *path, bool is_first, struct tourney_saved *saved,
                       struct error *err)
{
    char text[ARENA_RUNNER_CONDITIONS_MAX];
    struct conditions conditions;
    struct arena_runner_result result;
    if (!arena_runner_read(path, text, &result, err)) {
        return false;
    }
    bool is_good = read_conditions(text, &conditions);
    if (is_good && is_first) {
        saved->standings.is_share = conditions.is_share;
    }
    is_good = is_good && saved->standings.is_share == conditions.is_share &&
              enter(saved, &conditions, &result);
    arena_runner_free(&result);
    return is_good || error_set(err, "%s: not a match of this tournament", path);
}

bool tourney_saved_read(const char *file, struct tourney_saved *saved,
                        struct error *err)
{
    char path[SAVED_PATH_MAX];
    int files = 0;
    *saved = (struct tourney_saved){.standings = {.anchor = -1}};
    if (access(file, F_OK) == 0) {
        return read_match(file, true, saved, err);
    }
    for (int a = 1; a < RATING_PLAYERS_MAX; a++) {
        for (int b = a + 1; b <= RATING_PLAYERS_MAX; b++) {
            (void)snprintf(path, sizeof path, "%.4095s.%d-%d", file, a, b);
            if (access(path, F_OK) == 0 &&
                !read_match(path, files++ == 0, saved, err)) {
                return false;
            }
        }
    }
    return files > 0 ||
           error_set(err, "%s: there is no such file, nor %s.1-2", file, file);
}
