#include "bot/analyse/rollout_request.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

static bool note_given(const struct cli_call *call)
{
    struct rollout_request *request = call->context;
    request->is_given = true;
    return true;
}

const struct cli_option rollout_request_options[] = {
    {"trials", CLI_INT(struct rollout_request, settings.trials, 1, ROLLOUT_TRIALS_MAX),
     .initial = "1296", .take = note_given,
     .help = "Games of each candidate; multiples of 36 are best."},
    {"truncate", CLI_INT(struct rollout_request, settings.horizon, 0, 1000),
     .initial = "0", .take = note_given,
     .help = "Truncate games after N half-moves and evaluate them by the nets; 0: play "
             "them to the end."},
    {"rollout-ply",
     CLI_INT(struct rollout_request, settings.play_ply, 0, SEARCH_PLY_MAX),
     .initial = "0", .take = note_given,
     .help = "Look-ahead of checker plays in the games."},
    {"rollout-cube-ply", CLI_INT(struct rollout_request, cube_ply, 0, SEARCH_PLY_MAX),
     .otherwise = "as --rollout-ply, one less where that is odd", .take = note_given,
     .help =
         "Look-ahead of cube actions in the games; an odd number is the next even one."},
    {"luck-ply", CLI_INT(struct rollout_request, settings.luck_ply, 0, SEARCH_PLY_MAX),
     .initial = "0", .take = note_given,
     .help = "Look-ahead that measures the luck of the rolls."},
    {"cubeless", CLI_UNSET(struct rollout_request, settings.is_cubeful),
     .take = note_given, .help = "Play the games without the cube."},
    {"seed", CLI_SEED(struct rollout_request, settings.seed), .initial = "1",
     .take = note_given, .help = "Seed of the dice."},
    {"error", CLI_REAL(struct rollout_request, settings.wanted_error, 0, 3),
     .argument = "E", .take = note_given,
     .help = "Stop when all standard errors are at most E."},
    {"clear", CLI_REAL(struct rollout_request, settings.clear_errors, 0, 1000),
     .argument = "N", .take = note_given,
     .help = "Stop rolling out a play that is N joint standard errors behind the best, "
             "and stop when one play is left, or a cube action is as clear."},
    {"candidates",
     CLI_INT(struct rollout_request, candidates, 1, ROLLOUT_CANDIDATES_MAX),
     .initial = "5", .take = note_given,
     .help = "Roll out the best N plays of the search."},
    {"within", CLI_REAL(struct rollout_request, within, 0, 100), .argument = "E",
     .initial = "0.2", .take = note_given,
     .help = "Leave out plays further than E behind the best."},
    {"state", CLI_FILE(struct rollout_request, state), .take = note_given,
     .help = "Save to FILE, and continue it if it exists. For one position: standard "
             "input is read to its end before it begins.",
     .more =
         "A rollout that was stopped ends with the same numbers as one that was not, "
         "and more trials can be asked for later."},
    {"raw", CLI_UNSET(struct rollout_request, settings.reduces_variance),
     .take = note_given, .help = "Do not use variance reduction."},
    {"independent-dice",
     CLI_UNSET(struct rollout_request, settings.has_stratified_dice),
     .take = note_given, .help = "Do not stratify the dice."},
    {"no-databases", CLI_UNSET(struct rollout_request, settings.uses_databases),
     .take = note_given,
     .help = "Play on where a bearoff database or the race net knows the result."},
    {0},
};

void rollout_request_complete(struct rollout_request *request)
{
    struct rollout_settings *settings = &request->settings;
    settings->cube_ply = request->cube_ply >= 0
                             ? strength_cube_ply(request->cube_ply)
                             : settings->play_ply - settings->play_ply % 2;
}

void rollout_request_words(const struct rollout_settings *settings,
                           char text[ROLLOUT_WORDS_SIZE])
{
    text[0] = '\0';
    if (settings->horizon > 0) {
        text_add(text, ROLLOUT_WORDS_SIZE, "%d half-moves", settings->horizon);
    } else {
        text_add(text, ROLLOUT_WORDS_SIZE, "to the end");
    }
    text_add(text, ROLLOUT_WORDS_SIZE, ", plays %d-ply", settings->play_ply);
    if (settings->play_ply > 0) {
        text_add(text, ROLLOUT_WORDS_SIZE, " %s", settings->filter.name);
    }
    if (settings->is_cubeful) {
        text_add(text, ROLLOUT_WORDS_SIZE, ", cube %d-ply", settings->cube_ply);
    } else {
        text_add(text, ROLLOUT_WORDS_SIZE, ", cubeless");
    }
    text_add(text, ROLLOUT_WORDS_SIZE, ", seed %llu",
             (unsigned long long)settings->seed);
    if (!settings->reduces_variance) {
        text_add(text, ROLLOUT_WORDS_SIZE, ", raw");
    } else if (settings->luck_ply > 0) {
        text_add(text, ROLLOUT_WORDS_SIZE, ", luck %d-ply", settings->luck_ply);
    }
    if (settings->wanted_error > 0.0) {
        text_add(text, ROLLOUT_WORDS_SIZE, ", error %g", settings->wanted_error);
    }
    if (settings->clear_errors > 0.0) {
        text_add(text, ROLLOUT_WORDS_SIZE, ", clear %g", settings->clear_errors);
    }
    text_add(text, ROLLOUT_WORDS_SIZE, "%s%s",
             settings->has_stratified_dice ? "" : ", independent dice",
             settings->uses_databases ? "" : ", no databases");
}
