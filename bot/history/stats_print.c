#include "bot/history/stats_print.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

#include "base/json_line.h"
#include "base/shown.h"
#include "base/text.h"
#include "bot/history/history_schema.h"
#include "bot/history/stats_internal.h"
#include "view/column.h"

enum { KEY_WIDTH = 10, KEY_MAX = 28 };

/* ---- columns --------------------------------------------------------------------- */

#define CELL(name, ...) COLUMN_CELL(name, struct stats_row, __VA_ARGS__)

/* For programs a number that is whole is written so. */
static struct column_cell number(double value, struct column_cell cell)
{
    bool is_whole = fabs(value) < 1e15 && value == floor(value);
    return is_whole ? column_shown(column_whole((int64_t)value), cell.shown) : cell;
}

static struct column_cell change(double value, int digits)
{
    return number(value, column_change(value, digits));
}

static struct column_cell share(double part, double whole)
{
    double value = whole > 0.0 ? part / whole : (double)NAN;
    return number(value, column_share(value, 1, ""));
}

/* Programs have it in any case, people where there were matches. */
static struct column_cell of_matches(const struct stats_row *row,
                                     struct column_cell cell)
{
    return row->matches > 0 ? cell : column_shown(cell, "-");
}

static struct column_cell of_games(const struct stats_row *row, struct column_cell cell)
{
    return row->games > 0 ? cell : column_shown(cell, "-");
}

/* 1500.2 - 1500.1 is 0.10000000000013642, and a sum of such need not come back to 0. */
static double without_residue(double sum)
{
    return fabs(sum) < 1e-6 ? 0.0 : sum;
}

static double ratio(double part, double whole)
{
    return whole > 0.0 ? part / whole : (double)NAN;
}

static struct column_cell won_end(const void *of, int at)
{
    const struct stats_row *row = of;
    const struct stats_interval range = stats_win_interval(row->won, row->matches);
    double end = at < 0 ? range.low : range.high;
    return row->matches > 0 ? number(end, column_real(end, 0)) : column_none();
}

static struct column_cell won_range(const void *of, int at)
{
    char text[COLUMN_SHOWN_SIZE];
    const struct stats_row *row = of;
    const struct stats_interval range = stats_win_interval(row->won, row->matches);
    (void)at;
    FORMAT_TEXT(text, "%4.0f -%3.0f", 100.0 * range.low, 100.0 * range.high);
    return row->matches > 0 ? column_shown(column_none(), text) : column_none();
}

static struct column_cell points_end(const void *of, int at)
{
    const struct stats_interval range = stats_points_interval(of);
    return change(at < 0 ? range.low : range.high, 2);
}

/* With its error, if there are games enough. */
static struct column_cell points_a_game(const void *of, int at)
{
    char text[COLUMN_SHOWN_SIZE];
    const struct stats_row *row = of;
    const double mean = ratio(row->points, row->games);
    const double high = stats_points_interval(row).high;
    (void)at;
    FORMAT_TEXT(text, "%+6.2f ", shown_number(mean, 2));
    if (isfinite(high)) {
        ADD_TEXT(text, "+-%4.2f", high - mean);
    } else {
        ADD_TEXT(text, "%6s", "");
    }
    return of_games(row, column_shown(change(mean, 2), text));
}

/* clang-format off */
CELL(matches, of_matches(row, column_whole((int64_t)row->matches)))
CELL(won, of_matches(row, column_whole((int64_t)row->won)))
CELL(won_share, share(row->won, row->matches))
CELL(expected_share, share(row->expected, row->rated))
CELL(games, of_games(row, column_whole((int64_t)row->games)))
CELL(games_won, column_whole((int64_t)row->games_won))
CELL(points, change(row->points, 0))
CELL(rating_change, of_matches(row, change(without_residue(row->rating_change), 1)))
CELL(analysed, column_whole((int64_t)row->analysed))
CELL(error_rate, number(stats_error_rate(row, at), column_real(stats_error_rate(row, at), 2)))
CELL(luck, change(ratio(row->luck[at], row->analysed), 2))
CELL(luck_difference, column_change(ratio(row->luck[0] - row->luck[1], row->analysed), 2))
CELL(key, column_words(row->key + strspn(row->key, " ")))

/* People see the key before these, as wide as the longest; and the last four where matches
 * were analysed. at: 0 ours, 1 the opponents'; -1 the low end, 1 the high one. */
static const struct column columns[] = {
    {COLUMN_PROGRAMS, "key", NULL, 0, key, 0},
    {COLUMN_ALL, "matches", "matches", 7, matches, 0},
    {COLUMN_ALL, "won", "won", 5, won, 0},
    {COLUMN_ALL, "won_share", "%", 6, won_share, 0},
    {COLUMN_PEOPLE, NULL, "95 %", 9, won_range, 0},
    {COLUMN_PROGRAMS, "won_share_low", NULL, 1, won_end, -1},
    {COLUMN_PROGRAMS, "won_share_high", NULL, 1, won_end, 1},
    {COLUMN_ALL, "expected_share", "exp. %", 6, expected_share, 0},
    {COLUMN_ALL, "games", "games", 6, games, 0},
    {COLUMN_PROGRAMS, "games_won", NULL, 1, games_won, 0},
    {COLUMN_PROGRAMS, "points", NULL, 1, points, 0},
    {COLUMN_ALL, "points_per_game", "points/game", 13, points_a_game, 0},
    {COLUMN_PROGRAMS, "points_per_game_low", NULL, 1, points_end, -1},
    {COLUMN_PROGRAMS, "points_per_game_high", NULL, 1, points_end, 1},
    {COLUMN_ALL, "rating_change", "rating", 8, rating_change, 0},
    {COLUMN_ALL, "analysed", "analysed", 8, analysed, 0},
    {COLUMN_ALL, "error_rate", "PR", 6, error_rate, 0},
    {COLUMN_ALL, "their_error_rate", "theirs", 6, error_rate, 1},
    {COLUMN_PROGRAMS, "luck", NULL, 6, luck, 0},
    {COLUMN_PROGRAMS, "their_luck", NULL, 6, luck, 1},
    {COLUMN_PEOPLE, NULL, "luck", 6, luck_difference, 0},
};
/* clang-format on */
enum { COLUMNS = sizeof columns / sizeof columns[0], COLUMNS_UNANALYSED = COLUMNS - 6 };

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

static int shown_columns(const struct stats_table *table)
{
    return table->total.analysed > 0 ? COLUMNS : COLUMNS_UNANALYSED;
}

static void print_ruler(int width, FILE *out)
{
    for (int i = 0; i < width; i++) {
        fputc('-', out);
    }
    fputc('\n', out);
}

/* NULL: the headings. */
static void print_stats_row(const struct stats_table *table,
                            const struct stats_row *row, FILE *out)
{
    int width = key_width(table);
    const char *first = row != NULL ? row->key : stats_key_name((int)table->key);
    fprintf(out, "  %-*.*s ", width, width, first);
    column_text(columns, shown_columns(table), row, out);
}

void stats_print_table(const struct stats_table *table, int limit, FILE *out)
{
    int shown = limit > 0 && limit < table->count ? limit : table->count;
    int width = key_width(table) + 3 + column_width(columns, shown_columns(table));
    print_stats_row(table, NULL, out);
    print_ruler(width, out);
    for (int i = 0; i < shown; i++) {
        print_stats_row(table, &table->rows[i], out);
    }
    if (shown < table->count) {
        fprintf(out, "  ... and %d more\n", table->count - shown);
    }
    if (table->count == 0) {
        fputs("  no matches\n", out);
    } else if (table->count != 1) {
        print_ruler(width, out);
        print_stats_row(table, &table->total, out);
    }
}

/* ---- for programs ---------------------------------------------------------------- */

void stats_print_csv(const struct stats_table *table, bool has_head, FILE *out)
{
    if (has_head) {
        fputs("by,", out);
        column_csv(columns, COLUMNS, NULL, out);
    }
    for (int i = 0; i < table->count; i++) {
        fprintf(out, "%s,", stats_key_name((int)table->key));
        column_csv(columns, COLUMNS, &table->rows[i], out);
    }
}

json_t *stats_table_json(const struct stats_table *table)
{
    json_t *rows = json_array();
    for (int i = 0; i < table->count; i++) {
        (void)json_array_append_new(rows,
                                    column_json(columns, COLUMNS, &table->rows[i]));
    }
    return json_pack("{s:s, s:o, s:o}", "by", stats_key_name((int)table->key), "rows",
                     rows, "total", column_json(columns, COLUMNS, &table->total));
}

/* ---- lists ----------------------------------------------------------------------- */

enum { LIST_COLUMNS_MAX = 18, FIELD_SIZE = 300 };

struct list {
    const char *name;
    const char *sql;
    struct {
        const char *name;
        int width;
        /* s text, i whole number, r rating, p text for programs alone, c points, which
         * people see cut at the length of the match */
        char type;
    } columns[LIST_COLUMNS_MAX];
};

#define WHEN(column) "strftime('%Y-%m-%dT%H:%M:%SZ', " column ", 'unixepoch')"
/* clang-format off */
#define FILTER " WHERE" STATS_FILTER("opponent_name", "at", "played_at") \
    " ORDER BY at DESC, id DESC LIMIT ?7) ORDER BY at, id"
#define NEWEST "SELECT * FROM ("
/* Each gives the columns, and for the filter opponent_name, at, played_at (a level) and id. */
#define SERVER {"server", 0, 'p'} /* behind the columns that were there before it */
static const struct list lists[] = {
    {"matches",
     NEWEST "SELECT " WHEN("m.started_at") ", " WHEN("m.ended_at") ", a.name, o.name, m.length, m.level, m.state,"
     " m.my_score, m.their_score, CASE m.has_won WHEN 1 THEN 'won' WHEN 0 THEN 'lost' END,"
     " m.is_inferred, m.interruptions, m.rating_before, m.rating_after, m.experience_before, m.experience_after, a.server,"
     " o.name AS opponent_name, coalesce(m.ended_at, m.touched_at) AS at, m.level AS played_at, m.id AS id"
     " FROM match m JOIN account a ON a.id=m.account_id JOIN opponent o ON o.id=m.opponent_id" FILTER,
     {{"started", 20, 's'}, {"ended", 20, 's'}, {"account", 12, 's'}, {"opponent", 16, 's'}, {"length", 6, 'i'},
      {"level", 8, 's'}, {"state", 8, 's'}, {"mine", 4, 'c'}, {"theirs", 6, 'c'}, {"result", 6, 's'},
      {"inferred", 8, 'i'}, {"interruptions", 13, 'i'}, {"rating_before", 13, 'r'}, {"rating_after", 12, 'r'},
      {"experience_before", 17, 'i'}, {"experience_after", 16, 'i'}, SERVER}},
    {"games",
     NEWEST "SELECT " WHEN("g.ended_at") ", a.name, o.name, m.length, g.match_id, g.number, g.my_score, g.their_score,"
     " CASE g.has_won WHEN 1 THEN 'won' WHEN 0 THEN 'lost' END, g.points, g.cube, g.ending, a.server,"
     " o.name AS opponent_name, coalesce(g.ended_at, g.started_at) AS at, m.level AS played_at, g.id AS id"
     " FROM game g JOIN match m ON m.id=g.match_id JOIN account a ON a.id=m.account_id"
     " JOIN opponent o ON o.id=m.opponent_id" FILTER,
     {{"ended", 20, 's'}, {"account", 12, 's'}, {"opponent", 16, 's'}, {"length", 6, 'i'}, {"match", 6, 'i'},
      {"game", 4, 'i'}, {"mine", 4, 'i'}, {"theirs", 6, 'i'}, {"result", 6, 's'}, {"points", 6, 'i'},
      {"cube", 4, 'i'}, {"ending", 11, 's'}, SERVER}},
    {"refusals",
     NEWEST "SELECT " WHEN("r.at") ", a.name, r.opponent, CASE r.is_ours WHEN 1 THEN 'we' ELSE 'they' END,"
     " coalesce(CASE r.length WHEN 0 THEN 'unlimited' ELSE r.length END, 'saved'), r.code, a.server,"
     " r.opponent AS opponent_name, r.at AS at, '' AS played_at, r.rowid AS id"
     " FROM refusal r JOIN account a ON a.id=r.account_id" FILTER,
     {{"at", 20, 's'}, {"account", 12, 's'}, {"opponent", 16, 's'}, {"refused_by", 10, 's'}, {"length", 9, 's'},
      {"code", 24, 's'}, SERVER}},
    {"errors",
     NEWEST "SELECT " WHEN("e.at") ", a.name, e.text, a.server, '' AS opponent_name, e.at AS at, '' AS played_at, e.rowid AS id"
     " FROM error e JOIN account a ON a.id=e.account_id" FILTER,
     {{"at", 20, 's'}, {"account", 12, 's'}, {"text", 60, 's'}, SERVER}},
    {"connections",
     NEWEST "SELECT " WHEN("c.at") ", a.name, CASE c.is_up WHEN 1 THEN 'up' ELSE 'down' END, c.reason, a.server,"
     " '' AS opponent_name, c.at AS at, '' AS played_at, c.rowid AS id"
     " FROM connection c JOIN account a ON a.id=c.account_id" FILTER,
     {{"at", 20, 's'}, {"account", 12, 's'}, {"line", 4, 's'}, {"reason", 60, 's'}, SERVER}},
    {"stuck",
     NEWEST "SELECT " WHEN("s.at") ", a.name, s.opponent, CASE s.length WHEN 0 THEN 'unlimited' ELSE s.length END,"
     " s.my_score, s.their_score, s.failures, s.reason, a.server,"
     " s.opponent AS opponent_name, s.at AS at, '' AS played_at, s.rowid AS id"
     " FROM stuck_match s JOIN account a ON a.id=s.account_id" FILTER,
     {{"at", 20, 's'}, {"account", 12, 's'}, {"opponent", 16, 's'}, {"length", 9, 's'}, {"mine", 4, 'i'},
      {"theirs", 6, 'i'}, {"failures", 8, 'i'}, {"set_aside", 10, 's'}, SERVER}},
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

/* A row of a list, with a clean copy of its texts. */
struct list_row {
    const struct list *list;
    const struct database_rows *rows;
    bool is_cut; /* for people */
    char text[LIST_COLUMNS_MAX][FIELD_SIZE];
};

static int64_t points_of(const struct list_row *row, int64_t points)
{
    int at = 0;
    while (strcmp(row->list->columns[at].name, "length") != 0) {
        at++;
    }
    int64_t length = database_int(row->rows, at);
    return row->is_cut && length > 0 && points > length ? length : points;
}

static struct column_cell list_cell(const void *of, int at)
{
    const struct list_row *row = of;
    if (database_is_null(row->rows, at)) {
        return column_none();
    }
    switch (row->list->columns[at].type) {
    case 'i':
        return column_whole(database_int(row->rows, at));
    case 'c':
        return column_whole(points_of(row, database_int(row->rows, at)));
    case 'r':
        return column_real(history_rating(row->rows, at), 2);
    default:
        return column_shown(column_words(row->text[at]), "-");
    }
}

static int columns_of_list(const struct list *list, struct column *into)
{
    int count = 0;
    while (count < LIST_COLUMNS_MAX && list->columns[count].name != NULL) {
        char type = list->columns[count].type;
        bool is_last = list->columns[count + 1].type == 'p'; /* that people see */
        int width = list->columns[count].width;
        into[count] = (struct column){
            (type == 'p' ? COLUMN_PROGRAMS : COLUMN_ALL) | COLUMN_AS_SHOWN,
            list->columns[count].name,
            list->columns[count].name,
            type != 's' ? width + 1
            : is_last   ? 0
                        : -width,
            list_cell,
            count,
        };
        count++;
    }
    return count;
}

static void print_list_row(const struct column *into, int count,
                           const struct list_row *row, enum stats_format format,
                           FILE *out)
{
    if (format == STATS_TEXT) {
        column_text(into, count, row, out);
    } else if (format == STATS_CSV) {
        column_csv(into, count, row, out);
    } else if (row != NULL) {
        (void)json_line_write(column_json(into, count, row), 17, out);
    }
}

bool stats_print_list(struct database *database, const char *name,
                      const struct stats_filter *filter, int limit,
                      enum stats_format format, FILE *out, struct error *err)
{
    const struct list *list = find_list(name);
    struct database_rows *rows = database_query(
        database, err, list->sql, STATS_FILTER_TYPES "i", STATS_FILTER_VALUES(filter),
        limit > 0 ? (int64_t)limit : (int64_t)-1);
    struct column into[LIST_COLUMNS_MAX];
    int count = columns_of_list(list, into);
    print_list_row(into, count, NULL, format, out);
    while (rows != NULL && database_next(rows)) {
        struct list_row row = {
            .list = list, .rows = rows, .is_cut = format == STATS_TEXT};
        for (int i = 0; i < count; i++) {
            (void)snprintf(row.text[i], FIELD_SIZE, "%s", database_text(rows, i));
            stats_clean(row.text[i]);
        }
        print_list_row(into, count, &row, format, out);
    }
    return database_done(rows, err);
}
