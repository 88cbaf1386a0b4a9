/* A history that a stranger or a fault has written: absurd values in its rows, or a
 * damaged file. Statistics, curves, the status page, the rules and the writer itself take
 * any of them, and the page and JSON stay whole.
 *
 * An input that begins as a database is the file. Any other one is lines "TABLE" (a new
 * row of usual values) and "TABLE COLUMN VALUE" (changes the table's last row). */
#include <assert.h>
#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/database.h"
#include "bot/history/history_schema.h"
#include "bot/history/history_store.h"
#include "bot/history/stats_print.h"
#include "bot/history/week.h"
#include "bot/policy/guardian.h"
#include "bot/policy/recent_opponents.h"
#include "bot/status/status_internal.h"
#include "engine/board/points.h"
#include "tests/fuzz/fuzz_folder.h"
#include "tests/fuzz/fuzz_target.h"

enum { INPUT_MAX = 65536, LINE_SIZE = 400, LINES_MAX = 200, NOW_S = 1700000000 };

/* ---- the file -------------------------------------------------------------------- */

/* Usual rows; the others refer to the first account, opponent, match and game. */
static const struct {
    const char *table, *insert;
} usual[] = {
    {"account", "INSERT INTO account (name, server, rating, experience, seen_at)"
                " VALUES ('our_bot' || (SELECT count(*) FROM account),"
                " 'fibs.com', 1600, 500, 1699990000)"},
    {"opponent", "INSERT INTO opponent (name, server, first_at, last_at)"
                 " VALUES ('opp_' || (SELECT count(*) FROM opponent),"
                 " 'fibs.com', 1699990000, 1699990000)"},
    {"match", "INSERT INTO match (account_id, opponent_id, length, level, state,"
              " started_at, touched_at, ended_at, is_resumed, my_score, their_score,"
              " has_won, rating_before, rating_after, their_rating_before) VALUES"
              " (1, 1, 5, '2-ply', 'finished', 1699990000, 1699991000, 1699991000, 0,"
              " 5, 3, 1, 1600, 1602.5, 1550)"},
    {"game", "INSERT INTO game (match_id, number, my_score, their_score, started_at,"
             " ended_at, has_won, points, ending) VALUES (1, (SELECT count(*) FROM"
             " game), 0, 0, 1699990000, 1699990500, 1, 2, 'play')"},
    {"cube_action", "INSERT INTO cube_action (game_id, at, is_mine, action, cube)"
                    " VALUES (1, 1699990100, 1, 'double', 2)"},
    {"rating", "INSERT INTO rating VALUES (1, 1699991000, 1602.5, 505)"},
    {"refusal", "INSERT INTO refusal VALUES (1, 1699991000, 'opp_0', 0, 7, 'asleep')"},
    {"connection", "INSERT INTO connection VALUES (1, 1699991000, 1, 'connected')"},
    {"stuck_match", "INSERT INTO stuck_match VALUES (1, 'opp_' || (SELECT count(*) FROM"
                    " stuck_match), 1699991000, 5, 2, 1, 2, 'stuck')"},
    {"note", "INSERT INTO note VALUES (1, 1699991000, 'unknown_line', 'opp_0',"
             " 'NAME sings', 'opp_0 sings', 3)"},
    {"error", "INSERT INTO error VALUES (1, 1699991000, 'no board')"},
};
enum { TABLES = sizeof usual / sizeof usual[0] };

static void change_row(struct database *database, const char *table, const char *column,
                       const char *value)
{
    char sql[200];
    struct error err;
    (void)snprintf(sql, sizeof sql,
                   "UPDATE %s SET \"%s\"=nullif(?,'') WHERE rowid=(SELECT max(rowid)"
                   " FROM %s)",
                   table, column, table);
    (void)database_run(database, &err, sql, "s",
                       value); /* or a constraint forbids it */
}

static void take_line(struct database *database, char *line)
{
    struct error err;
    char *column = strchr(line, ' ');
    char *value = column != NULL ? strchr(column + 1, ' ') : NULL;
    if (column != NULL) {
        *column++ = '\0';
    }
    if (value != NULL) {
        *value++ = '\0';
    }
    for (int i = 0; i < TABLES; i++) {
        bool is_table = strcmp(line, usual[i].table) == 0;
        if (is_table && value == NULL) {
            (void)database_run(database, &err, usual[i].insert, "");
        } else if (is_table && strlen(column) < 40 && strchr(column, '"') == NULL) {
            change_row(database, usual[i].table, column, value);
        }
    }
}

static void write_rows(const char *path, const char *text, size_t size)
{
    struct error err;
    struct database *database = database_open(path, DATABASE_WRITE, &err);
    assert(database != NULL);
    assert(database_migrate(database, history_steps, history_step_count, &err));
    assert(database_run(database, &err, "PRAGMA foreign_keys=OFF", ""));
    assert(database_run(database, &err, "BEGIN", ""));
    for (int i = 0, count = 0; i < TABLES + LINES_MAX && size > 0; i++) {
        char line[LINE_SIZE];
        if (i < TABLES) { /* one of each to begin with */
            (void)database_run(database, &err, usual[i].insert, "");
            continue;
        }
        const char *end = memchr(text, '\n', size);
        size_t length = end != NULL ? (size_t)(end - text) : size;
        (void)snprintf(line, sizeof line, "%.*s", (int)length, text);
        if (count++ < LINES_MAX) {
            take_line(database, line);
        }
        length += end != NULL;
        text += length;
        size -= length;
    }
    assert(database_run(database, &err, "COMMIT", ""));
    database_close(database);
}

/* ---- its readers ----------------------------------------------------------------- */

static void show_ratings(struct database *database, const struct stats_filter *filter,
                         FILE *out)
{
    struct error err;
    struct chart_point *points = NULL;
    int count = stats_ratings(database, filter, &points, &err);
    const struct chart chart = {.title = "Rating",
                                .points = points,
                                .count = count > 0 ? count : 0,
                                .is_time = true,
                                .format = "%.0f"};
    for (int i = 0; i < count; i++) {
        assert(isfinite(points[i].x) && isfinite(points[i].y));
    }
    chart_text(&chart, 60, 10, true, out);
    chart_svg(&chart, 500, 200, out);
    chart_html(&chart, true, out);
    free(points);
}

static void show_stats(const char *path, FILE *out)
{
    static const struct stats_filter filter = {"", "", "", 0, 0, ""};
    struct error err;
    struct database *database = database_open(path, DATABASE_READ, &err);
    for (int i = 0; database != NULL && i < STATS_KEYS; i++) {
        struct stats_table table;
        if (stats_load(database, (enum stats_key)i, &filter, &table, &err)) {
            stats_print_table(&table, 5, out);
            stats_print_csv(&table, true, out);
            json_decref(stats_table_json(&table));
        }
        stats_free(&table);
    }
    for (int i = 0; database != NULL && stats_list_names[i] != NULL; i++) {
        for (int format = STATS_TEXT; format <= STATS_JSON; format++) {
            (void)stats_print_list(database, stats_list_names[i], &filter, 50,
                                   (enum stats_format)format, out, &err);
        }
    }
    if (database != NULL) {
        show_ratings(database, &filter, out);
        (void)week_print(database, "", "", NOW_S, out, &err);
    }
    database_close(database);
}

static int count_of(const char *text, const char *word)
{
    int count = 0;
    for (; (text = strstr(text, word)) != NULL; text += strlen(word)) {
        count++;
    }
    return count;
}

/* A page as it is printed; the caller frees it. */
static char *printed(void (*print)(const struct status_view *, FILE *),
                     const struct status_view *view)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    assert(out != NULL);
    print(view, out);
    (void)fclose(out);
    assert(strlen(text) == length);
    return text;
}

/* `has_nan`: a text may have these letters, too. */
static void show_status(const char *path, bool has_nan)
{
    struct error err;
    struct status *status = status_new(NOW_S);
    const struct status_view view = {.status = status, .now_s = NOW_S};
    (void)status_load(status, "our_bot0", path, fuzz_folder, &err);
    char *html = printed(status_page_html, &view);
    char *json = printed(status_page_json, &view);
    free(printed(status_page_metrics, &view));
    assert(count_of(html, "<script") == 1 && count_of(html, "<img") == 0);
    assert(has_nan || (strstr(html, "nan") == NULL && strstr(html, "inf\"") == NULL));
    json_t *tree = json_loads(json, 0, NULL);
    assert(tree != NULL);
    json_decref(tree);
    free(html);
    free(json);
    status_free(status);
}

/* ---- its writer ------------------------------------------------------------------ */

static void store_event(struct database *database, struct history_event event)
{
    struct error err = {0};
    event.at_s = NOW_S;
    (void)snprintf(event.account, sizeof event.account, "our_bot0");
    (void)snprintf(event.server, sizeof event.server, "fibs.com");
    (void)snprintf(event.name, sizeof event.name, "opp_0");
    bool is_good = history_store(database, &event, &err);
    assert(is_good || err.text[0] != '\0');
}

static void go_on(const char *path)
{
    static const struct history_event events[] = {
        {.type = HISTORY_STANDING, .standing = {true, 1605.0, 512}},
        {.type = HISTORY_SAVED, .length = 5},
        {.type = HISTORY_MATCH, .match = MATCH_START, .length = 5, .is_resumed = true},
        {.type = HISTORY_MATCH, .match = MATCH_GAME_RESUME, .my_score = 2},
        {.type = HISTORY_MATCH, .match = MATCH_DOUBLE, .points = 2, .is_mine = true},
        {.type = HISTORY_MATCH, .match = MATCH_TAKE},
        {.type = HISTORY_MATCH,
         .match = MATCH_GAME_END,
         .my_score = 4,
         .points = 2,
         .is_mine = true},
        {.type = HISTORY_MATCH, .match = MATCH_END, .my_score = 5, .is_finished = true},
        {.type = HISTORY_STANDING, .standing = {true, 1610.0, 517}},
        {.type = HISTORY_MATCH, .match = MATCH_START, .length = 7},
    };
    struct error err;
    struct database *database = database_open(path, DATABASE_WRITE, &err);
    for (size_t i = 0; database != NULL && i < sizeof events / sizeof events[0]; i++) {
        store_event(database, events[i]);
    }
    database_close(database);
}

static bool has_letters(const uint8_t *data, size_t size, const char letters[4])
{
    size_t at = 0;
    while (at + 3 <= size && memcmp(data + at, letters, 3) != 0) {
        at++;
    }
    return at + 3 <= size;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char magic[] = "SQLite format 3";
    static struct recent_opponents recent;
    static struct guardian guardian;
    static char text[4 << 20]; /* of statistics */
    char path[FUZZ_PATH_SIZE];
    struct error err;
    if (size > INPUT_MAX) {
        return 0;
    }
    (void)snprintf(path, sizeof path, "%s/history.db", fuzz_folder_new());
    if (size >= sizeof magic && memcmp(data, magic, sizeof magic) == 0) {
        assert(fuzz_folder_write("history.db", data, size));
    } else {
        write_rows(path, (const char *)data, size);
    }
    FILE *out = fmemopen(text, sizeof text, "w");
    assert(out != NULL);
    show_stats(path, out);
    (void)fclose(out);
    for (const char *c = text; *c != '\0'; c++) { /* nothing for a terminal to obey */
        assert((unsigned char)*c >= ' ' || *c == '\n');
    }
    show_status(path, has_letters(data, size, "nan") || has_letters(data, size, "inf"));
    memset(&recent, 0, sizeof recent);
    (void)recent_opponents_load(&recent, path, "our_bot0", "fibs.com", 0, NOW_S, &err);
    memset(&guardian, 0, sizeof guardian);
    (void)guardian_load(&guardian, path, "our_bot0", "fibs.com", true, &err);
    for (int i = 0; i < guardian.count; i++) {
        const struct guardian_match *match = &guardian.matches[i];
        assert(match->length >= 0 && match->length <= POINTS_UNLIMITED);
        (void)guardian_words(match->end);
    }
    (void)recent_opponents_since(&recent, "opp_0", RECENT_OPPONENT_ENDED, 0);
    (void)recent_opponents_today(&recent, "opp_0", RECENT_OPPONENT_ENDED, 0);
    go_on(path);
    return 0;
}
