#include "cmd/tourney/tourney.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/* Where the rules begin; players before may have the word in their names, too. */
static const char *find_rules(const char *at)
{
    const char *last = NULL;
    while ((at = strstr(at, " length=")) != NULL) {
        last = at++;
    }
    return last;
}

/* Copies what stands from behind `begin` to the last slash before `to`, in the words of
 * today. */
static const char *read_name(const char *at, const char *begin, const char *to,
                             char name[PLAYER_NAME_SIZE])
{
    const char *from = strstr(at, begin);
    if (from == NULL || to == NULL) {
        return NULL;
    }
    from += strlen(begin);
    if (to < from) {
        return NULL;
    }
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

/* Where the second player begins: behind a digest, or an engine's word, which ends with a
 * bracket; the first one may have " B=" in its name, too. */
static const char *find_second(const char *conditions)
{
    enum { DIGITS = 16 };
    const char *first = *conditions != '\0' ? strstr(conditions + 1, " B=") : NULL;
    for (const char *at = first; at != NULL; at = strstr(at + 1, " B=")) {
        if (at[-1] == ')' || (at - conditions > DIGITS && at[-DIGITS - 1] == '/' &&
                              strspn(at - DIGITS, "0123456789abcdef") == DIGITS)) {
            return at;
        }
    }
    return first;
}

const char *tourney_saved_players(const char *conditions,
                                  char name[2][PLAYER_NAME_SIZE])
{
    const char *at = read_name(conditions, "A=", find_second(conditions), name[0]);
    return at != NULL ? read_name(at, " B=", find_rules(at), name[1]) : NULL;
}

static bool read_conditions(const char *text, struct conditions *conditions)
{
    const char *at = tourney_saved_players(text, conditions->name);
    const char *luck = at != NULL ? strstr(at, " luck=") : NULL;
    if (luck == NULL) {
        return false;
    }
    conditions->rules = read_rules(at);
    conditions->is_reduced = strncmp(luck, " luck=none/", strlen(" luck=none/")) != 0;
    return true;
}

/* The place of a player, entered if new; -1 if there are too many. */
static int place_of(struct tourney_settings *settings, struct tourney *tourney,
                    const char *name, int taken)
{
    const int count = settings->standings.count;
    for (int i = 0; i < count; i++) {
        if (i != taken && strcmp(tourney->name[i], name) == 0) {
            return i;
        }
    }
    if (count == RATING_PLAYERS_MAX) {
        return -1;
    }
    (void)snprintf(tourney->name[count], PLAYER_NAME_SIZE, "%s", name);
    tourney_entrants_add(settings, tourney->name[count]);
    return count;
}

/* Enters the match that stands behind the others. */
static bool enter(struct tourney_settings *settings, struct tourney *tourney,
                  const struct conditions *conditions)
{
    struct tourney_match *match = &tourney->match[tourney->count];
    const struct arena_runner_result *result = &tourney->result[tourney->count];
    int *pairing = match->pairing;
    pairing[0] = place_of(settings, tourney, conditions->name[0], -1);
    pairing[1] = place_of(settings, tourney, conditions->name[1], pairing[0]);
    if (pairing[0] < 0 || pairing[1] < 0) {
        return false;
    }
    match->settings = settings;
    settings->is_reduced = conditions->is_reduced;
    settings->standings.shares_dice |=
        tourney->count > 0 && strstr(match->conditions, " dice=") == NULL;
    if (result->count > 0) {
        struct arena_figures figures = arena_figures(result->pairs, result->count);
        tourney_report_enter(match, &figures, &settings->standings);
    }
    return true;
}

static bool is_same(struct arena_pair *a, struct arena_pair *b)
{
    bool is = !(a->plain < b->plain || a->plain > b->plain || a->reduced < b->reduced ||
                a->reduced > b->reduced);
    for (int i = 0; i < ARENA_COUNTS; i++) {
        is = is && *arena_pair_count(a, i) == *arena_pair_count(b, i);
    }
    return is && a->forfeited[0] == b->forfeited[0] &&
           a->forfeited[1] == b->forfeited[1];
}

bool tourney_saved_order(struct arena_results *all, struct error *err)
{
    int64_t kept = 0;
    arena_pairs_sort(all->pairs, all->count);
    for (int64_t i = 0; i < all->count; i++) {
        struct arena_pair *pair = &all->pairs[i];
        if (kept > 0 && all->pairs[kept - 1].number == pair->number) {
            if (!is_same(&all->pairs[kept - 1], pair)) {
                return error_set(err, "pair %" PRId64 " has two different results",
                                 pair->number);
            }
        } else {
            all->pairs[kept++] = *pair;
        }
    }
    all->count = kept;
    return true;
}

static bool read_saved_match(const char *path, struct tourney_settings *settings,
                             struct tourney *tourney, struct error *err)
{
    struct conditions conditions;
    struct arena_results results;
    struct error why;
    struct tourney_match *match = &tourney->match[tourney->count];
    if (!arena_results_read(path, match->conditions, &results, err)) {
        return false;
    }
    if (!tourney_saved_order(&results, &why)) {
        arena_results_free(&results);
        return error_in_path(err, &why, path);
    }
    tourney->result[tourney->count].pairs = results.pairs;
    tourney->result[tourney->count].count = results.count;
    bool is_good = read_conditions(match->conditions, &conditions);
    if (is_good && tourney->count == 0) {
        settings->runner.rules = conditions.rules;
        settings->standings.is_share = conditions.rules.length > 0;
    }
    is_good = is_good && settings->runner.rules.length == conditions.rules.length &&
              enter(settings, tourney, &conditions);
    tourney->count++; /* so that it is freed in any case */
    return is_good || error_at_path(err, 0, path, "not a match of this tournament");
}

bool tourney_saved_read(struct tourney_settings *settings, struct tourney *tourney,
                        struct error *err)
{
    char path[TOURNEY_PATH_MAX];
    const char *file = settings->saved;
    if (access(file, F_OK) == 0) {
        return read_saved_match(file, settings, tourney, err);
    }
    for (int pairing[2] = {0, 0}; tourney_matches_next(pairing);) {
        tourney_matches_path(file, pairing, path);
        if (access(path, F_OK) == 0 &&
            !read_saved_match(path, settings, tourney, err)) {
            return false;
        }
    }
    return tourney->count > 0 ||
           error_set(err, "%s: there is no such file, nor %s.1-2", file, file);
}
