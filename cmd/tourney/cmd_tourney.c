/* `fibsbot tourney`: players against each other, with duplicate dice and variance reduction;
 * and `fibsbot lab match`, its former name. */

#include <inttypes.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/player_spec.h"
#include "arena/rating/rating.h"
#include "base/argument.h"
#include "cmd/tool/lab_run.h"
#include "cmd/tool/subcommand.h"
#include "cmd/tourney/tourney_live.h"
#include "cmd/tourney/tourney_record.h"
#include "cmd/tourney/tourney_report.h"
#include "cmd/tourney/tourney_saved.h"
#include "cmd/tourney/tourney_table.h"

/* ---- options --------------------------------------------------------------------- */

static const char *const luck_words[] = {
    [LUCK_NONE] = "none", [LUCK_PRUNING] = "small",  [LUCK_MAIN] = "big",
    [LUCK_BOTH] = "both", [LUCK_BY_1_PLY] = "1-ply", NULL,
};

/* What --luck 1-ply was called; result files keep the word. */
static const char luck_1_ply_former[] = "deep";

enum { GAMES_LEAST = 2 };
#define ERROR_LEAST 1e-9 /* of --alpha and --beta */
#define ERROR_MOST  0.4

/* Matches are played with the cube. */
static bool set_cubeful(const struct cli_call *call)
{
    struct arena_settings *settings = call->context;
    settings->runner.rules.is_cubeful = true;
    return true;
}

static bool take_luck(const struct cli_call *call)
{
    struct arena_settings *settings = call->context;
    const char *word = call->value;
    if (strcmp(word, luck_1_ply_former) == 0) {
        fprintf(stderr, "--luck %s is now called --luck %s\n", word,
                luck_words[LUCK_BY_1_PLY]);
        word = luck_words[LUCK_BY_1_PLY];
    }
    for (int i = 0; luck_words[i] != NULL; i++) {
        if (strcmp(word, luck_words[i]) == 0) {
            settings->runner.luck = (enum luck_evaluation)i;
            return true;
        }
    }
    return error_set(call->err,
                     "expected none, small, big, both or 1-ply, found \"%.40s\"", word);
}

/* "LOW:HIGH" */
static bool take_sprt(const struct cli_call *call)
{
    char *colon = NULL, *end = NULL;
    struct arena_settings *settings = call->context;
    struct rating_sprt *sprt = &settings->sprt;
    sprt->low = strtod(call->value, &colon);
    settings->has_sprt = colon != call->value && *colon == ':';
    if (settings->has_sprt) {
        sprt->high = strtod(colon + 1, &end);
        settings->has_sprt = end != colon + 1 && *end == '\0' && isfinite(sprt->low) &&
                             isfinite(sprt->high) && sprt->low < sprt->high;
    }
    return settings->has_sprt ||
           error_set(call->err, "expected LOW:HIGH, found \"%.40s\"", call->value);
}

static const struct cli_option options[] = {
    {"round-robin", CLI_SET(struct arena_settings, form, FORM_ROUND_ROBIN),
     .help =
         "Every player meets every other; prints a table of all with ratings from all "
         "pairings together and 95 % intervals."},
    {"gauntlet", CLI_SET(struct arena_settings, form, FORM_GAUNTLET),
     .help = "The first player meets each of the others."},
    {"anchor", CLI_TEXT(struct arena_settings, anchor), .argument = "PLAYER",
     .otherwise = "the mean of all ratings is 0",
     .help =
         "Ratings count from this player; the errors of the others are those of the "
         "difference."},
    {"anchor-rating",
     CLI_REAL(struct arena_settings, standings.anchor_rating, -1e5, 1e5),
     .argument = "N", .initial = "0", .help = "Rating of the player of --anchor."},
    {"sprt", CLI_CALL(take_sprt), .argument = "LOW:HIGH",
     .help =
         "Stop as soon as a sequential test decides that A's result is LOW or HIGH: "
         "points a game, or Elo of matches. It counts the pairs in the order of their "
         "numbers, so that --threads and --resume change neither verdict nor number; "
         "pairs played beyond it are kept in the file of --save."},
    {"alpha", CLI_REAL(struct arena_settings, sprt.alpha, ERROR_LEAST, ERROR_MOST),
     .argument = "X", .initial = ".05",
     .help = "Chance that --sprt decides for HIGH although LOW is true."},
    {"beta", CLI_REAL(struct arena_settings, sprt.beta, ERROR_LEAST, ERROR_MOST),
     .argument = "X", .initial = ".05",
     .help = "Chance that --sprt decides for LOW although HIGH is true."},
    {"length", CLI_INT(struct arena_settings, runner.rules.length, 1, MATCH_LENGTH_MAX),
     .take = set_cubeful, .help = "Play matches to N points instead of money games."},
    {"cube", CLI_FLAG(struct arena_settings, runner.rules.is_cubeful),
     .help = "Play money games with the cube."},
    {"cubeless", CLI_UNSET(struct arena_settings, runner.rules.is_cubeful),
     .help = "Play money games without the cube."},
    {"jacoby", CLI_FLAG(struct arena_settings, runner.rules.has_jacoby),
     .help = "In money games gammons count once the cube is turned."},
    {"games",
     CLI_WHOLE(struct arena_settings, games, GAMES_LEAST, 2LL * ARENA_RUNNER_PAIRS_MAX),
     .help = "Games or matches; an odd number is rounded up."},
    LAB_SEED(struct arena_settings, runner.rules.seed),
    {"threads",
     CLI_INT(struct arena_settings, runner.threads, 1, ARENA_RUNNER_THREADS_MAX),
     .initial = "1", .help = "Use N threads, each with players of its own."},
    {"recover", CLI_FLAG(struct arena_settings, runner.has_recovery),
     .help =
         "Start a player that fails again, and play the pair again; three faults of "
         "a player in a pair forfeit it: a point a game, or the matches. This is "
         "the default."},
    {"no-recover", CLI_UNSET(struct arena_settings, runner.has_recovery),
     .help = "Stop at the first fault of a player, with exit status 1."},
    {"luck", CLI_CALL(take_luck), .argument = "WHICH", .words = luck_words,
     .initial = "both",
     .help =
         "What measures luck: small (the pruning net), big (the main net), both (the "
         "main net, on the best candidates of the pruning net), 1-ply (a 1-ply search) "
         "or none."},
    {"luck-weights", CLI_FOLDER(struct arena_settings, luck_weights),
     .argument = "PATH", .otherwise = "the shipped ones",
     .help = "Weights that measure luck: a folder or, cubeless, FILE.net."},
    {"judge", CLI_RENAMED("luck-weights")},
    {"record", CLI_FOLDER(struct arena_settings, records),
     .help = "Write a Jellyfish .mat file of every match or game."},
    {"save", CLI_FILE(struct arena_settings, run.save),
     .help = "Write the result of each pair to a new FILE. A tournament has a file for "
             "each match, FILE.1-2 and so on."},
    {CLI_ROWS(lab_run_options, offsetof(struct arena_settings, run))},
    {"report", CLI_FILE(struct arena_settings, saved),
     .help =
         "Play nothing: print the standings of the match or tournament whose results "
         "are in FILE (that of --save), finished or running; also with --json, --csv "
         "and --anchor."},
    {"json", CLI_FLAG(struct arena_settings, is_json),
     .help =
         "Print one object on standard output, and one more with the standings of a "
         "tournament."},
    {"csv", CLI_FLAG(struct arena_settings, is_csv),
     .help = "Print the standings alone, as CSV."},
    {0},
};

static int find_entrant(const struct rating_standings *standings, int count,
                        const char *name)
{
    int i = 0;
    while (i < count && strcmp(standings->name[i], name) != 0) {
        i++;
    }
    return i < count ? i : -1;
}

/* At least two players, each once; with two, a tournament is one match. */
static bool take_entrants(struct arena_settings *settings,
                          const struct cli_words *words, struct error *err)
{
    struct rating_standings *standings = &settings->standings;
    standings->count = words->count;
    standings->is_share = settings->runner.rules.length > 0;
    if (standings->count < 2 || standings->count > RATING_PLAYERS_MAX) {
        return error_set(err, "expected 2 to %d players, got %d", RATING_PLAYERS_MAX,
                         standings->count);
    }
    for (int i = 0; i < standings->count; i++) {
        if (find_entrant(standings, i, words->word[i]) >= 0) {
            return error_set(err, "\"%.100s\" is there twice", words->word[i]);
        }
        standings->name[i] = words->word[i];
    }
    return true;
}

static bool find_anchor(struct arena_settings *settings, struct error *err)
{
    struct rating_standings *standings = &settings->standings;
    standings->anchor =
        settings->anchor != NULL
            ? find_entrant(standings, standings->count, settings->anchor)
            : -1;
    return settings->anchor == NULL || standings->anchor >= 0 ||
           error_set(err, "--anchor: \"%.100s\" does not play", settings->anchor);
}

/* A and B, then GAMES and SEED, which --games and --seed set too. */
static bool check_options(const struct cli_call *call)
{
    struct arena_settings *settings = call->context;
    if (settings->saved != NULL) {
        return call->words->count == 0 ||
               error_set(call->err, "--report takes no players: they are in its file");
    }
    if (settings->form != FORM_MATCH) {
        return take_entrants(settings, call->words, call->err) &&
               find_anchor(settings, call->err);
    }
    for (int p = 0; p < 2; p++) {
        settings->name[p] =
            p < call->words->count ? call->words->word[p] : settings->name[p];
        if (settings->name[p] == NULL) {
            return error_set(call->err, "two players are needed");
        }
        settings->standings.name[p] = settings->name[p];
    }
    settings->standings.count = 2;
    settings->standings.is_share = settings->runner.rules.length > 0;
    if (!find_anchor(settings, call->err)) {
        return false;
    }
    if (call->words->count > 4) {
        return error_set(call->err, "\"%.60s\" is not expected", call->words->word[4]);
    }
    return (call->words->count < 3 ||
            argument_whole("GAMES", call->words->word[2], GAMES_LEAST,
                           2LL * ARENA_RUNNER_PAIRS_MAX, &settings->games,
                           call->err)) &&
           (call->words->count < 4 ||
            argument_seed(call->words->word[3], &settings->runner.rules.seed,
                          call->err));
}

/* ---- what follows from them ------------------------------------------------------ */

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

/* What a result file must have been made with, in the words of its first version. */
static bool describe_conditions(struct tourney_match *match, struct error *err)
{
    char name[2][PLAYER_NAME_SIZE];
    char who[2][ARENA_PLAYER_IDENTITY_SIZE];
    const struct arena_runner_options *runner = &match->settings->runner;
    const struct arena_rules *rules = &runner->rules;
    const char *luck =
        runner->luck == LUCK_BY_1_PLY ? luck_1_ply_former : luck_words[runner->luck];
    const char *weights = runner->luck != LUCK_NONE ? runner->luck_weights : "-";
    for (int p = 0; p < 2; p++) {
        if (!player_spec_as_kept(match->name[p], name[p], err) ||
            !describe_player(match, p, who[p], err)) {
            return false;
        }
    }
    int length = snprintf(match->conditions, sizeof match->conditions,
                          "A=%s/%s B=%s/%s length=%d cube=%d jacoby=%d "
                          "seed=%" PRIu64 " luck=%s/%s/%016" PRIx64,
                          name[0], who[0], name[1], who[1], rules->length,
                          rules->is_cubeful, rules->has_jacoby, rules->seed, luck,
                          weights, named_player_digest(weights));
    return length < (int)sizeof match->conditions ||
           error_set(err, "the names of the players are too long");
}

static bool complete_settings(struct arena_settings *settings, struct error *err)
{
    struct arena_runner_options *runner = &settings->runner;
    runner->minutes = settings->run.minutes;
    runner->is_resumed = settings->run.is_resumed;
    runner->pairs = (settings->games + 1) / 2;
    runner->stop = &settings->is_over;
    runner->report = tourney_report_progress;
    runner->wants_more = settings->has_sprt ? tourney_report_wants_more : NULL;
    runner->tell_fault = tourney_report_fault;
    if (!lab_run_check(&settings->run, err) ||
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
    if (path != NULL && match->settings->form == FORM_MATCH) {
        (void)snprintf(text, TOURNEY_PATH_MAX, "%.4095s", path);
    } else if (path != NULL) {
        (void)snprintf(text, TOURNEY_PATH_MAX, "%.4095s.%d-%d", path,
                       match->pairing[0] + 1, match->pairing[1] + 1);
    }
}

/* Sets a match of two players, and what the runner is told of it. */
static bool make_match(struct arena_settings *settings, int a, int b,
                       struct tourney_match *match, struct arena_runner_options *wanted,
                       struct error *err)
{
    *match = (struct tourney_match){.settings = settings, .pairing = {a, b}};
    for (int p = 0; p < 2; p++) {
        match->name[p] = settings->standings.name[match->pairing[p]];
        named_player_spec(match->name[p], settings->weights, match->player[p]);
        player_spec_shown(match->name[p], match->shown[p]);
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
        const char *const shown[2] = {match->shown[0], match->shown[1]};
        match->record =
            tourney_record_new(match->records, shown, settings->runner.rules.length,
                               settings->runner.is_resumed);
        wanted->watcher = (struct arena_watcher){tourney_record_tell, match->record};
    }
    return describe_conditions(match, err);
}

/* ---- running --------------------------------------------------------------------- */

enum { MATCHES_MAX = RATING_PLAYERS_MAX * (RATING_PLAYERS_MAX - 1) / 2 };

/* All matches and what becomes of them. */
struct tourney {
    struct tourney_match match[MATCHES_MAX];
    struct arena_runner_options options[MATCHES_MAX];
    struct arena_runner_result result[MATCHES_MAX];
    int count;
};

static bool make_matches(struct arena_settings *settings, struct tourney *tourney,
                         struct error *err)
{
    const int count = settings->standings.count;
    bool is_good = complete_settings(settings, err);
    for (int a = 0; a < (settings->form == FORM_GAUNTLET ? 1 : count); a++) {
        for (int b = a + 1; b < count && is_good; b++) {
            int i = tourney->count++;
            is_good = make_match(settings, a, b, &tourney->match[i],
                                 &tourney->options[i], err);
        }
    }
    return is_good;
}

/* Returns a player who is not installed; NULL if all are. */
static const char *find_missing(const struct tourney *tourney)
{
    for (int i = 0; i < tourney->count; i++) {
        for (int p = 0; p < 2; p++) {
            if (!arena_player_is_installed(tourney->match[i].player[p])) {
                return tourney->match[i].name[p];
            }
        }
    }
    return NULL;
}

static void report_match(const struct tourney_match *match,
                         const struct arena_runner_result *result)
{
    struct arena_figures figures = arena_figures(result->pairs, result->count);
    tourney_report_enter(match, &figures);
    if (match->settings->is_json) {
        tourney_report_json(match, result);
    } else if (!match->settings->is_csv) {
        tourney_report_print(match, result);
    }
}

static bool close_records(struct tourney *tourney, struct error *err)
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

/* Reports all matches. Returns whether all were played to their end. */
static bool report_matches(struct tourney *tourney)
{
    bool is_complete = true;
    for (int i = 0; i < tourney->count; i++) {
        const struct tourney_match *match = &tourney->match[i];
        struct arena_runner_result *result = &tourney->result[i];
        if (result->count > 0) {
            report_match(match, result);
        }
        is_complete = is_complete && (result->count == tourney->options[i].pairs ||
                                      match->test.state != RATING_SPRT_OPEN);
        arena_runner_free(result);
    }
    return is_complete;
}

/* Returns an exit status. */
static int play_matches(struct arena_settings *settings, struct tourney *tourney,
                        struct error *err)
{
    const char *missing = find_missing(tourney);
    if (missing != NULL) {
        fprintf(stderr, "fibsbot tourney: skipped: %s is not installed\n", missing);
        return LAB_SKIPPED;
    }
    atomic_store(&settings->is_over, lab_is_stopped());
    bool is_good =
        arena_runner_play_all(tourney->options, tourney->count, tourney->result, err);
    if (!close_records(tourney, is_good ? err : NULL)) {
        is_good = false;
    }
    tourney_live_clear(settings);
    bool is_complete = report_matches(tourney);
    return !is_good ? 1 : is_complete ? 0 : LAB_STOPPED;
}

static int run_tourney(struct arena_settings *settings, struct error *err)
{
    struct tourney *tourney = calloc(1, sizeof *tourney);
    int status = 2;
    if (tourney == NULL) {
        error_set(err, "out of memory");
        return 1;
    }
    if (make_matches(settings, tourney, err)) {
        status = play_matches(settings, tourney, err);
    }
    (void)close_records(tourney, NULL);
    free(tourney);
    return status;
}

/* With a match alone its report says it all. */
static void print_standings(const struct arena_settings *settings)
{
    if (settings->is_csv) {
        tourney_table_csv(&settings->standings, stdout);
    } else if (settings->form != FORM_MATCH || settings->saved != NULL) {
        if (settings->is_json) {
            tourney_table_json(&settings->standings, stdout);
        } else {
            tourney_table_print(&settings->standings, true, stdout);
        }
    }
}

/* A word as a shell reads it. */
static void print_word(const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789_-+=:,./%@";
    if (word[0] != '\0' && word[strspn(word, plain)] == '\0') {
        fprintf(stderr, " %s", word);
        return;
    }
    fputs(" '", stderr);
    for (; *word != '\0'; word++) {
        fputs(*word == '\'' ? "'\\''" : (char[]){*word, '\0'}, stderr);
    }
    fputc('\'', stderr);
}

static void tell_how_to_go_on(const struct arena_settings *settings,
                              const struct cli_words *words)
{
    if (settings->run.save == NULL) {
        fputs(
            "fibsbot tourney: stopped; the same command with --save and --resume could "
            "continue\n",
            stderr);
        return;
    }
    fputs("fibsbot tourney: stopped; the same command with --save and --resume "
          "continues:\n    fibsbot",
          stderr);
    fputs(strcmp(words->argv[0], "match") == 0 ? " lab" : "", stderr);
    for (int i = 0; i < words->argc; i++) {
        print_word(words->argv[i]);
        fputs(i == 0 && !settings->run.is_resumed ? " --resume" : "", stderr);
    }
    fputc('\n', stderr);
}

/* Returns an exit status. */
static int report_saved(struct arena_settings *settings, struct error *err)
{
    struct tourney_saved *saved = malloc(sizeof *saved);
    int status = 1;
    if (saved == NULL) {
        error_set(err, "out of memory");
    } else if (tourney_saved_read(settings->saved, saved, err)) {
        double rating = settings->standings.anchor_rating;
        settings->standings = saved->standings;
        settings->standings.anchor_rating = rating;
        status = find_anchor(settings, err) ? 0 : 2;
    }
    if (status == 0) {
        print_standings(settings);
    }
    free(saved);
    return status;
}

static int run(const struct cli_call *call)
{
    struct arena_settings *settings = call->context;
    if (settings->saved != NULL) {
        return report_saved(settings, call->err);
    }
    (void)lab_catch_signals();
    int status = run_tourney(settings, call->err);
    if (status == 0 || status == LAB_STOPPED) {
        print_standings(settings);
    }
    if (status == LAB_STOPPED) {
        tell_how_to_go_on(settings, call->words);
    }
    return status;
}

/* ---- the commands ---------------------------------------------------------------- */

/* How players are named, for help. */
#define PLAYERS_HELP                                                                   \
    "  fibsbot           our engine; FOLDER: with the weights in it\n"                 \
    "      ,ply=N            look-ahead, 0 to 4 (default 0)\n"                         \
    "      ,cube=N           look-ahead of the cube (default: as plays, one less\n"    \
    "                        where that is odd)\n"                                     \
    "      ,filter=NAME      move filter, e.g. gnubg-normal\n"                         \
    "      ,level=LEVEL      a level of strength or a rating, instead of these\n"      \
    "      ,noise=X          standard deviation of its error, in points\n"             \
    "      ,time=MS          limit of processor time per decision\n"                   \
    "      ,net=small        the pruning net alone\n"                                  \
    "      ,candidates=KEPT/WINDOW ,leaf-candidates=KEPT/WINDOW\n"                     \
    "                        pruning inside the tree\n"                                \
    "      ,efficiency=CENTRED/OWNED   cube efficiency in contact, 0 to 1\n"           \
    "  gnubg             GNU Backgammon through its external player, if installed\n"   \
    "      ,ply=N ,cube=N ,noise=X ,prune=no ,program=PATH\n"                          \
    "  ubgi              an engine that speaks UBGI (docs/ENGINES.md)\n"               \
    "      ,command=PROGRAM ARGUMENTS\n"                                               \
    "      ,name=TEXT ,timeout=MS ,game=MS ,errors=FILE ,KEY=VALUE of the engine\n"    \
    "  FILE.net          a net at 0-ply, cubeless\n"                                   \
    "  baseline          a hand-made linear player, about as strong as pubeval;\n"     \
    "                    cubeless\n"                                                   \
    "  random            any legal play; cubeless"

const struct cli_command cmd_tourney = {
    .title = "fibsbot tourney",
    .summary = "play against GNU Backgammon, other nets or settings",
    .operands = "[A [B...]]",
    .most = -1,
    .completion = CLI_COMPLETES_FILES,
    .about =
        "Plays money games or matches between A and B, in pairs with the same dice and "
        "the seats exchanged, and prints what A wins with its standard error, with and "
        "without variance reduction. The default is fibsbot,ply=2 against gnubg,ply=2, "
        "100 money games with the cube. A and B are each\n\n" PLAYERS_HELP,
    .options = options,
    .notes =
        "The reduced result is the plain one less the luck of every roll: the 0-ply "
        "value of its best play less the mean over the 21 rolls, by one neutral "
        "evaluator for both sides. Its mean is the same for every evaluator, and a good "
        "one makes its error much smaller. Measuring luck takes most of the time: small "
        "nets are compared faster by many plain games (--luck none).\n\n"
        "Both sides' processor time per decision is printed (gnubg's by its process), "
        "for matches at equal time, as fibsbot,ply=4,time=90 against gnubg,ply=2 may "
        "be.\n\n"
        "Ctrl-C ends after the pairs in progress and prints the result so far, a second "
        "one at once. " LAB_EXIT_STATUS " 77 if gnubg or an engine is not installed.",
    .check = check_options,
    .size = sizeof(struct arena_settings),
    .defaults = &(const struct arena_settings){.name = {"fibsbot,ply=2", "gnubg,ply=2"},
                                               .runner.rules.is_cubeful = true,
                                               .runner.has_recovery = true,
                                               .games = 100},
    .run = run,
};

const struct cli_command cmd_lab_match = {
    .title = "fibsbot lab match",
    .instead = "fibsbot tourney --cubeless",
    .operands = "A B [GAMES [SEED]]",
    .most = -1,
    .completion = CLI_COMPLETES_FILES,
    .about =
        "The former name of `fibsbot tourney`, without the cube and with 1000 games "
        "by default. A and B are each\n\n" PLAYERS_HELP,
    .options = options,
    .check = check_options,
    .size = sizeof(struct arena_settings),
    .defaults =
        &(const struct arena_settings){.runner.has_recovery = true, .games = 1000},
    .run = run,
};
