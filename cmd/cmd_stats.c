/* `fibsbot stats`: results and ratings from the history. */
#define _XOPEN_SOURCE 700 /* strptime */
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#include "base/database.h"
#include "base/folder.h"
#include "base/text.h"
#include "bot/base/own_file.h"
#include "bot/config/path_options.h"
#include "bot/history/history.h"
#include "bot/history/history_schema.h"
#include "bot/history/stats_print.h"
#include "bot/history/week.h"
#include "cmd/tool/subcommand.h"
#include "engine/level.h"
#include "view/chart.h"

enum { ROWS_SHOWN = 20, TABLES_MAX = STATS_KEYS, CURVE_WIDTH = 76, CURVE_HEIGHT = 12 };

struct request {
    const char *config; /* NULL: the defaults */
    struct config_set *set;
    bool is_usual; /* no table was chosen */
    bool is_given; /* HISTORY: then the other paths of the defaults are not its */
    char file[PATHS_MAX];
    struct stats_filter filter;
    enum stats_key keys[TABLES_MAX];
    int key_count;
    int limit;          /* -1: not given */
    int list;           /* index in stats_list_names; -1: statistics */
    const char *svg;    /* NULL: none */
    const char *backup; /* NULL: none is made */
    bool is_week;
    enum stats_format format;
};

/* ---- tables ---------------------------------------------------------------------- */

static bool print_stats_table(struct database *database, const struct request *request,
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
        if (!print_stats_table(database, request, i, all, err)) {
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

static json_t *curve_json(const struct stats_filter *of,
                          const struct chart_point *points, int count)
{
    json_t *list = json_array();
    for (int i = 0; i < count; i++) {
        (void)json_array_append_new(
            list, json_pack("[I, f]", (json_int_t)points[i].x, points[i].y));
    }
    return json_pack("{s:s, s:o, s:s}", "account", of->account, "points", list,
                     "server", of->server);
}

static bool write_svg(const struct request *request, const struct chart *chart,
                      struct error *err)
{
    if (!own_file_is(request->svg, OWN_CURVE, err)) {
        return false;
    }
    FILE *file = fopen(request->svg, "w");
    if (file == NULL) {
        return error_of_path(err, request->svg);
    }
    chart_svg(chart, 800, 320, file);
    bool is_good = ferror(file) == 0;
    is_good = fclose(file) == 0 && is_good;
    return is_good || error_of_path(err, request->svg);
}

/* `name`: what to call the account. */
static bool show_curve(struct database *database, const struct request *request,
                       const struct stats_filter *filter, const char *name,
                       json_t *curves, struct error *err)
{
    char title[400];
    struct chart_point *points = NULL;
    int count = stats_ratings(database, filter, &points, err);
    if (count < 0) {
        return false;
    }
    FORMAT_TEXT(title, "Rating of %s: %d points%s", name, count,
                count > 0 ? "" : " yet");
    if (count > 0) {
        FORMAT_TEXT(title, "Rating of %s: %.2f, from %.2f", name, points[count - 1].y,
                    points[0].y);
    }
    struct chart chart = {
        .title = title, .points = points, .count = count, .is_time = true};
    if (request->format == STATS_JSON) {
        (void)json_array_append_new(curves, curve_json(filter, points, count));
    } else if (request->format == STATS_TEXT) {
        chart_text(&chart, CURVE_WIDTH, CURVE_HEIGHT, is_utf8(), stdout);
        (void)putchar('\n');
    }
    bool is_good = request->svg == NULL || write_svg(request, &chart, err);
    free(points);
    return is_good;
}

/* A curve for each account; the SVG shows the account with the most ratings. */
static bool show_curves(struct database *database, const struct request *request,
                        json_t *curves, struct error *err)
{
    struct database_rows *rows = database_query(
        database, err,
        "SELECT a.name, a.server," HISTORY_NAME(
            "account", "a") "FROM account a LEFT JOIN rating r ON r.account_id=a.id"
                            " WHERE (?1='' OR a.name=?1) AND (?2='' OR a.server=?2)"
                            " GROUP BY a.id ORDER BY count(*) DESC, a.name, a.server",
        "ss", request->filter.account, request->filter.server);
    struct request again = *request;
    bool is_good = rows != NULL;
    while (is_good && database_next(rows)) {
        struct stats_filter of = request->filter;
        of.account = database_text(rows, 0);
        of.server = database_text(rows, 1);
        is_good =
            show_curve(database, &again, &of, database_text(rows, 2), curves, err);
        again.svg = NULL;
    }
    return database_done(rows, err) && is_good;
}

/* ---- the disk: what the bot has written, option by option ------------------------ */

enum { FOLDER_DEPTH = 1 /* record.group */, SIZE_TEXT = 24 };

/* One option that is written. */
struct disk_row {
    const struct path_option *option;
    char path[PATHS_MAX];
    int files;
    int64_t bytes, limit, free; /* limit 0: none; free -1: not known */
};

static bool count_file(void *context, const char *path, const struct stat *status)
{
    struct disk_row *row = context;
    (void)path;
    row->files++;
    row->bytes += (int64_t)status->st_size;
    return true;
}

static void count_path(struct disk_row *row, const char *path)
{
    struct stat status;
    if (stat(path, &status) == 0 && S_ISREG(status.st_mode)) {
        (void)count_file(row, path, &status);
    }
}

/* With what a rotation or SQLite has put beside it. */
static void count_with_beside(struct disk_row *row, const struct config *config)
{
    static const char *const beside[] = {"-wal", "-shm", "-journal"};
    char path[PATHS_MAX + 16];
    int rotated = path_option_number(config, row->option->files);
    count_path(row, row->path);
    for (int i = 1; i <= rotated; i++) {
        FORMAT_TEXT(path, "%s.%d", row->path, i);
        count_path(row, path);
    }
    for (int i = 0; i < 3 && row->option->kind == PATH_DATABASE; i++) {
        FORMAT_TEXT(path, "%s%s", row->path, beside[i]);
        count_path(row, path);
    }
}

/* Whether the option is written and is there, and what is there. */
static bool find_row(const struct request *request, const struct path_option *option,
                     const struct config *config, struct disk_row *row)
{
    struct stat status;
    struct statvfs disk;
    *row = (struct disk_row){.option = option, .free = -1};
    bool is_history = option->offset == offsetof(struct config, history.file);
    bool is_written = option->kind == PATH_APPENDED || option->kind == PATH_DATABASE ||
                      option->kind == PATH_FOLDER;
    if (!is_written || (request->is_given && !is_history) ||
        !path_option_place(option, config, row->path)) {
        return false;
    }
    if (is_history) {
        COPY_TEXT(row->path, request->file);
    }
    if (stat(row->path, &status) != 0) {
        return false;
    }
    if (option->kind == PATH_FOLDER) {
        (void)folder_walk(row->path, FOLDER_DEPTH, count_file, row);
    } else {
        count_with_beside(row, config);
    }
    row->limit = path_option_bytes(path_option_number(config, option->megabytes));
    if (option->kind == PATH_APPENDED) {
        row->limit *= 1 + path_option_number(config, option->files);
    }
    if (statvfs(row->path, &disk) == 0) {
        row->free = (int64_t)disk.f_bavail * (int64_t)disk.f_frsize;
    }
    return row->files > 0;
}

/* Whether an account before this one has the same path. */
static bool is_known(const struct config_set *set, size_t offset, int account)
{
    const char *path = (const char *)set->accounts[account] + offset;
    for (int i = 0; i < account; i++) {
        if (strcmp((const char *)set->accounts[i] + offset, path) == 0) {
            return true;
        }
    }
    return false;
}

static void visit_rows(const struct request *request,
                       void (*visit)(void *context, const struct disk_row *row),
                       void *context)
{
    struct disk_row row;
    for (int i = 0; i < path_option_count; i++) {
        const struct path_option *option = &path_options[i];
        bool is_of_all = option->is_common || request->set->count == 0;
        if (is_of_all && find_row(request, option, &request->set->common, &row)) {
            visit(context, &row);
        }
        for (int k = 0; !is_of_all && k < request->set->count; k++) {
            if (!is_known(request->set, option->offset, k) &&
                find_row(request, option, request->set->accounts[k], &row)) {
                visit(context, &row);
            }
        }
    }
}

static const char *write_size(int64_t bytes, char text[SIZE_TEXT])
{
    static const struct {
        double unit;
        const char *name;
    } units[] = {{1e12, "TB"}, {1e9, "GB"}, {1e6, "MB"}, {1e3, "kB"}};
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if ((double)bytes >= units[i].unit) {
            (void)snprintf(text, SIZE_TEXT, "%.1f %s", (double)bytes / units[i].unit,
                           units[i].name);
            return text;
        }
    }
    (void)snprintf(text, SIZE_TEXT, "%lld B", (long long)bytes);
    return text;
}

static void print_row(void *context, const struct disk_row *row)
{
    char size[SIZE_TEXT], limit[SIZE_TEXT], free_room[SIZE_TEXT];
    fprintf(context, "  %-20s %9s in %5d file%s  at most %9s  free %9s  %s\n",
            row->option->option, write_size(row->bytes, size), row->files,
            row->files == 1 ? " " : "s",
            row->limit > 0 ? write_size(row->limit, limit) : "-",
            row->free >= 0 ? write_size(row->free, free_room) : "?", row->path);
}

static void print_disk(const struct request *request)
{
    (void)puts("On the disk");
    visit_rows(request, print_row, stdout);
    (void)putchar('\n');
}

static void add_row(void *context, const struct disk_row *row)
{
    json_t *limit = row->limit > 0 ? json_integer(row->limit) : json_null();
    (void)json_array_append_new(
        context, json_pack("{s:s, s:s, s:i, s:I, s:o, s:I}", "option",
                           row->option->option, "path", row->path, "files", row->files,
                           "bytes", (json_int_t)row->bytes, "limit_bytes", limit,
                           "free_bytes", (json_int_t)row->free));
}

static json_t *disk_json(const struct request *request)
{
    json_t *list = json_array();
    visit_rows(request, add_row, list);
    return list;
}

/* ---- all of it ------------------------------------------------------------------- */

/* Closes the database. */
static bool show_statistics(struct database *database, const struct request *request,
                            struct error *err)
{
    json_t *tables = json_array(), *curves = json_array();
    bool is_good = print_tables(database, request, tables, err) &&
                   show_curves(database, request, curves, err);
    database_close(database); /* first, so that its own -wal is not counted */
    json_t *all = json_pack("{s:o, s:o, s:o}", "tables", tables, "ratings", curves,
                            "disk", disk_json(request));
    if (is_good && request->format == STATS_TEXT && request->is_usual) {
        print_disk(request);
    }
    if (is_good && request->format == STATS_JSON) {
        is_good = json_dumpf(all, stdout, JSON_INDENT(2)) == 0;
        (void)putchar('\n');
    }
    json_decref(all);
    return is_good;
}

/* ---- the command line ------------------------------------------------------------ */

static bool take_day(const struct cli_call *call)
{
    struct request *request = call->context;
    struct tm day = {0};
    const char *end = strptime(call->value, "%Y-%m-%d", &day);
    if (end == NULL || *end != '\0') {
        return error_set(call->err, "expected a day as 2026-11-21, found \"%.60s\"",
                         call->value);
    }
    bool is_since = strcmp(call->option->name, "since") == 0;
    *(is_since ? &request->filter.since_s : &request->filter.until_s) =
        (int64_t)timegm(&day);
    return true;
}

static bool take_key(const struct cli_call *call)
{
    struct request *request = call->context;
    int key = 0;
    while (key < STATS_KEYS && strcmp(call->value, stats_key_name(key)) != 0) {
        key++;
    }
    if (key == STATS_KEYS) {
        return error_set(call->err,
                         "expected opponent, length, level, day, week, month, year, "
                         "account or server, found \"%.60s\"",
                         call->value);
    }
    if (request->key_count < TABLES_MAX) {
        request->keys[request->key_count++] = (enum stats_key)key;
    }
    return true;
}

static bool check_options(const struct cli_call *call)
{
    const struct request *request = call->context;
    return !request->is_week || (request->format == STATS_TEXT && request->list < 0) ||
           error_set(call->err, "--week is a text, without --csv, --json and --list");
}

static const struct cli_option options[] = {
    {"config", CLI_FILE(struct request, config), .letter = 'c',
     .help = "Read history.file, and what else is written, from this configuration."},
    {"by", CLI_CALL(take_key), .argument = "KEY", .word_at = stats_key_name,
     .otherwise = "opponent, length, level and month",
     .help = "Show only this table: opponent, length, level, day, week, month, year, "
             "account or server. May be given several times."},
    {"account", CLI_TEXT(struct request, filter.account), .argument = "NAME",
     .help = "Only this account of ours."},
    {"opponent", CLI_TEXT(struct request, filter.opponent), .argument = "NAME",
     .help = "Only matches with this opponent."},
    {"server", CLI_TEXT(struct request, filter.server), .argument = "HOST",
     .help = "Only what happened on this server: its host, or bgammon.org."},
    {"level", CLI_TEXT(struct request, filter.level), .argument = "LEVEL",
     .word_at = level_name, .help = "Only matches played at this level."},
    {"since", CLI_CALL(take_day), .argument = "DATE",
     .help = "Only matches that ended on this day or later (YYYY-MM-DD, UTC)."},
    {"until", CLI_CALL(take_day), .argument = "DATE",
     .help = "Only matches that ended before this day."},
    {"limit", CLI_INT(struct request, limit, 0, 1000000),
     .otherwise = "20 rows of a table, all of a list",
     .help = "Rows of a table at most; of a list the newest. 0: all."},
    {"list", CLI_WORD(struct request, list, stats_list_names), .argument = "WHAT",
     .help = "List single records instead: matches, games, refusals, errors, "
             "connections, or stuck (saved matches that failed, and why they are set "
             "aside)."},
    {"csv", CLI_SET(struct request, format, STATS_CSV), .help = "Print CSV."},
    {"json", CLI_SET(struct request, format, STATS_JSON),
     .help = "Print JSON; of a list, one object a line."},
    {"backup", CLI_FILE(struct request, backup),
     .help =
         "Write a backup of the history to FILE instead, also while the bot plays."},
    {"week", CLI_FLAG(struct request, is_week),
     .help =
         "Report the last seven days instead: results and rating with its error, "
         "refusals by reason, unknown lines, lost connections and waits, saved and left "
         "matches, and what to look at."},
    {"svg", CLI_FILE(struct request, svg), .help = "Draw the rating curve into FILE."},
    {0},
};

static void choose_tables(struct request *request)
{
    static const enum stats_key usual[] = {STATS_OPPONENT, STATS_LENGTH, STATS_LEVEL,
                                           STATS_MONTH};
    request->is_usual = request->key_count == 0;
    if (request->is_usual) {
        memcpy(request->keys, usual, sizeof usual);
        request->key_count = sizeof usual / sizeof usual[0];
    }
}

static struct database *open_history(const char *path, struct error *err)
{
    if (access(path, F_OK) != 0) {
        error_set_for(err, errno,
                      "%s: %s; fibsbot play writes the history (history.file)", path,
                      strerror(errno));
        return NULL;
    }
    struct database *database =
        history_check(path, err) ? database_open(path, DATABASE_READ, err) : NULL;
    int version = database != NULL ? database_version(database) : history_step_count;
    if (version == 0) {
        error_at_path(err, 0, path,
                      "empty; fibsbot play writes the history (history.file)");
    } else if (version != history_step_count) {
        error_set(err,
                  "%s: a history of an older version of fibsbot (schema %d, expected "
                  "%d), which fibsbot play upgrades",
                  path, version, history_step_count);
    }
    if (version != history_step_count) {
        database_close(database);
        return NULL;
    }
    return database;
}

static int make_backup(const struct request *request, struct error *err)
{
    if (!own_file_is(request->backup, OWN_DATABASE, err) ||
        !history_backup(request->file, request->backup, err)) {
        return EXIT_FAILURE;
    }
    printf("%s: backup of %s\n", request->backup, request->file);
    return EXIT_SUCCESS;
}

static int show(struct request *request, struct error *err)
{
    if (request->backup != NULL) {
        return make_backup(request, err);
    }
    choose_tables(request);
    struct database *database = open_history(request->file, err);
    bool is_good = database != NULL;
    if (is_good && request->is_week) {
        is_good = week_print(database, request->filter.account, request->filter.server,
                             (int64_t)time(NULL), stdout, err);
    } else if (is_good && request->list >= 0) {
        is_good = stats_print_list(database, stats_list_names[request->list],
                                   &request->filter, request->limit, request->format,
                                   stdout, err);
    } else if (is_good) {
        is_good = show_statistics(database, request, err);
        database = NULL;
    }
    database_close(database);
    return is_good ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* The file of the configuration; HISTORY goes before it. */
static bool read_request_file(struct request *request, const struct cli_words *words,
                              struct error *err)
{
    struct config_faults faults = {0};
    struct config_set *set = request->set = config_set_new();
    if (set == NULL) {
        return error_no_memory(err);
    }
    if (request->config != NULL && !config_set_load(set, request->config, &faults)) {
        return error_set(err, "%.240s", faults.text[0]);
    }
    request->is_given = request->config == NULL && words->count > 0;
    COPY_TEXT(request->file,
              words->count > 0 ? words->word[0] : set->common.history.file);
    return true;
}

static int run(const struct cli_call *call)
{
    struct request *request = call->context;
    int status = read_request_file(request, call->words, call->err)
                     ? show(request, call->err)
                     : EXIT_FAILURE;
    config_set_free(request->set);
    return status;
}

const struct cli_command cmd_stats = {
    .title = "fibsbot stats",
    .summary = "results and ratings from the history",
    CLI_FILES("[HISTORY]", 0, 1),
    .about =
        "Shows results and the rating curve from the history that `fibsbot play` "
        "writes: HISTORY, or the file that the configuration names, or history.db.",
    .options = options,
    .notes =
        "95 %, +-: confidence intervals of the share of matches won and of the points "
        "won (or lost) a game; exp. %: the share that FIBS's rating formula expects, "
        "not of bgammon.org; "
        "rating: its change over these matches. Where matches were analysed "
        "(record.analysis): their number, the error rates (PR) of us and of the "
        "opponents, and how much more luck we had than they a match, in equity. On the "
        "disk: what the bot has written, with its limit; of all paths of the "
        "configuration with --config.",
    .check = check_options,
    .size = sizeof(struct request),
    .defaults = &(const struct request){.filter = {"", "", "", 0, 0, ""},
                                        .limit = -1,
                                        .list = -1},
    .run = run,
};
