#include "bot/contest_command.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/contest_record.h"
#include "bot/lab_run.h"
#include "bot/who.h"
#include "engine/lab/series.h"

/* What the command line said. */
struct settings {
    struct series_options series;
    char weights[PATHS_MAX]; /* of "fibsbot", and the default judge of luck */
    char player[2][WHO_SPEC_SIZE];
    char conditions[SERIES_CONDITIONS_MAX];
    const char *name[2]; /* as they were typed */
    const char *judge;   /* NULL: the shipped weights */
    const char *luck;    /* small, big, both, none */
    const char *records; /* folder; NULL: none */
    bool is_json;
    struct lab_progress progress;
};

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
    {"json", no_argument, NULL, 'o'},
    {"quiet", no_argument, NULL, 'q'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static bool take_count(const char *name, const char *text, int64_t least, int64_t most,
                       int64_t *out, struct engine_error *err)
{
    char *end = NULL;
    errno = 0;
    *out = strtoll(text, &end, 10);
    if (errno != 0 || end == text || *end != '\0' || *out < least || *out > most) {
        engine_error_set(err, "%s: expected %" PRId64 " to %" PRId64 ", got \"%.40s\"",
                         name, least, most, text);
        return false;
    }
    return true;
}

static bool take_number(struct settings *settings, int option, struct engine_error *err)
{
    struct series_options *series = &settings->series;
    int64_t n = 0;
    bool is_good = false;
    switch (option) {
    case 'g':
        is_good = take_count("--games", optarg, 2, 2LL * SERIES_PAIRS_MAX, &n, err);
        series->pairs = (n + 1) / 2;
        break;
    case 's':
        is_good = take_count("--seed", optarg, 0, INT64_MAX, &n, err);
        series->rules.seed = (uint64_t)n;
        break;
    case 't':
        is_good = take_count("--threads", optarg, 1, SERIES_THREADS_MAX, &n, err);
        series->threads = (int)n;
        break;
    case 'm':
        return lab_read_number("--minutes", optarg, 0, 1e9, &series->minutes, err);
    default:
        is_good = take_count("--length", optarg, 1, MATCH_LENGTH_MAX, &n, err);
        series->rules.length = (int)n;
        series->rules.is_cubeful = true;
        break;
    }
    return is_good;
}

static void take_word(struct settings *settings, int option)
{
    struct series_options *series = &settings->series;
    switch (option) {
    case 'c':
        series->rules.is_cubeful = true;
        break;
    case 'C':
        series->rules.is_cubeful = false;
        break;
    case 'j':
        series->rules.has_jacoby = true;
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
        series->file = optarg;
        break;
    case 'r':
        series->is_resumed = true;
        break;
    case 'R':
        settings->records = optarg;
        break;
    case 'o':
        settings->is_json = true;
        break;
    default:
        settings->progress.is_quiet = true;
        break;
    }
}

/* A and B, then GAMES and SEED, which are options by another way. */
static bool take_operands(const struct contest_command *command,
                          struct settings *settings, int argc, char **argv,
                          struct engine_error *err)
{
    int given = argc - optind;
    for (int p = 0; p < 2; p++) {
        settings->name[p] = p < given ? argv[optind + p] : command->player[p];
        if (settings->name[p] == NULL) {
            engine_error_set(err, "two players are needed");
            return false;
        }
    }
    for (int i = 2; i < given; i++) {
        if (i > 3) {
            engine_error_set(err, "what is \"%.60s\"?", argv[optind + i]);
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
static int read_arguments(const struct contest_command *command, int argc, char **argv,
                          struct settings *settings)
{
    struct engine_error err;
    int option;
    optind = 1;
    while ((option = getopt_long(argc, argv, "", long_options, NULL)) != -1) {
        if (option == 'h') {
            fputs(command->usage, stdout);
            return 0;
        }
        if (option == '?' || (option == 'R' && !command->has_records)) {
            fputs(command->usage, stderr);
            return 2;
        }
        if (strchr("gstmn", option) == NULL) {
            take_word(settings, option);
        } else if (!take_number(settings, option, &err)) {
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

static bool choose_judge(struct settings *settings, struct engine_error *err)
{
    static const char *const words[] = {"none", "small", "big", "both"};
    struct series_options *series = &settings->series;
    series->judge = settings->judge != NULL ? settings->judge : settings->weights;
    for (int w = 0; w < 4; w++) {
        if (strcmp(settings->luck, words[w]) == 0) {
            series->luck = (enum luck_judge)w;
            return true;
        }
    }
    engine_error_set(err, "--luck: expected small, big, both or none");
    return false;
}

static bool describe_conditions(struct settings *settings, struct engine_error *err)
{
    struct series_options *series = &settings->series;
    const struct contest_rules *rules = &series->rules;
    const char *judge = series->luck != LUCK_NONE ? series->judge : "-";
    int length = snprintf(
        settings->conditions, sizeof settings->conditions,
        "A=%s/%016" PRIx64 " B=%s/%016" PRIx64 " length=%d cube=%d jacoby=%d "
        "seed=%" PRIu64 " luck=%s/%s/%016" PRIx64,
        settings->name[0], who_digest(settings->player[0]), settings->name[1],
        who_digest(settings->player[1]), rules->length, rules->is_cubeful,
        rules->has_jacoby, rules->seed, settings->luck, judge, who_digest(judge));
    series->conditions = settings->conditions;
    if (length >= (int)sizeof settings->conditions) {
        engine_error_set(err, "the names of the players are too long");
        return false;
    }
    return true;
}

static bool understand(struct settings *settings, struct engine_error *err)
{
    struct series_options *series = &settings->series;
    char given[PATHS_MAX];
    memcpy(given, settings->weights, sizeof given);
    if (!paths_find_weights(given, settings->weights, err)) {
        return false;
    }
    if (series->is_resumed && series->file == NULL) {
        engine_error_set(err, "--resume needs --save FILE");
        return false;
    }
    for (int p = 0; p < 2; p++) {
        who_spell_out(settings->name[p], settings->weights, settings->player[p]);
        series->player[p] = settings->player[p];
    }
    return choose_judge(settings, err) && describe_conditions(settings, err);
}

/* ---- telling --------------------------------------------------------------------- */

static const char *unit(const struct contest_rules *rules)
{
    return rules->length > 0 ? "of the matches" : "points a game";
}

static void write_mean(char *text, size_t size, const struct contest_rules *rules,
                       const struct contest_mean *mean)
{
    if (rules->length > 0) {
        (void)snprintf(text, size, "%.2f %% +- %.2f %%", 100.0 * mean->mean,
                       100.0 * mean->error);
    } else {
        (void)snprintf(text, size, "%+.4f +- %.4f", mean->mean, mean->error);
    }
}

static const char *const luck_words[] = {"none", "the small net", "the big net",
                                         "both nets"};

static void print_progress(void *context, const struct series_progress *p)
{
    struct settings *settings = context;
    char reduced[64];
    write_mean(reduced, sizeof reduced, &settings->series.rules, &p->figures.reduced);
    lab_tell(&settings->progress,
             "%" PRId64 " of %" PRId64 " pairs  %s  %.1f games/s  %s left",
             p->figures.pairs, p->pairs_wanted, reduced,
             2.0 * (double)p->pairs_of_run / p->seconds,
             lab_minutes(p->seconds_left / 60.0).text);
}

static void print_rules(const struct contest_rules *rules)
{
    if (rules->length > 0) {
        printf("%d-point matches", rules->length);
    } else {
        printf("money games %s%s", rules->is_cubeful ? "with the cube" : "without cube",
               rules->has_jacoby ? ", Jacoby rule" : "");
    }
}

static void print_effort(const char *name, const struct contestant_effort *effort)
{
    int64_t decisions = effort->plays + effort->cubes;
    if (effort->seconds > 0 && decisions > 0) {
        printf("  %s: %.3f ms of processor time a decision (%" PRId64 " plays, %" PRId64
               " cube actions)\n",
               name, 1e3 * effort->seconds / (double)decisions, effort->plays,
               effort->cubes);
    }
}

/* A row for weights/RECIPE.md. */
static void print_row(const struct settings *settings,
                      const struct series_result *result)
{
    const struct contest_rules *rules = &settings->series.rules;
    struct contest_figures f = contest_figures(result->pairs, result->count);
    char text[64];
    write_mean(text, sizeof text, rules,
               settings->series.luck != LUCK_NONE ? &f.reduced : &f.plain);
    printf("\n| %s v. | %s | %s | seed |\n| --- | --- | --- | --- |\n"
           "| %s | %s | %" PRId64 " | %" PRIu64 " |\n",
           settings->name[0], unit(rules), rules->length > 0 ? "matches" : "games",
           settings->name[1], text, 2 * f.pairs, rules->seed);
}

static void print_result(const struct settings *settings,
                         const struct series_result *result)
{
    const struct contest_rules *rules = &settings->series.rules;
    struct contest_figures f = contest_figures(result->pairs, result->count);
    char plain[64];
    char reduced[64];
    write_mean(plain, sizeof plain, rules, &f.plain);
    write_mean(reduced, sizeof reduced, rules, &f.reduced);
    printf("%s v. %s, ", settings->name[0], settings->name[1]);
    print_rules(rules);
    printf(", %" PRId64 " in pairs with the same dice, seed %" PRIu64 "\n", 2 * f.pairs,
           rules->seed);
    printf("  plain    %s %s\n", plain, unit(rules));
    if (settings->series.luck != LUCK_NONE) {
        printf("  reduced  %s %s (luck judged by %s of %s; deviation of one %.3f, "
               "plain %.3f)\n",
               reduced, unit(rules), luck_words[settings->series.luck],
               settings->series.judge, f.reduced.deviation, f.plain.deviation);
    }
    printf("  %" PRId64 " games: won %.2f %%, gammons won %.1f %% lost %.1f %%\n",
           f.games, 100.0 * f.share_won, 100.0 * f.share_gammons_won,
           100.0 * f.share_gammons_lost);
    print_effort(settings->name[0], &result->effort[0]);
    print_effort(settings->name[1], &result->effort[1]);
    if (result->pairs_of_run > 0) {
        printf("  %.1f s, %.1f games/s on %d threads\n", result->seconds,
               2.0 * (double)result->pairs_of_run / result->seconds,
               settings->series.threads);
    }
    print_row(settings, result);
}

static json_t *mean_json(const struct contest_mean *mean)
{
    return json_pack("{s:f, s:f, s:f}", "mean", mean->mean, "error", mean->error,
                     "deviation", mean->deviation);
}

static json_t *player_json(const char *name, const struct contestant_effort *effort)
{
    return json_pack("{s:s, s:I, s:I, s:f}", "name", name, "plays",
                     (json_int_t)effort->plays, "cube_actions",
                     (json_int_t)effort->cubes, "seconds", effort->seconds);
}

static void print_json(const struct settings *settings,
                       const struct series_result *result)
{
    const struct contest_rules *rules = &settings->series.rules;
    struct contest_figures f = contest_figures(result->pairs, result->count);
    json_t *root = json_pack(
        "{s:[o, o], s:i, s:b, s:b, s:I, s:I, s:I, s:o, s:o?, s:f, s:f, s:f, s:f}",
        "players", player_json(settings->name[0], &result->effort[0]),
        player_json(settings->name[1], &result->effort[1]), "length", rules->length,
        "cube", rules->is_cubeful, "jacoby", rules->has_jacoby, "seed",
        (json_int_t)rules->seed, "pairs", (json_int_t)f.pairs, "games",
        (json_int_t)f.games, "plain", mean_json(&f.plain), "reduced",
        settings->series.luck != LUCK_NONE ? mean_json(&f.reduced) : NULL, "share_won",
        f.share_won, "share_gammons_won", f.share_gammons_won, "share_gammons_lost",
        f.share_gammons_lost, "seconds", result->seconds);
    if (root != NULL) {
        (void)json_dumpf(root, stdout, JSON_COMPACT | JSON_REAL_PRECISION(6));
        putchar('\n');
    }
    json_decref(root);
}

/* ---- running --------------------------------------------------------------------- */

/* `*is_complete`: not stopped before its end. */
static bool play(struct settings *settings, bool *is_complete, struct engine_error *err)
{
    struct series_result result;
    struct contest_record *records = NULL;
    if (settings->records != NULL) {
        records = contest_record_new(settings->records, settings->name,
                                     settings->series.rules.length);
        settings->series.watcher =
            (struct contest_watcher){contest_record_tell, records};
    }
    bool is_good = series_play(&settings->series, &result, err);
    if (records != NULL && !contest_record_free(records, is_good ? err : NULL)) {
        is_good = false;
    }
    *is_complete = result.count == settings->series.pairs;
    lab_tell_no_more(&settings->progress);
    if (result.count > 0) {
        (settings->is_json ? print_json : print_result)(settings, &result);
    }
    series_free(&result);
    return is_good;
}

int contest_command_run(const struct contest_command *command, int argc, char **argv)
{
    struct settings settings = {
        .series = {.rules = {.is_cubeful = command->is_cubeful, .seed = 1},
                   .pairs = command->games / 2,
                   .threads = 1,
                   .stop = lab_catch_signals(),
                   .report = print_progress,
                   .context = &settings},
        .luck = "both",
    };
    struct engine_error err;
    int status = read_arguments(command, argc, argv, &settings);
    if (status >= 0) {
        return status;
    }
    if (!understand(&settings, &err)) {
        fprintf(stderr, "%s: %s\n", command->name, err.text);
        return 2;
    }
    for (int p = 0; p < 2; p++) {
        if (!contestant_is_installed(settings.player[p])) {
            fprintf(stderr, "%s: skipped: %s is not installed\n", command->name,
                    settings.name[p]);
            return LAB_SKIPPED;
        }
    }
    bool is_complete = false;
    if (!play(&settings, &is_complete, &err)) {
        fprintf(stderr, "%s: %s\n", command->name, err.text);
        return 1;
    }
    if (!is_complete) {
        fprintf(stderr, "%s: stopped; the same command with --save and --resume %s\n",
                command->name,
                settings.series.file != NULL ? "goes on" : "could go on");
    }
    return is_complete ? 0 : LAB_STOPPED;
}
