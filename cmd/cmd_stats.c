/* `fibsbot stats`: what the history says. */
#define _XOPEN_SOURCE 700 /* strptime */
#include <errno.h>
#include <getopt.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/argument.h"
#include "base/database.h"
#include "bot/config/config.h"
#include "bot/history/history_schema.h"
#include "bot/history/stats_print.h"
#include "cmd/tool/subcommand.h"
#include "view/chart.h"

static const char usage[] = "usage: fibsbot stats [OPTIONS] [HISTORY]\n";
static const char help[] =
    "\n"
    "Results and the rating curve from the history that `fibsbot play` writes:\n"
    "HISTORY, or the file that the configuration names, or history.db.\n"
    "\n"
    "  -c, --config FILE    read history.file from this configuration\n"
    "      --by KEY         only this table: opponent, length, level, day, week,\n"
    "                       month, year or account; may be given several times\n"
    "      --account NAME   only this account of ours\n"
    "      --opponent NAME  only matches with this opponent\n"
    "      --level LEVEL    only matches played at this level\n"
    "      --since DATE     only what ended on this day or later (YYYY-MM-DD, UTC)\n"
    "      --until DATE     ... before this day\n"
    "      --limit N        rows of a table at most (20), of a list the newest (all);\n"
    "                       0: all\n"
    "      --list WHAT      no statistics, but every single one of: matches, games,\n"
    "                       refusals, errors, connections\n"
    "      --csv, --json    for programs; of a list, one JSON object a line\n"
    "      --svg FILE       draw the rating curve into FILE\n"
    "\n"
    "95 %, +-: confidence intervals of the share of matches won and of the points won\n"
    "(or lost) a game; exp. %: the share that FIBS's rating formula expects of us;\n"
    "rating: its change over these matches.\n";

enum { ROWS_SHOWN = 20, TABLES_MAX = STATS_KEYS, CURVE_WIDTH = 76, CURVE_HEIGHT = 12 };

struct request {
    char file[CONFIG_TEXT_MAX];
    struct stats_filter filter;
    enum stats_key keys[TABLES_MAX];
    int key_count;
    int limit;        /* -1: not told */
    const char *list; /* NULL: statistics */
    const char *svg;  /* NULL: none */
    enum stats_format format;
};

/* ---- tables ---------------------------------------------------------------------- */

static bool print_table(struct database *database, const struct request *request,
                        int which, json_t *all, struct error *err)
{
    struct stats_table table;
    if (!stats_load(database, request->keys[which], &request->filter, &table, err)) {
        stats_free(&table);
        return false;
    }
    if (request->format == STATS_JSON) {
        (void)json_array_append_new(all, stats_table_json(&table));
    } else if (request->format == STATS_CSV) {
        stats_print_csv(&table, which == 0, stdout);
    } else {
        stats_print_table(&table, request->limit < 0 ? ROWS_SHOWN : request->limit,
                          stdout);
        (void)putchar('\n');
    }
    stats_free(&table);
    return true;
}

static bool print_tables(struct database *database, const struct request *request,
                         json_t *all, struct error *err)
{
    for (int i = 0; i < request->key_count; i++) {
        if (!print_table(database, request, i, all, err)) {
            return false;
        }
    }
    return true;
}

/* ---- curves ---------------------------------------------------------------------- */

static bool is_utf8(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *value = getenv(names[i]);
        if (value != NULL && *value != '\0') {
            return strstr(value, "UTF-8") != NULL || strstr(value, "utf8") != NULL;
        }
    }
    return false;
}

static json_t *curve_json(const char *account, const struct chart_point *points,
                          int count)
{
    json_t *list = json_array();
    for (int i = 0; i < count; i++) {
        (void)json_array_append_new(
            list, json_pack("[I, f]", (json_int_t)points[i].x, points[i].y));
    }
    return json_pack("{s:s, s:o}", "account", account, "points", list);
}

static bool write_svg(const struct request *request, const struct chart *chart,
                      struct error *err)
{
    FILE *file = fopen(request->svg, "w");
    if (file == NULL) {
        error_set(err, "%s: %s", request->svg, strerror(errno));
        return false;
    }
    chart_svg(chart, 800, 320, true, file);
    bool is_good = ferror(file) == 0;
    if (fclose(file) != 0 || !is_good) {
        error_set(err, "%s: cannot be written", request->svg);
        return false;
    }
    return true;
}

static bool show_curve(struct database *database, const struct request *request,
                       const char *account, json_t *curves, struct error *err)
{
    char title[160];
    struct stats_filter filter = request->filter;
    struct chart_point *points = NULL;
    filter.account = account;
    int count = stats_ratings(database, &filter, &points, err);
    if (count < 0) {
        return false;
    }
    (void)snprintf(title, sizeof title, "Rating of %s: %d points%s", account, count,
                   count > 0 ? "" : " yet");
    if (count > 0) {
        (void)snprintf(title, sizeof title, "Rating of %s: %.2f, from %.2f", account,
                       points[count - 1].y, points[0].y);
    }
    struct chart chart = {
        .title = title, .points = points, .count = count, .is_time = true};
    if (request->format == STATS_JSON) {
        (void)json_array_append_new(curves, curve_json(account, points, count));
    } else if (request->format == STATS_TEXT) {
        chart_text(&chart, CURVE_WIDTH, CURVE_HEIGHT, is_utf8(), stdout);
        (void)putchar('\n');
    }
    bool is_good = request->svg == NULL || write_svg(request, &chart, err);
    free(points);
    return is_good;
}

/* One curve an account; the SVG is that of the account played most. */
static bool show_curves(struct database *database, const struct request *request,
                        json_t *curves, struct error *err)
{
    struct database_rows *rows = database_query(
        database, err,
        "SELECT a.name FROM account a LEFT JOIN rating r ON r.account_id=a.id"
        " WHERE (?='' OR a.name=?) GROUP BY a.id ORDER BY count(*) DESC, a.name",
        "ss", request->filter.account, request->filter.account);
    struct request again = *request;
    bool is_good = rows != NULL;
    while (is_good && database_next(rows)) {
        is_good = show_curve(database, &again, database_text(rows, 0), curves, err);
        again.svg = NULL;
    }
    return database_done(rows, err) && is_good;
}

static bool show_statistics(struct database *database, const struct request *request,
                            struct error *err)
{
    json_t *tables = json_array(), *curves = json_array();
    bool is_good = print_tables(database, request, tables, err) &&
                   show_curves(database, request, curves, err);
    json_t *all = json_pack("{s:o, s:o}", "tables", tables, "ratings", curves);
    if (is_good && request->format == STATS_JSON) {
        is_good = json_dumpf(all, stdout, JSON_INDENT(2)) == 0;
        (void)putchar('\n');
    }
    json_decref(all);
    return is_good;
}

/* ---- the command line ------------------------------------------------------------ */

enum {
    OPTION_BY = 1000,
    OPTION_ACCOUNT,
    OPTION_OPPONENT,
    OPTION_LEVEL,
    OPTION_SINCE,
    OPTION_UNTIL,
    OPTION_LIMIT,
    OPTION_LIST,
    OPTION_CSV,
    OPTION_JSON,
    OPTION_SVG
};

static const struct option table[] = {
    {"config", required_argument, NULL, 'c'},
    {"by", required_argument, NULL, OPTION_BY},
    {"account", required_argument, NULL, OPTION_ACCOUNT},
    {"opponent", required_argument, NULL, OPTION_OPPONENT},
    {"level", required_argument, NULL, OPTION_LEVEL},
    {"since", required_argument, NULL, OPTION_SINCE},
    {"until", required_argument, NULL, OPTION_UNTIL},
    {"limit", required_argument, NULL, OPTION_LIMIT},
    {"list", required_argument, NULL, OPTION_LIST},
    {"csv", no_argument, NULL, OPTION_CSV},
    {"json", no_argument, NULL, OPTION_JSON},
    {"svg", required_argument, NULL, OPTION_SVG},
    {"help", no_argument, NULL, 'h'},
    {0},
};

static bool complain(const char *option, const char *expected, const char *found)
{
    fprintf(stderr, "fibsbot stats: %s: expected %s, found \"%.60s\"\n", option,
            expected, found);
    return false;
}

static bool read_day(const char *option, const char *text, int64_t *seconds)
{
    struct tm day = {0};
    const char *end = strptime(text, "%Y-%m-%d", &day);
    if (end == NULL || *end != '\0') {
        return complain(option, "a day as 2026-11-21", text);
    }
    *seconds = (int64_t)timegm(&day);
    return true;
}

static bool read_key(struct request *request, const char *text)
{
    enum stats_key key;
    if (!stats_key_by_name(text, &key)) {
        return complain(
            "--by", "opponent, length, level, day, week, month, year or account", text);
    }
    if (request->key_count < TABLES_MAX) {
        request->keys[request->key_count++] = key;
    }
    return true;
}

static bool read_limit(struct request *request, const char *text)
{
    struct error err;
    bool is_good = argument_int("--limit", text, 0, 1000000, &request->limit, &err);
    if (!is_good) {
        fprintf(stderr, "fibsbot stats: %s\n", err.text);
    }
    return is_good;
}

static bool read_config(struct request *request, const char *path)
{
    struct config *config = malloc(sizeof *config);
    struct config_faults faults = {0};
    bool is_good = config != NULL;
    if (is_good) {
        config_default(config);
        is_good = path == NULL || config_load(config, path, &faults);
        memcpy(request->file, config->history.file, sizeof request->file);
    }
    config_faults_print(&faults, stderr);
    free(config);
    return is_good;
}

static bool take_option(struct request *request, int option, const char *value)
{
    switch (option) {
    case 'c':
        return read_config(request, value);
    case OPTION_BY:
        return read_key(request, value);
    case OPTION_ACCOUNT:
        request->filter.account = value;
        return true;
    case OPTION_OPPONENT:
        request->filter.opponent = value;
        return true;
    case OPTION_LEVEL:
        request->filter.level = value;
        return true;
    case OPTION_SINCE:
        return read_day("--since", value, &request->filter.since_s);
    case OPTION_UNTIL:
        return read_day("--until", value, &request->filter.until_s);
    case OPTION_LIMIT:
        return read_limit(request, value);
    case OPTION_LIST:
        request->list = value;
        return stats_list_exists(value) || complain("--list", stats_list_names, value);
    case OPTION_CSV:
        request->format = STATS_CSV;
        return true;
    case OPTION_JSON:
        request->format = STATS_JSON;
        return true;
    case OPTION_SVG:
        request->svg = value;
        return true;
    default:
        fputs(usage, stderr);
        return false;
    }
}

/* An exit status, or -1 to go on. */
static int read_arguments(struct request *request, int argc, char **argv)
{
    int option;
    if (!read_config(request, NULL)) {
        return EXIT_FAILURE;
    }
    while ((option = getopt_long(argc, argv, "c:h", table, NULL)) != -1) {
        if (option == 'h') {
            fputs(usage, stdout);
            fputs(help, stdout);
            return EXIT_SUCCESS;
        }
        if (!take_option(request, option, optarg)) {
            return 2;
        }
    }
    if (optind + 1 < argc) {
        fprintf(stderr, "fibsbot stats: unexpected \"%s\"\n%s", argv[optind + 1],
                usage);
        return 2;
    }
    if (optind < argc) {
        (void)snprintf(request->file, sizeof request->file, "%s", argv[optind]);
    }
    return -1;
}

static void choose_tables(struct request *request)
{
    static const enum stats_key usual[] = {STATS_OPPONENT, STATS_LENGTH, STATS_LEVEL,
                                           STATS_MONTH};
    if (request->key_count == 0) {
        memcpy(request->keys, usual, sizeof usual);
        request->key_count = sizeof usual / sizeof usual[0];
    }
}

static struct database *open_history(const char *path, struct error *err)
{
    if (access(path, F_OK) != 0) {
        error_set(err, "%s: %s; fibsbot play writes the history (history.file)", path,
                  strerror(errno));
        return NULL;
    }
    struct database *database = database_open(path, DATABASE_READ, err);
    if (database != NULL && database_version(database) != history_step_count) {
        error_set(err,
                  "%s: is no history of this version of fibsbot (schema %d, "
                  "expected %d); fibsbot play brings older ones up to date",
                  path, database_version(database), history_step_count);
        database_close(database);
        return NULL;
    }
    return database;
}

static int run_stats(int argc, char **argv)
{
    struct request request = {.filter = {"", "", "", 0, 0}, .limit = -1};
    struct error err = {{0}};
    int status = read_arguments(&request, argc, argv);
    if (status >= 0) {
        return status;
    }
    choose_tables(&request);
    struct database *database = open_history(request.file, &err);
    bool is_good = database != NULL;
    if (is_good && request.list != NULL) {
        is_good = stats_print_list(database, request.list, &request.filter,
                                   request.limit, request.format, stdout, &err);
    } else if (is_good) {
        is_good = show_statistics(database, &request, &err);
    }
    database_close(database);
    if (!is_good) {
        fprintf(stderr, "fibsbot stats: %s\n", err.text);
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}

const struct subcommand cmd_stats = {"stats", "results and ratings of the history",
                                     run_stats};
