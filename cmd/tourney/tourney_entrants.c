#include "cmd/tourney/tourney.h"

#include <jansson.h>
#include <string.h>

const char *const tourney_luck_words[] = {
    [LUCK_NONE] = "none", [LUCK_PRUNING] = "small",  [LUCK_MAIN] = "big",
    [LUCK_BOTH] = "both", [LUCK_BY_1_PLY] = "1-ply", NULL,
};

/* By the name as it was typed or is shown; -1: none. */
static int find_entrant(const struct tourney_settings *settings, const char *name)
{
    const struct rating_standings *standings = &settings->standings;
    for (int i = 0; i < standings->count; i++) {
        if (strcmp(standings->name[i], name) == 0 ||
            (settings->typed[i] != NULL && strcmp(settings->typed[i], name) == 0)) {
            return i;
        }
    }
    return -1;
}

void tourney_entrants_add(struct tourney_settings *settings, const char *name)
{
    int i = settings->standings.count++;
    settings->typed[i] = name;
    player_spec_shown(name, settings->shown[i]);
    settings->standings.name[i] = settings->shown[i];
}

/* At least two players; with two, a tournament is one match. */
static bool take_entrants(struct tourney_settings *settings,
                          const struct cli_words *words, struct error *err)
{
    if (words->count < 2 || words->count > RATING_PLAYERS_MAX) {
        return error_set(err, "expected 2 to %d players, got %d", RATING_PLAYERS_MAX,
                         words->count);
    }
    for (int i = 0; i < words->count; i++) {
        tourney_entrants_add(settings, words->word[i]);
    }
    return true;
}

/* JSON has names in UTF-8 alone. */
static bool check_json(const struct tourney_settings *settings, struct error *err)
{
    bool is_good = true;
    for (int i = 0; i < settings->standings.count && settings->is_json && is_good;
         i++) {
        json_t *name = json_string(settings->standings.name[i]);
        is_good = name != NULL ||
                  error_set(err,
                            "--json: the name of player %d is not UTF-8: give it "
                            "another one with ,name=NAME",
                            i + 1);
        json_decref(name);
    }
    return is_good;
}

bool tourney_entrants_check_shown(struct tourney_settings *settings, struct error *err)
{
    struct rating_standings *standings = &settings->standings;
    standings->anchor =
        settings->anchor != NULL ? find_entrant(settings, settings->anchor) : -1;
    if (!check_json(settings, err)) {
        return false;
    }
    return settings->anchor == NULL || standings->anchor >= 0 ||
           error_set(err, "--anchor: \"%.100s\" does not play", settings->anchor);
}

/* A and B, or those of the defaults. */
static bool take_two(struct tourney_settings *settings, const struct cli_words *words,
                     struct error *err)
{
    for (int p = 0; p < 2; p++) {
        const char *name = p < words->count ? words->word[p] : settings->name[p];
        if (name == NULL) {
            return error_set(err, "two players are needed");
        }
        tourney_entrants_add(settings, name);
    }
    return words->count <= 2 ||
           error_set(err,
                     "\"%.60s\" is a third player: --round-robin or --gauntlet takes "
                     "more than two",
                     words->word[2]);
}

/* OUT and the files */
static bool take_merge(struct tourney_settings *settings, const struct cli_words *words,
                       struct error *err)
{
    settings->is_merge = true;
    settings->merged = words->count - 2;
    settings->merge = (const char *const *)words->word + 1;
    return words->count >= 3 || error_set(err, "merge needs OUT and FILE...");
}

/* The names in the standings, and in them who stands fixed. */
static bool check_names(struct tourney_settings *settings, struct error *err)
{
    return named_player_check(settings->typed, settings->standings.count, err) &&
           tourney_entrants_check_shown(settings, err);
}

bool tourney_entrants_check(const struct cli_call *call)
{
    struct tourney_settings *settings = call->context;
    if (call->words->count > 0 && strcmp(call->words->word[0], "merge") == 0) {
        return take_merge(settings, call->words, call->err);
    }
    if (settings->has_units && settings->has_sprt) {
        return error_set(call->err, "--sprt needs all pairs, from the first on: join "
                                    "the pieces, then --resume with it");
    }
    if (settings->runner.replays_forfeits && !settings->run.is_resumed) {
        return error_set(call->err, "--replay-forfeits goes with --resume");
    }
    settings->standings.is_share = settings->runner.rules.length > 0;
    if (settings->saved != NULL) {
        return call->words->count == 0 ||
               error_set(call->err, "--report takes no players: they are in its file");
    }
    if (settings->form != TOURNEY_MATCH) {
        return take_entrants(settings, call->words, call->err) &&
               check_names(settings, call->err);
    }
    return take_two(settings, call->words, call->err) &&
           check_names(settings, call->err);
}
