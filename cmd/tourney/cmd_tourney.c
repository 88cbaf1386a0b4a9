/* `fibsbot tourney`: players against each other, with duplicate dice and variance
 * reduction. */

#include <math.h>
#include <stdlib.h>

#include "cmd/tourney/tourney.h"

/* ---- options --------------------------------------------------------------------- */

#define ERROR_LEAST 1e-9 /* of --alpha and --beta */
#define ERROR_MOST  0.4

/* "LOW:HIGH" */
static bool take_sprt(const struct cli_call *call)
{
    char *colon = NULL, *end = NULL;
    struct tourney_settings *settings = call->context;
    struct rating_sprt *sprt = &settings->sprt;
    sprt->low = strtod(call->value, &colon);
    settings->has_sprt = colon != call->value && *colon == ':';
    if (settings->has_sprt) {
        sprt->high = strtod(colon + 1, &end);
        settings->has_sprt = end != colon + 1 && *end == '\0' && isfinite(sprt->low) &&
                             isfinite(sprt->high) && sprt->low < sprt->high;
    }
    return settings->has_sprt ||
           error_set(call->err, "expected LOW:HIGH, the lower first, found \"%.40s\"",
                     call->value);
}

/* "FROM-TO" */
static bool take_units(const struct cli_call *call)
{
    char *dash = NULL, *end = NULL;
    struct tourney_settings *settings = call->context;
    const char *text = call->value;
    bool is_good = text[0] >= '0' && text[0] <= '9';
    settings->units[0] = strtoll(text, &dash, 10);
    is_good = is_good && *dash == '-' && dash[1] >= '0' && dash[1] <= '9';
    settings->units[1] = is_good ? strtoll(dash + 1, &end, 10) : 0;
    settings->has_units = is_good && *end == '\0' &&
                          settings->units[0] <= settings->units[1] &&
                          settings->units[1] < ARENA_RUNNER_PAIRS_MAX;
    return settings->has_units ||
           error_set(call->err,
                     "expected FROM-TO, numbers of pairs from 0, found \"%.40s\"",
                     text);
}

static const struct cli_option options[] = {
    {"round-robin", CLI_SET(struct tourney_settings, form, TOURNEY_ROUND_ROBIN),
     .help =
         "Every player meets every other; prints a table of all with ratings from all "
         "pairings together and 95 % intervals."},
    {"gauntlet", CLI_SET(struct tourney_settings, form, TOURNEY_GAUNTLET),
     .help = "The first player meets each of the others."},
    {"anchor", CLI_TEXT(struct tourney_settings, anchor), .argument = "PLAYER",
     .otherwise = "the mean of all ratings is 0",
     .help =
         "Ratings count from this player; the errors of the others are those of the "
         "difference."},
    {"anchor-rating",
     CLI_REAL(struct tourney_settings, standings.anchor_rating, -1e5, 1e5),
     .argument = "N", .initial = "0", .help = "Rating of the player of --anchor."},
    {"sprt", CLI_CALL(take_sprt), .argument = "LOW:HIGH",
     .help =
         "Stop as soon as a sequential test decides that A's result is LOW or HIGH: "
         "points a game, or Elo of matches. It counts the pairs in the order of their "
         "numbers, so that --threads and --resume change neither verdict nor number; "
         "pairs played beyond it are kept in the file of --save."},
    {"alpha", CLI_REAL(struct tourney_settings, sprt.alpha, ERROR_LEAST, ERROR_MOST),
     .argument = "X", .initial = ".05",
     .help = "Chance that --sprt decides for HIGH although LOW is true."},
    {"beta", CLI_REAL(struct tourney_settings, sprt.beta, ERROR_LEAST, ERROR_MOST),
     .argument = "X", .initial = ".05",
     .help = "Chance that --sprt decides for LOW although HIGH is true."},
    {"length",
     CLI_INT(struct tourney_settings, runner.rules.length, 1, MATCH_LENGTH_MAX),
     .help = "Play matches to N points instead of money games."},
    {"cube", CLI_FLAG(struct tourney_settings, runner.rules.is_cubeful),
     .help = "Play with the cube. This is the default."},
    {"cubeless", CLI_UNSET(struct tourney_settings, runner.rules.is_cubeful),
     .help = "Play without the cube."},
    {"jacoby", CLI_FLAG(struct tourney_settings, runner.rules.has_jacoby),
     .help = "In money games gammons count once the cube is turned."},
    {"games",
     CLI_WHOLE(struct tourney_settings, games, TOURNEY_GAMES_LEAST,
               2LL * ARENA_RUNNER_PAIRS_MAX),
     .help = "Games or matches; an odd number is rounded up."},
    {"units", CLI_CALL(take_units), .argument = "FROM-TO",
     .otherwise = "all of --games",
     .help =
         "Play the pairs of these numbers alone, the first being 0: a piece of a "
         "contest. `fibsbot tourney merge` joins the files of --save; with this option it "
         "names the pairs of these that are missing."},
    LONG_RUN_SEED(struct tourney_settings, runner.rules.seed),
    {"threads",
     CLI_INT(struct tourney_settings, runner.threads, 1, ARENA_RUNNER_THREADS_MAX),
     .initial = "1", .help = "Use N threads, each with players of its own."},
    {"recover", CLI_FLAG(struct tourney_settings, runner.has_recovery),
     .help =
         "Start a player that fails again, and play the pair again; three faults of "
         "a player in a pair forfeit it: a point a game, or the matches. This is "
         "the default."},
    {"max-forfeits", CLI_INT(struct tourney_settings, runner.forfeits_max, 0, 1000000),
     .initial = "10",
     .help =
         "End the run, with exit status 1, when a player has forfeited N pairs of a "
         "match in a row; 0: never."},
    {"replay-forfeits", CLI_FLAG(struct tourney_settings, runner.replays_forfeits),
     .help = "With --resume: play the forfeited pairs of the file again."},
    {"no-recover", CLI_UNSET(struct tourney_settings, runner.has_recovery),
     .help = "Stop at the first fault of a player, with exit status 1."},
    {"luck", CLI_WORD(struct tourney_settings, runner.luck, tourney_luck_words),
     .argument = "WHICH", .initial = "both",
     .help =
         "What measures luck: small (the pruning net), big (the main net), both (the "
         "main net, on the best candidates of the pruning net), 1-ply (a 1-ply search) "
         "or none."},
    {"luck-weights", CLI_FOLDER(struct tourney_settings, luck_weights),
     .argument = "PATH", .otherwise = "the shipped ones",
     .help = "Weights that measure luck: a folder or, cubeless, FILE.net."},
    {"record", CLI_FOLDER(struct tourney_settings, records),
     .help = "Write a Jellyfish .mat file of every match or game."},
    {"database", CLI_FILE(struct tourney_settings, database),
     .help = "Write players, pairs, games and faults to an SQLite FILE as they come; "
             "with --resume it continues from the pairs of the file of --save."},
    {"html", CLI_FILE(struct tourney_settings, page),
     .help = "Write a page with table, cross table and curves to FILE at the end; with "
             "--report at any time."},
    {"save", CLI_FILE(struct tourney_settings, run.save),
     .help = "Write the result of each pair to a new FILE. A tournament has a file for "
             "each match, FILE.1-2 and so on."},
    {CLI_ROWS(long_run_options, offsetof(struct tourney_settings, run))},
    {"report", CLI_FILE(struct tourney_settings, saved),
     .help =
         "Play nothing: print the standings of the match or tournament whose results "
         "are in FILE (that of --save), finished or running; also with --json, --csv, "
         "--html and --anchor."},
    {"json", CLI_FLAG(struct tourney_settings, is_json),
     .help =
         "Print one object on standard output, and one more with the standings of a "
         "tournament."},
    {"csv", CLI_FLAG(struct tourney_settings, is_csv),
     .help = "Print the standings alone, as CSV."},
    {0},
};

/* ---- the commands ---------------------------------------------------------------- */

/* How players are named, for help. */
#define PLAYERS_HELP                                                                    \
    "  fibsbot           our engine; FOLDER: with the weights in it\n"                  \
    "      ,ply=N            look-ahead, 0 to 4 (default 0)\n"                          \
    "      ,cube=N           look-ahead of the cube (default: as plays, one less\n"     \
    "                        where that is odd)\n"                                      \
    "      ,filter=NAME      move filter, e.g. gnubg-normal\n"                          \
    "      ,level=LEVEL      a level or a rating, in place of ply, cube, noise, net\n"  \
    "      ,noise=X          standard deviation of its error, in points\n"              \
    "      ,time=MS          limit of processor time per decision\n"                    \
    "      ,net=small        the pruning net alone\n"                                   \
    "      ,candidates=KEPT/WINDOW ,leaf-candidates=KEPT/WINDOW\n"                      \
    "                        pruning inside the tree\n"                                 \
    "      ,efficiency=CENTRED/OWNED   cube efficiency in contact, 0 to 1\n"            \
    "  gnubg             GNU Backgammon through its external player, if installed\n"    \
    "      ,ply=N ,cube=N ,noise=X ,prune=no ,program=PATH\n"                           \
    "  ubgi              an engine that speaks UBGI (docs/ENGINES.md)\n"                \
    "      ,command=PROGRAM ARGUMENTS\n"                                                \
    "      ,timeout=MS ,game=MS ,errors=FILE ,KEY=VALUE of the engine\n"                \
    "  FILE.net          a net at 0-ply, cubeless\n"                                    \
    "  baseline          a hand-made linear player, about as strong as pubeval;\n"      \
    "                    cubeless\n"                                                    \
    "  random            any legal play; cubeless\n\n"                                  \
    "Each may have ,name=TEXT, by which reports show it. Two of one name are refused: " \
    "A plays itself as A against A,name=TEXT."

const struct cli_command cmd_tourney = {
    .title = "fibsbot tourney",
    .summary = "let nets, settings and GNU Backgammon play each other",
    CLI_FILES("[A [B...]]", 0, -1),
    .synopsis = "fibsbot tourney [A [B...]] [OPTIONS]\n"
                "fibsbot tourney merge OUT FILE...\n",
    .about =
        "Plays money games or matches between A and B, in pairs with the same dice and "
        "the seats exchanged, and prints what A wins with its standard error, with and "
        "without variance reduction. The default is fibsbot,ply=2 against gnubg,ply=2, "
        "100 money games with the cube. `merge` joins result files of one contest that were "
        "made in pieces. A and B are each\n\n" PLAYERS_HELP,
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
        "one at once. " LONG_RUN_EXIT_STATUS
        " 77 if gnubg or an engine is not installed.",
    .check = tourney_entrants_check,
    .size = sizeof(struct tourney_settings),
    .defaults =
        &(const struct tourney_settings){.name = {"fibsbot,ply=2", "gnubg,ply=2"},
                                         .runner.rules.is_cubeful = true,
                                         .runner.has_recovery = true,
                                         .games = 100},
    .run = tourney_run,
};
