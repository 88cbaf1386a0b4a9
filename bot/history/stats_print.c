#include "bot/history/stats_print.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

#include "bot/history/history_schema.h"
#include "bot/history/stats_internal.h"

enum { KEY_WIDTH = 10, KEY_MAX = 28 };

/* ---- for people ------------------------------------------------------------------ */

static int key_width(const struct stats_table *table)
{
    int width = KEY_WIDTH;
    for (int i = 0; i < table->count; i++) {
        int length = (int)strlen(table->rows[i].key);
        width = length > width ? length : width;
    }
    return width < KEY_MAX ? width : KEY_MAX;
}

static void print_wins(const struct stats_row *row, FILE *out)
{
    if (row->matches == 0) {
        fprintf(out, " %7s %5s %6s %9s %6s", "-", "-", "-", "-", "-");
        return;
    }
    struct interval range = stats_win_interval(row->won, row->matches);
    fprintf(out, " %7d %5d %6.1f %4.0f -%3.0f", row->matches, row->won,
            100.0 * row->won / row->matches, 100.0 * range.low, 100.0 * range.high);
    if (row->rated > 0) {
        fprintf(out, " %6.1f", 100.0 * row->expected / row->rated);
    } else {
        fprintf(out, " %6s", "-");
    }
}

static void print_points(const struct stats_row *row, FILE *out)
{
    if (row->games == 0) {
        fprintf(out, " %6s %13s", "-", "-");
        return;
    }
    struct interval range = stats_points_interval(row);
    double mean = row->points / row->games;
    fprintf(out, " %6d %+6.2f", row->games, mean);
    if (isfinite(range.high)) {
        fprintf(out, " +-%4.2f", range.high - mean);
    } else {
        fprintf(out, " %6s", "");
    }
}

static void print_rate(double rate, FILE *out)
{
    if (isfinite(rate)) {
        fprintf(out, " %6.2f", rate);
    } else {
        fprintf(out, " %6s", "-");
    }
}

static void print_analyses(const struct stats_row *row, FILE *out)
{
    fprintf(out, " %8d", row->analysed);
    print_rate(stats_error_rate(row, 0), out);
    print_rate(stats_error_rate(row, 1), out);
    if (row->analysed > 0) {
        fprintf(out, " %+6.2f", (row->luck[0] - row->luck[1]) / row->analysed);
    } else {
        fprintf(out, " %6s", "-");
    }
}

static void print_stats_row(const struct stats_row *row, int width, bool has_analyses,
                            FILE *out)
{
    fprintf(out, "  %-*.*s", width, width, row->key);
    print_wins(row, out);
    print_points(row, out);
    if (row->matches > 0) {
        fprintf(out, " %+8.1f", row->rating_change);
    } else {
        fprintf(out, " %8s", "-");
    }
    if (has_analyses) {
        print_analyses(row, out);
    }
    fputc('\n', out);
}

static void print_ruler(int width, FILE *out)
{
    for (int i = 0; i < width; i++) {
        fputc('-', out);
    }
    fputc('\n', out);
}

void stats_print_table(const struct stats_table *table, int limit, FILE *out)
{
    int width = key_width(table);
    bool has_analyses = table->total.analysed > 0;
    int shown = limit > 0 && limit < table->count ? limit : table->count;
    int head = fprintf(out, "  %-*s %7s %5s %6s %9s %6s %6s %13s %8s", width,
                       stats_key_name(table->key), "matches", "won", "%", "95 %",
                       "exp. %", "games", "points/game", "rating");
    if (has_analyses) {
        head += fprintf(out, " %8s %6s %6s %6s", "analysed", "PR", "theirs", "luck");
    }
    fputc('\n', out);
    print_ruler(head, out);
    for (int i = 0; i < shown; i++) {
        print_stats_row(&table->rows[i], width, has_analyses, out);
    }
    if (shown < table->count) {
        fprintf(out, "  ... and %d more\n", table->count - shown);
    }
    if (table->count != 1) {
        print_ruler(head, out);
        print_stats_row(&table->total, width, has_analyses, out);
    }
}

/* ---- comma separated ------------------------------------------------------------- */

static void print_quoted(const char *text, FILE *out)
{
    const char *quote = strpbrk(text, ",\"\r\n") == NULL ? "" : "\"";
    fputs(quote, out);
    for (; *text != '\0'; text++) {
        fputs(*text == '"' ? "\"\"" : (char[]){*text, '\0'}, out);
    }
    fputs(quote, out);
}

static void print_csv_number(double number, FILE *out)
{
    fputc(',', out);
    if (isfinite(number)) {
        fprintf(out, "%.6g", number);
    }
}

enum { FIGURES = 18 };

/* The figures of a row, as CSV and JSON name them. */
static const char *const figure_names[FIGURES] = {
    "matches",
    "won",
    "won_share",
    "won_share_low",
    "won_share_high",
    "expected_share",
    "games",
    "games_won",
    "points",
    "points_per_game",
    "points_per_game_low",
    "points_per_game_high",
    "rating_change",
    "analysed",
    "error_rate",
    "their_error_rate",
    "luck",
    "their_luck",
};

struct figures {
    double at[FIGURES]; /* NaN: none */
};

static double ratio(double part, double whole)
{
    return whole > 0.0 ? part / whole : (double)NAN;
}

static struct figures figures_of(const struct stats_row *row)
{
    const struct interval won = stats_win_interval(row->won, row->matches);
    const struct interval points = stats_points_interval(row);
    bool has_matches = row->matches > 0;
    return (struct figures){{
        row->matches,
        row->won,
        ratio(row->won, row->matches),
        has_matches ? won.low : (double)NAN,
        has_matches ? won.high : (double)NAN,
        ratio(row->expected, row->rated),
        row->games,
        row->games_won,
        row->points,
        ratio(row->points, row->games),
        points.low,
        points.high,
        row->rating_change,
        row->analysed,
        stats_error_rate(row, 0),
        stats_error_rate(row, 1),
        ratio(row->luck[0], row->analysed),
        ratio(row->luck[1], row->analysed),
    }};
}

static void print_csv_row(const char *by, const struct stats_row *row, FILE *out)
{
    const struct figures figures = figures_of(row);
    fprintf(out, "%s,", by);
    print_quoted(row->key + strspn(row->key, " "), out);
    for (int i = 0; i < FIGURES; i++) {
        print_csv_number(figures.at[i], out);
    }
    fputc('\n', out);
}

void stats_print_csv(const struct stats_table *table, bool has_head, FILE *out)
{
    if (has_head) {
        fputs("by,key", out);
        for (int i = 0; i < FIGURES; i++) {
            fprintf(out, ",%s", figure_names[i]);
        }
        fputc('\n', out);
    }
    for (int i = 0; i < table->count; i++) {
        print_csv_row(stats_key_name(table->key), &table->rows[i], out);
    }
}

/* ---- JSON ------------------------------------------------------------------------ */

static json_t *row_json(const struct stats_row *row)
{
    const struct figures figures = figures_of(row);
    json_t *json = json_pack("{s:s}", "key", row->key + strspn(row->key, " "));
    for (int i = 0; i < FIGURES; i++) {
        double number = figures.at[i];
        bool is_whole = fabs(number) < 1e15 && number == floor(number);
        (void)json_object_set_new(json, figure_names[i],
                                  !isfinite(number) ? json_null()
                                  : is_whole        ? json_integer((json_int_t)number)
                                                    : json_real(number));
    }
    return json;
}

json_t *stats_table_json(const struct stats_table *table)
{
    json_t *rows = json_array();
    for (int i = 0; i < table->count; i++) {
        (void)json_array_append_new(rows, row_json(&table->rows[i]));
    }
    return json_pack("{s:s, s:o, s:o}", "by", stats_key_name(table->key), "rows", rows,
                     "total", row_json(&table->total));
}

/* ---- lists ----------------------------------------------------------------------- */

enum { COLUMNS_MAX = 16, FIELD_SIZE = 300 };

struct column {
    const char *name;
    int width;
    char type; /* s text, i whole number, r rating, n exact number */
};

struct list {
    const char *name;
    const char *sql;
    struct column columns[COLUMNS_MAX];
};

#define WHEN(column) "strftime('%Y-%m-%dT%H:%M:%SZ', " column ", 'unixepoch')"
#define FILTER                                                                         \
    " WHERE (?1='' OR a.name=?1) AND (?2='' OR opponent_name=?2) AND"                  \
    " (?3=0 OR at>=?3) AND (?4=0 OR at<?4) ORDER BY at DESC, id"                       \
    " DESC LIMIT ?5) ORDER BY at, id"
#define NEWEST "SELECT * FROM ("
/* Each gives the columns, and for the filter opponent_name, at and id. */
/* clang-format off */
static const struct list lists[] = {
    {"matches",
     NEWEST "SELECT " WHEN("m.started_at") ", " WHEN("m.ended_at") ", a.name, o.name, m.length, m.level, m.state,"
     " m.my_score, m.their_score, CASE m.has_won WHEN 1 THEN 'won' WHEN 0 THEN 'lost' END,"
     " m.is_inferred, m.interruptions, m.rating_before, m.rating_after, m.experience_before, m.experience_after,"
     " o.name AS opponent_name, coalesce(m.ended_at, m.touched_at) AS at, m.id AS id"
     " FROM match m JOIN account a ON a.id=m.account_id JOIN opponent o ON o.id=m.opponent_id" FILTER,
     {{"started", 20, 's'}, {"ended", 20, 's'}, {"account", 12, 's'}, {"opponent", 16, 's'}, {"length", 6, 'i'},
      {"level", 8, 's'}, {"state", 8, 's'}, {"mine", 4, 'i'}, {"theirs", 6, 'i'}, {"result", 6, 's'},
      {"inferred", 8, 'i'}, {"interruptions", 13, 'i'}, {"rating_before", 13, 'r'}, {"rating_after", 12, 'r'},
      {"experience_before", 17, 'i'}, {"experience_after", 16, 'i'}}},
    {"games",
     NEWEST "SELECT " WHEN("g.ended_at") ", a.name, o.name, m.length, g.match_id, g.number, g.my_score, g.their_score,"
     " CASE g.has_won WHEN 1 THEN 'won' WHEN 0 THEN 'lost' END, g.points, g.cube, g.ending,"
     " o.name AS opponent_name, coalesce(g.ended_at, g.started_at) AS at, g.id AS id"
     " FROM game g JOIN match m ON m.id=g.match_id JOIN account a ON a.id=m.account_id"
     " JOIN opponent o ON o.id=m.opponent_id" FILTER,
     {{"ended", 20, 's'}, {"account", 12, 's'}, {"opponent", 16, 's'}, {"length", 6, 'i'}, {"match", 6, 'i'},
      {"game", 4, 'i'}, {"mine", 4, 'i'}, {"theirs", 6, 'i'}, {"result", 6, 's'}, {"points", 6, 'i'},
      {"cube", 4, 'i'}, {"ending", 11, 's'}}},
    {"refusals",
     NEWEST "SELECT " WHEN("r.at") ", a.name, r.opponent, CASE r.is_ours WHEN 1 THEN 'we' ELSE 'they' END,"
     " coalesce(CASE r.length WHEN 0 THEN 'unlimited' ELSE r.length END, 'saved'), r.code,"
     " r.opponent AS opponent_name, r.at AS at, r.rowid AS id"
     " FROM refusal r JOIN account a ON a.id=r.account_id" FILTER,
     {{"at", 20, 's'}, {"account", 12, 's'}, {"opponent", 16, 's'}, {"refused_by", 10, 's'}, {"length", 9, 's'},
      {"code", 24, 's'}}},
    {"errors",
     NEWEST "SELECT " WHEN("e.at") ", a.name, e.text, '' AS opponent_name, e.at AS at, e.rowid AS id"
     " FROM error e JOIN account a ON a.id=e.account_id" FILTER,
     {{"at", 20, 's'}, {"account", 12, 's'}, {"text", 60, 's'}}},
    {"connections",
     NEWEST "SELECT " WHEN("c.at") ", a.name, CASE c.is_up WHEN 1 THEN 'up' ELSE 'down' END, c.reason,"
     " '' AS opponent_name, c.at AS at, c.rowid AS id"
     " FROM connection c JOIN account a ON a.id=c.account_id" FILTER,
     {{"at", 20, 's'}, {"account", 12, 's'}, {"line", 4, 's'}, {"reason", 60, 's'}}},
    {"stuck",
     NEWEST "SELECT " WHEN("s.at") ", a.name, s.opponent, CASE s.length WHEN 0 THEN 'unlimited' ELSE s.length END,"
     " s.my_score, s.their_score, s.failures, s.reason,"
     " s.opponent AS opponent_name, s.at AS at, s.rowid AS id"
     " FROM stuck_match s JOIN account a ON a.id=s.account_id" FILTER,
     {{"at", 20, 's'}, {"account", 12, 's'}, {"opponent", 16, 's'}, {"length", 9, 's'}, {"mine", 4, 'i'},
      {"theirs", 6, 'i'}, {"failures", 8, 'i'}, {"set_aside", 10, 's'}}},
};
/* clang-format on */
enum { LISTS = sizeof lists / sizeof lists[0] };

const char *const stats_list_names[] = {"matches",     "games", "refusals", "errors",
                                        "connections", "stuck", NULL};

static const struct list *find_list(const char *name)
{
    for (int i = 0; i < LISTS; i++) {
        if (strcmp(name, lists[i].name) == 0) {
            return &lists[i];
        }
    }
    return NULL;
}

static int count_columns(const struct list *list)
{
    int count = 0;
    while (count < COLUMNS_MAX && list->columns[count].name != NULL) {
        count++;
    }
    return count;
}

static void print_field(const struct column *column, const char *text, bool is_last,
                        FILE *out)
{
    bool is_left = column->type == 's';
    int width = !is_left ? column->width : is_last ? 0 : -column->width;
    fprintf(out, "%*s%s", width, text, is_last ? "" : "  ");
}

static void field_text(const struct database_rows *rows, const struct column *column,
                       int at, char *text, size_t size)
{
    if (database_is_null(rows, at)) {
        (void)snprintf(text, size, "%s", "");
    } else if (column->type == 'r') {
        (void)snprintf(text, size, "%.2f", history_rating(rows, at));
    } else {
        (void)snprintf(text, size, "%s", database_text(rows, at));
    }
    stats_clean(text);
}

static void print_line(const struct list *list, const struct database_rows *rows,
                       enum stats_format format, FILE *out)
{
    int count = count_columns(list);
    for (int i = 0; i < count; i++) {
        char text[FIELD_SIZE] = "";
        const struct column *column = &list->columns[i];
        if (rows == NULL) {
            (void)snprintf(text, sizeof text, "%s", column->name);
        } else {
            field_text(rows, column, i, text, sizeof text);
        }
        if (format == STATS_CSV) {
            fputs(i > 0 ? "," : "", out);
            print_quoted(text, out);
        } else {
            print_field(column, text[0] != '\0' ? text : "-", i == count - 1, out);
        }
    }
    fputc('\n', out);
}

static void print_object(const struct list *list, const struct database_rows *rows,
                         FILE *out)
{
    json_t *json = json_object();
    for (int i = 0; i < count_columns(list); i++) {
        char text[FIELD_SIZE];
        const struct column *column = &list->columns[i];
        field_text(rows, column, i, text, sizeof text);
        json_t *value = database_is_null(rows, i) ? json_null()
                        : column->type == 's'     ? json_string(text)
                        : column->type == 'r'
                            ? json_real(history_rating(rows, i))
                            : json_integer((json_int_t)database_int(rows, i));
        (void)json_object_set_new(json, column->name, value);
    }
    (void)json_dumpf(json, out, JSON_COMPACT);
    json_decref(json);
    fputc('\n', out);
}

bool stats_print_list(struct database *database, const char *name,
                      const struct stats_filter *filter, int limit,
                      enum stats_format format, FILE *out, struct error *err)
{
    const struct list *list = find_list(name);
    struct database_rows *rows = database_query(
        database, err, list->sql, "ssiii", filter->account, filter->opponent,
        filter->since_s, filter->until_s, limit > 0 ? (int64_t)limit : (int64_t)-1);
    if (format != STATS_JSON) {
        print_line(list, NULL, format, out);
    }
    while (rows != NULL && database_next(rows)) {
        if (format == STATS_JSON) {
            print_object(list, rows, out);
        } else {
            print_line(list, rows, format, out);
        }
    }
    return database_done(rows, err);
}
