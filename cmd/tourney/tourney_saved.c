#include "cmd/tourney/tourney_saved.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bot/base/paths.h"

enum { SAVED_PATH_MAX = PATHS_MAX + 32 };

/* What is needed of the conditions: "A=NAME/DIGEST B=NAME/DIGEST length=N ...
 * luck=WHICH/..." */
struct conditions {
    char name[2][PLAYER_NAME_SIZE];
    struct arena_rules rules;
    bool is_reduced;
};

/* The number behind the word `key`; 0 if it is not there. */
static uint64_t number_behind(const char *at, const char *key)
{
    const char *from = strstr(at, key);
    return from != NULL ? strtoull(from + strlen(key), NULL, 10) : 0;
}

/* The rules stand in one row behind the players. */
static struct arena_rules read_rules(const char *at)
{
    uint64_t length = number_behind(at, " length=");
    return (struct arena_rules){.length = length <= MATCH_LENGTH_MAX ? (int)length
                                                                     : MATCH_LENGTH_MAX,
                                .is_cubeful = number_behind(at, " cube=") > 0,
                                .has_jacoby = number_behind(at, " jacoby=") > 0,
                                .seed = number_behind(at, " seed=")};
}

/* Copies what stands from behind `begin` to the last slash before `end`, in the words of
 * today. */
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
    char kept[PLAYER_NAME_SIZE] = "";
    memcpy(kept, from, (size_t)(slash - from));
    return player_spec_as_typed(kept, name) ? to : NULL;
}

/* Returns what stands behind the players; NULL: there are none. */
static const char *read_players(const char *text, char name[2][PLAYER_NAME_SIZE])
{
    const char *at = read_name(text, "A=", " B=", name[0]);
    return at != NULL ? read_name(at, " B=", " length=", name[1]) : NULL;
}

bool tourney_saved_players(const char *conditions, char name[2][PLAYER_NAME_SIZE])
{
    return read_players(conditions, name) != NULL;
}

static bool read_conditions(const char *text, struct conditions *conditions)
{
    const char *at = read_players(text, conditions->name);
    const char *luck = at != NULL ? strstr(at, " luck=") : NULL;
    if (luck == NULL) {
        return false;
    }
    conditions->rules = read_rules(at);
    conditions->is_reduced = strncmp(luck, " luck=none/", strlen(" luck=none/")) != 0;
    return true;
}

/* The place of a player, entered if new; -1 if there are too many. */
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
    player_spec_shown(name, saved->shown[i]);
    standings->name[i] = saved->shown[i];
    return i;
}

/* Enters the match that stands behind the others. */
static bool enter(struct tourney_saved *saved, const struct conditions *conditions)
{
    struct tourney_saved_match *match = &saved->match[saved->count];
    const struct arena_results *results = &match->results;
    match->player[0] = place_of(saved, conditions->name[0], -1);
    match->player[1] = place_of(saved, conditions->name[1], match->player[0]);
    if (match->player[0] < 0 || match->player[1] < 0) {
        return false;
    }
    saved->is_reduced = conditions->is_reduced;
    saved->standings.shares_dice |=
        saved->count > 0 && strstr(match->conditions, " dice=") == NULL;
    if (results->count > 0) {
        arena_pairs_sort(results->pairs, results->count);
        struct arena_figures figures = arena_figures(results->pairs, results->count);
        rating_standings_enter(
            &saved->standings, match->player[0], match->player[1],
            conditions->is_reduced ? &figures.reduced : &figures.plain, figures.pairs);
    }
    return true;
}

static bool read_saved_match(const char *path, struct tourney_saved *saved,
                             struct error *err)
{
    struct conditions conditions;
    struct tourney_saved_match *match = &saved->match[saved->count];
    if (!arena_results_read(path, match->conditions, &match->results, err)) {
        return false;
    }
    bool is_good = read_conditions(match->conditions, &conditions);
    if (is_good && saved->count == 0) {
        saved->rules = conditions.rules;
        saved->standings.is_share = conditions.rules.length > 0;
    }
    is_good = is_good && saved->rules.length == conditions.rules.length &&
              enter(saved, &conditions);
    saved->count++; /* so that it is freed in any case */
    return is_good || error_set(err, "%s: not a match of this tournament", path);
}

bool tourney_saved_read(const char *file, struct tourney_saved *saved,
                        struct error *err)
{
    char path[SAVED_PATH_MAX];
    *saved = (struct tourney_saved){.standings = {.anchor = -1}};
    if (access(file, F_OK) == 0) {
        return read_saved_match(file, saved, err);
    }
    for (int a = 1; a < RATING_PLAYERS_MAX; a++) {
        for (int b = a + 1; b <= RATING_PLAYERS_MAX; b++) {
            (void)snprintf(path, sizeof path, "%.4095s.%d-%d", file, a, b);
            if (access(path, F_OK) == 0 && !read_saved_match(path, saved, err)) {
                return false;
            }
        }
    }
    return saved->count > 0 ||
           error_set(err, "%s: there is no such file, nor %s.1-2", file, file);
}

void tourney_saved_free(struct tourney_saved *saved)
{
    for (int i = 0; saved != NULL && i < saved->count; i++) {
        arena_results_free(&saved->match[i].results);
    }
    free(saved);
}
