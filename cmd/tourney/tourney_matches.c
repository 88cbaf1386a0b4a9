#include "cmd/tourney/tourney.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "arena/job/ranks.h"
#include "base/text.h"

/* What LUCK_BY_1_PLY was called; result files keep that word. */
static const char luck_1_ply_former[] = "deep";

/* In result files, where a slash ends the name before it. */
static const char slash_of_identity = '|';

bool tourney_matches_next(int pairing[2])
{
    if (++pairing[1] == RATING_PLAYERS_MAX) {
        pairing[1] = ++pairing[0] + 1;
    }
    return pairing[1] < RATING_PLAYERS_MAX;
}

void tourney_matches_path(const char *file, const int pairing[2],
                          char path[TOURNEY_PATH_MAX])
{
    (void)snprintf(path, TOURNEY_PATH_MAX, "%.4095s.%d-%d", file, pairing[0] + 1,
                   pairing[1] + 1);
}

/* What makes a player of this name the same one: the digest of its weights, or an engine's
 * own word. */
static bool describe_player(const struct tourney_match *match, int p,
                            char who[ARENA_PLAYER_IDENTITY_SIZE], struct error *err)
{
    const struct arena_rules *rules = &match->settings->runner.rules;
    const struct arena_player_terms terms = {rules->is_cubeful, rules->seed};
    if (!arena_player_identify(match->player[p], &terms, who, err)) {
        return false;
    }
    if (who[0] == '\0') {
        (void)snprintf(who, ARENA_PLAYER_IDENTITY_SIZE, "%016" PRIx64,
                       named_player_digest(match->player[p]));
    }
    return true;
}

/* What a result file must have been made with, in the words of its first version. Dice of
 * its own stand there as the number of the pairing; `slash` is what an engine's own word has
 * for one. */
static bool put_conditions(struct tourney_match *match, char name[2][PLAYER_NAME_SIZE],
                           int dice, char slash, struct error *err)
{
    char own_dice[24] = "", identity[2][ARENA_PLAYER_IDENTITY_SIZE];
    for (int p = 0; p < 2; p++) {
        memcpy(identity[p], match->identity[p], sizeof identity[p]);
        for (char *at = identity[p]; (at = strchr(at, '/')) != NULL; at++) {
            *at = slash;
        }
    }
    const struct arena_runner_options *runner = &match->settings->runner;
    const struct arena_rules *rules = &runner->rules;
    const char *luck = runner->luck == LUCK_BY_1_PLY ? luck_1_ply_former
                                                     : tourney_luck_words[runner->luck];
    const char *weights = match->settings->is_reduced ? runner->luck_weights : "-";
    if (dice > 0) {
        FORMAT_TEXT(own_dice, " dice=%d", dice);
    }
    int length = snprintf(match->conditions, sizeof match->conditions,
                          "A=%s/%s B=%s/%s length=%d cube=%d jacoby=%d seed=%" PRIu64
                          "%s luck=%s/%s/%016" PRIx64,
                          name[0], identity[0], name[1], identity[1], rules->length,
                          rules->is_cubeful, rules->has_jacoby, rules->seed, own_dice,
                          luck, weights, named_player_digest(weights));
    const char *const specs[] = {match->player[0], match->player[1], weights, NULL};
    named_player_keep_form(match->file, specs, match->conditions);
    return length < (int)sizeof match->conditions ||
           error_set(err, "the names of the players are too long");
}

/* Sets the conditions, and gives pairing `number` of a tournament dice of its own: results
 * with the same dice are not independent, as ratings want them. A file of a version before
 * that, in which all pairings have the same dice, keeps these; and one of a version in which
 * a name ended at a slash of an engine's word keeps that. */
static bool describe_conditions(struct tourney_match *match, int number,
                                struct arena_runner_options *wanted, struct error *err)
{
    char name[2][PLAYER_NAME_SIZE];
    char found[ARENA_RESULTS_CONDITIONS_MAX] = "";
    for (int p = 0; p < 2; p++) {
        if (!player_spec_as_kept(match->name[p], name[p], err) ||
            !describe_player(match, p, match->identity[p], err)) {
            return false;
        }
    }
    bool is_there = wanted->is_resumed && wanted->file != NULL &&
                    arena_results_read_conditions(wanted->file, found);
    for (int form = 0; form < 3; form++) {
        bool has_own_dice = form > 0;
        if (!put_conditions(match, name, has_own_dice ? number : 0,
                            form < 2 ? '/' : slash_of_identity, err)) {
            return false;
        }
        bool is_former = is_there && strcmp(found, match->conditions) == 0;
        if (form == 2 || ranks_share(is_former) != 0) {
            wanted->dice_from =
                has_own_dice ? (int64_t)number * ARENA_RUNNER_PAIRS_MAX : 0;
            match->settings->standings.shares_dice |= number > 0 && !has_own_dice;
            break;
        }
    }
    return true;
}

static bool complete_settings(struct tourney_settings *settings, struct error *err)
{
    struct arena_runner_options *runner = &settings->runner;
    settings->is_reduced = runner->luck != LUCK_NONE;
    runner->minutes = settings->run.minutes;
    runner->is_resumed = settings->run.is_resumed;
    runner->pairs = (settings->games + 1) / 2;
    if (settings->has_units) {
        runner->first = settings->units[0];
        runner->pairs = settings->units[1] + 1;
    }
    runner->stop = &settings->is_over;
    runner->report = tourney_report_progress;
    runner->wants_more = settings->has_sprt ? tourney_report_wants_more : NULL;
    runner->tell_fault = tourney_report_fault;
    if (settings->database != NULL) {
        runner->begin = tourney_database_begin;
        runner->keep = tourney_database_keep;
    }
    if (!long_run_check(&settings->run, err) ||
        !paths_find_weights(settings->run.weights, settings->weights, err)) {
        return false;
    }
    runner->luck_weights =
        settings->luck_weights != NULL ? settings->luck_weights : settings->weights;
    return true;
}

/* "FILE", or "FILE.1-2" in a tournament; "" without one. */
static void name_of_pairing(const struct tourney_match *match, const char *path,
                            char text[TOURNEY_PATH_MAX])
{
    text[0] = '\0';
    if (path != NULL && match->settings->form == TOURNEY_MATCH) {
        (void)snprintf(text, TOURNEY_PATH_MAX, "%.4095s", path);
    } else if (path != NULL) {
        tourney_matches_path(path, match->pairing, text);
    }
}

/* Sets a match of two players, and what the runner gets of it. */
static bool make_match(struct tourney_settings *settings, int number, int a, int b,
                       struct tourney_match *match, struct arena_runner_options *wanted,
                       struct error *err)
{
    *match = (struct tourney_match){.settings = settings, .pairing = {a, b}};
    for (int p = 0; p < 2; p++) {
        match->name[p] = settings->typed[match->pairing[p]];
        named_player_spec(match->name[p], settings->weights, match->player[p]);
        match->shown[p] = settings->shown[match->pairing[p]];
    }
    name_of_pairing(match, settings->run.save, match->file);
    name_of_pairing(match, settings->records, match->records);
    tourney_report_begin(match);
    *wanted = settings->runner;
    wanted->player[0] = match->player[0];
    wanted->player[1] = match->player[1];
    wanted->file = match->file[0] != '\0' ? match->file : NULL;
    wanted->conditions = match->conditions;
    wanted->context = match;
    if (match->records[0] != '\0') {
        match->record = tourney_record_new(match);
        if (match->record == NULL) {
            return error_no_memory(err);
        }
        wanted->watcher = (struct arena_watcher){tourney_record_tell, match->record};
    }
    return describe_conditions(match, number, wanted, err);
}

bool tourney_matches_make(struct tourney_settings *settings, struct tourney *tourney,
                          struct error *err)
{
    const int count = settings->standings.count;
    bool is_good = complete_settings(settings, err);
    for (int a = 0; a < (settings->form == TOURNEY_GAUNTLET ? 1 : count); a++) {
        for (int b = a + 1; b < count && is_good; b++) {
            int i = tourney->count++;
            is_good = make_match(settings, i, a, b, &tourney->match[i],
                                 &tourney->options[i], err);
        }
    }
    return is_good;
}

bool tourney_matches_close(struct tourney *tourney, struct error *err)
{
    bool is_good = true;
    for (int i = 0; i < tourney->count; i++) {
        struct tourney_match *match = &tourney->match[i];
        if (match->record != NULL &&
            !tourney_record_free(match->record, is_good ? err : NULL)) {
            is_good = false;
        }
        match->record = NULL;
    }
    return is_good;
}
