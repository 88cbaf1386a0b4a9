#include "cmd/tourney/tourney_command.h"

#include <getopt.h>
#include <inttypes.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/rating/rating.h"
#include "base/argument.h"
#include "cmd/tool/lab_run.h"
#include "cmd/tourney/tourney_record.h"
#include "cmd/tourney/tourney_report.h"

/* ---- options --------------------------------------------------------------------- */

static const struct option long_options[] = {
    {"games", required_argument, NULL, 'g'},
    {"seed", required_argument, NULL, 's'},
    {"threads", required_argument, NULL, 't'},
    {"minutes", required_argument, NULL, 'm'},
    {"cube", no_argument, NULL, 'c'},
    {"cubeless", no_argument, NULL, 'C'},
    {"length", required_argument, NULL, 'n'},
    {"jacoby", no_argument, NULL, 'j'},
    {"luck", required_argument, NULL, 'l'},
    {"judge", required_argument, NULL, 'J'},
    {"weights", required_argument, NULL, 'w'},
    {"save", required_argument, NULL, 'S'},
    {"resume", no_argument, NULL, 'r'},
    {"record", required_argument, NULL, 'R'},
    {"sprt", required_argument, NULL, 'p'},
    {"round-robin", no_argument, NULL, 'a'},
    {"gauntlet", no_argument, NULL, 'G'},
    {"json", no_argument, NULL, 'o'},
    {"quiet", no_argument, NULL, 'q'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static bool take_number(struct arena_settings *settings, int option, struct error *err)
{
    struct arena_runner_options *runner = &settings->runner;
    int64_t games;
    switch (option) {
    case 'g':
        if (!argument_whole("--games", optarg, 2, 2LL * ARENA_RUNNER_PAIRS_MAX, &games,
                            err)) {
            return false;
        }
        runner->pairs = (games + 1) / 2;
        return true;
    case 's':
        return argument_seed(optarg, &runner->rules.seed, err);
    case 't':
        return argument_int("--threads", optarg, 1, ARENA_RUNNER_THREADS_MAX,
                            &runner->threads, err);
    case 'm':
        return argument_real("--minutes", optarg, 0, 1e9, &runner->minutes, err);
    default:
        runner->rules.is_cubeful = true;
        return argument_int("--length", optarg, 1, MATCH_LENGTH_MAX,
                            &runner->rules.length, err);
    }
}

static void take_word(struct arena_settings *settings, int option)
{
    struct arena_runner_options *runner = &settings->runner;
    switch (option) {
    case 'c':
        runner->rules.is_cubeful = true;
        break;
    case 'C':
        runner->rules.is_cubeful = false;
        break;
    case 'j':
        runner->rules.has_jacoby = true;
        break;
    case 'l':
        settings->luck = optarg;
        break;
    case 'J':
        settings->judge = optarg;
        break;
    case 'w':
        (void)snprintf(settings->weights, sizeof settings->weights, "%s", optarg);
        break;
    case 'S':
        runner->file = optarg;
        break;
    case 'r':
        runner->is_resumed = true;
        break;
    case 'R':
        settings->records = optarg;
        break;
    case 'a':
    case 'G':
        settings->is_tournament = true;
        settings->is_gauntlet = option == 'G';
        break;
    case 'o':
        settings->is_json = true;
        break;
    default:
        settings->progress.is_quiet = true;
        break;
    }
}

/* "LOW:HIGH" */
static bool take_sprt(struct arena_settings *settings, struct error *err)
{
    char *colon = NULL, *end = NULL;
    struct rating_sprt *sprt = &settings->sprt;
    sprt->low = strtod(optarg, &colon);
    settings->has_sprt = colon != optarg && *colon == ':';
    if (settings->has_sprt) {
        sprt->high = strtod(colon + 1, &end);
        settings->has_sprt = end != colon + 1 && *end == '\0' && isfinite(sprt->low) &&
                             isfinite(sprt->high) && sprt->low < sprt->high;
    }
    if (!settings->has_sprt) {
        error_set(err, "--sprt: expected LOW:HIGH, got \"%.40s\"", optarg);
    }
    return settings->has_sprt;
}

/* Two players at least; of two only, a tournament is a match. */
static bool take_entrants(struct arena_settings *settings, int argc, char **argv,
                          struct error *err)
{
    settings->entrants = argc - optind;
    if (settings->entrants < 2 || settings->entrants > RATING_PLAYERS_MAX) {
        error_set(err, "expected 2 to %d players, got %d", RATING_PLAYERS_MAX,
                  settings->entrants);
        return false;
    }
    for (int i = 0; i < settings->entrants; i++) {
        settings->entrant[i] = argv[optind + i];
    }
    return true;
}

/* A and B, then GAMES and SEED, which are options by another way. */
static bool take_operands(const struct tourney_command *command,
                          struct arena_settings *settings, int argc, char **argv,
                          struct error *err)
{
    int given = argc - optind;
    if (settings->is_tournament) {
        return take_entrants(settings, argc, argv, err);
    }
    for (int p = 0; p < 2; p++) {
        settings->name[p] = p < given ? argv[optind + p] : command->player[p];
        if (settings->name[p] == NULL) {
            error_set(err, "two players are needed");
            return false;
        }
    }
    for (int i = 2; i < given; i++) {
        if (i > 3) {
            error_set(err, "what is \"%.60s\"?", argv[optind + i]);
            return false;
        }
        optarg = argv[optind + i];
        if (!take_number(settings, i == 2 ? 'g' : 's', err)) {
            return false;
        }
    }
    return true;
}

/* -1: go on; else the exit status. */
static int read_arguments(const struct tourney_command *command, int argc, char **argv,
                          struct arena_settings *settings)
{
    struct error err;
    int option;
    optind = 1;
    while ((option = getopt_long(argc, argv, "", long_options, NULL)) != -1) {
        if (option == 'h') {
            fputs(command->usage, stdout);
            return 0;
        }
        bool is_unknown = (option == 'R' && !command->has_records) ||
                          (strchr("paG", option) != NULL && !command->has_tables);
        if (option == '?' || is_unknown) {
            fputs(command->usage, stderr);
            return 2;
        }
        bool is_good = true;
        if (option == 'p') {
            is_good = take_sprt(settings, &err);
        } else if (strchr("gstmn", option) == NULL) {
            take_word(settings, option);
        } else {
            is_good = take_number(settings, option, &err);
        }
        if (!is_good) {
            fprintf(stderr, "%s: %s\n", command->name, err.text);
            return 2;
        }
    }
    if (!take_operands(command, settings, argc, argv, &err)) {
        fprintf(stderr, "%s: %s\n", command->name, err.text);
        return 2;
    }
    return -1;
}

/* ---- what follows from them ------------------------------------------------------ */

static bool choose_judge(struct arena_settings *settings, struct error *err)
{
    static const char *const words[] = {"none", "small", "big", "both", "deep"};
    struct arena_runner_options *runner = &settings->runner;
    runner->judge = settings->judge != NULL ? settings->judge : settings->weights;
    for (int w = 0; w <= LUCK_BY_1_PLY; w++) {
        if (strcmp(settings->luck, words[w]) == 0) {
            runner->luck = (enum luck_judge)w;
            return true;
        }
    }
    error_set(err, "--luck: expected small, big, both, deep or none");
    return false;
}

static bool describe_conditions(struct arena_settings *settings, struct error *err)
{
    struct arena_runner_options *runner = &settings->runner;
    const struct arena_rules *rules = &runner->rules;
    const char *judge = runner->luck != LUCK_NONE ? runner->judge : "-";
    int length =
        snprintf(settings->conditions, sizeof settings->conditions,
                 "A=%s/%016" PRIx64 " B=%s/%016" PRIx64 " length=%d cube=%d jacoby=%d "
                 "seed=%" PRIu64 " luck=%s/%s/%016" PRIx64,
                 settings->name[0], named_player_digest(settings->player[0]),
                 settings->name[1], named_player_digest(settings->player[1]),
                 rules->length, rules->is_cubeful, rules->has_jacoby, rules->seed,
                 settings->luck, judge, named_player_digest(judge));
    runner->conditions = settings->conditions;
    if (length >= (int)sizeof settings->conditions) {
        error_set(err, "the names of the players are too long");
        return false;
    }
    return true;
}

static bool understand(struct arena_settings *settings, struct error *err)
{
    struct arena_runner_options *runner = &settings->runner;
    char given[PATHS_MAX];
    memcpy(given, settings->weights, sizeof given);
    if (!paths_find_weights(given, settings->weights, err)) {
        return false;
    }
    if (!lab_check_resume(runner->is_resumed, runner->file, err)) {
        return false;
    }
    for (int p = 0; p < 2; p++) {
        named_player_spec(settings->name[p], settings->weights, settings->player[p]);
        runner->player[p] = settings->player[p];
    }
    return choose_judge(settings, err) && describe_conditions(settings, err);
}

/* ---- running --------------------------------------------------------------------- */

/* `*is_complete`: not stopped before its end. */
static bool play(struct arena_settings *settings, bool *is_complete, struct error *err)
{
    struct arena_runner_result result;
    struct tourney_record *records = NULL;
    if (settings->records != NULL) {
        records = tourney_record_new(settings->records, settings->name,
                                     settings->runner.rules.length,
                                     settings->runner.is_resumed);
        settings->runner.watcher = (struct arena_watcher){tourney_record_tell, records};
    }
    bool is_good = arena_runner_play(&settings->runner, &result, err);
    if (records != NULL && !tourney_record_free(records, is_good ? err : NULL)) {
        is_good = false;
    }
    lab_tell_no_more(&settings->progress);
    if (result.count > 0) {
        struct arena_figures figures = arena_figures(result.pairs, result.count);
        tourney_report_judge(settings, &figures);
        settings->mean = *tourney_report_mean(settings, &figures);
        (settings->is_json ? tourney_report_json : tourney_report_print)(settings,
                                                                         &result);
    }
    *is_complete =
        result.count == settings->runner.pairs || settings->decided != RATING_SPRT_OPEN;
    arena_runner_free(&result);
    return is_good;
}

/* One match, of the players in settings->name. Returns an exit status. */
static int run_match(const struct tourney_command *command,
                     struct arena_settings *settings)
{
    struct error err;
    if (!understand(settings, &err)) {
        fprintf(stderr, "%s: %s\n", command->name, err.text);
        return 2;
    }
    for (int p = 0; p < 2; p++) {
        if (!arena_player_is_installed(settings->player[p])) {
            fprintf(stderr, "%s: skipped: %s is not installed\n", command->name,
                    settings->name[p]);
            return LAB_SKIPPED;
        }
    }
    bool is_complete = false;
    settings->decided = RATING_SPRT_OPEN;
    atomic_store(&settings->is_over, lab_is_stopped());
    if (!play(settings, &is_complete, &err)) {
        fprintf(stderr, "%s: %s\n", command->name, err.text);
        return 1;
    }
    if (!is_complete) {
        fprintf(stderr, "%s: stopped; the same command with --save and --resume %s\n",
                command->name,
                settings->runner.file != NULL ? "goes on" : "could go on");
    }
    return is_complete ? 0 : LAB_STOPPED;
}

/* "FILE.1-2", "FOLDER.1-2"; NULL stays. */
static const char *name_of_pairing(const char *path, int a, int b,
                                   char text[PATHS_MAX + 32])
{
    if (path == NULL) {
        return NULL;
    }
    (void)snprintf(text, PATHS_MAX + 32, "%.4095s.%d-%d", path, a + 1, b + 1);
    return text;
}

/* All matches of a gauntlet or a round robin, and their table. */
static int run_tournament(const struct tourney_command *command,
                          struct arena_settings *settings)
{
    struct rating_standings table = {.count = settings->entrants};
    const char *file = settings->runner.file, *records = settings->records;
    char file_here[PATHS_MAX + 32], records_here[PATHS_MAX + 32];
    bool is_share = settings->runner.rules.length > 0;
    int status = 0;
    memcpy(table.name, settings->entrant, sizeof table.name);
    for (int a = 0; a < (settings->is_gauntlet ? 1 : table.count); a++) {
        for (int b = a + 1; b < table.count && status == 0; b++) {
            settings->name[0] = table.name[a];
            settings->name[1] = table.name[b];
            settings->runner.file = name_of_pairing(file, a, b, file_here);
            settings->records = name_of_pairing(records, a, b, records_here);
            status = run_match(command, settings);
            if (status == 0) {
                rating_standings_enter(&table, a, b, &settings->mean, is_share);
            }
        }
    }
    if (!settings->is_json) {
        rating_standings_print(&table, is_share);
    }
    return status;
}

int tourney_command_run(const struct tourney_command *command, int argc, char **argv)
{
    struct arena_settings settings = {
        .runner = {.rules = {.is_cubeful = command->is_cubeful, .seed = 1},
                   .pairs = command->games / 2,
                   .threads = 1,
                   .stop = &settings.is_over,
                   .report = tourney_report_progress,
                   .context = &settings},
        .luck = "both",
    };
    (void)lab_catch_signals();
    int status = read_arguments(command, argc, argv, &settings);
    if (status >= 0) {
        return status;
    }
    return settings.is_tournament ? run_tournament(command, &settings)
                                  : run_match(command, &settings);
}
