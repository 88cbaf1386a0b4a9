#include "bot/history/stats.h"
#include "bot/history/history_schema.h"
#include "bot/history/stats_internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ENDED "coalesce(m.ended_at, m.touched_at)"

/* clang-format off */
static const struct {
    const char *name;
    const char *sql; /* the key of a match */
    bool is_by_size; /* most matches first */
} keys[STATS_KEYS] = {
    [STATS_OPPONENT] = {"opponent", HISTORY_NAME("opponent", "o"), true},
    [STATS_LENGTH]   = {"length", "CASE m.length WHEN 0 THEN 'unlimited' ELSE printf('%2d', m.length) END", false},
    [STATS_LEVEL]    = {"level", "m.level", true},
    [STATS_DAY]      = {"day", "strftime('%Y-%m-%d', " ENDED ", 'unixepoch')", false},
    [STATS_WEEK]     = {"week", "strftime('%Y week %W', " ENDED ", 'unixepoch')", false},
    [STATS_MONTH]    = {"month", "strftime('%Y-%m', " ENDED ", 'unixepoch')", false},
    [STATS_YEAR]     = {"year", "strftime('%Y', " ENDED ", 'unixepoch')", false},
    [STATS_ACCOUNT]  = {"account", HISTORY_NAME("account", "a"), true},
    [STATS_SERVER]   = {"server", "a.server", true},
};

static const char query_format[] =
    "SELECT %s, m.state='finished', m.has_won, m.length, m.rating_before,"
    " m.rating_after, m.their_rating_before, g.games, g.won, g.points, g.squares,"
    " n.my_decisions, n.my_loss, n.my_luck, n.their_decisions, n.their_loss,"
    " n.their_luck," HISTORY_RATES_AS_FIBS("a.server") "FROM match m"
    " JOIN account a ON a.id=m.account_id JOIN opponent o ON o.id=m.opponent_id"
    " LEFT JOIN (SELECT match_id, count(*) AS games, sum(has_won<>0) AS won,"
    "   total(CASE has_won WHEN 1 THEN points ELSE -points END) AS points,"
    "   total(points*points) AS squares FROM game"
    "   WHERE has_won IS NOT NULL AND points IS NOT NULL GROUP BY match_id) g"
    "   ON g.match_id=m.id"
    " LEFT JOIN analysis n ON n.match_id=m.id"
    " WHERE (?='' OR a.name=?) AND (?='' OR o.name=?) AND (?='' OR m.level=?)"
    " AND (?=0 OR " ENDED ">=?) AND (?=0 OR " ENDED "<?) AND (?='' OR a.server=?)"
    " ORDER BY 1";
/* clang-format on */
enum { QUERY_SIZE = 2000 };

const char *stats_key_name(enum stats_key key)
{
    return keys[key].name;
}

bool stats_key_by_name(const char *name, enum stats_key *key)
{
    for (int i = 0; i < STATS_KEYS; i++) {
        if (strcmp(name, keys[i].name) == 0) {
            *key = (enum stats_key)i;
            return true;
        }
    }
    return false;
}

/* ---- figures --------------------------------------------------------------------- */

static const double z = 1.959964; /* 95 % of a normal distribution, both sides */

struct stats_interval stats_win_interval(int won, int matches)
{
    if (matches == 0) {
        return (struct stats_interval){0.0, 1.0};
    }
    double n = matches, p = won / n;
    double middle = p + z * z / (2.0 * n);
    double width = z * sqrt(p * (1.0 - p) / n + z * z / (4.0 * n * n));
    double scale = 1.0 + z * z / n;
    return (struct stats_interval){fmax((middle - width) / scale, 0.0),
                                   fmin((middle + width) / scale, 1.0)};
}

struct stats_interval stats_points_interval(const struct stats_row *row)
{
    if (row->games < 2) {
        return (struct stats_interval){-HUGE_VAL, HUGE_VAL};
    }
    double n = row->games, mean = row->points / n;
    double variance = fmax((row->squares - n * mean * mean) / (n - 1.0), 0.0);
    double width = z * sqrt(variance / n);
    return (struct stats_interval){mean - width, mean + width};
}

double stats_expected(double difference, int length)
{
    return 1.0 / (pow(10.0, -difference * sqrt(length) / 2000.0) + 1.0);
}

void stats_clean(char *text)
{
    for (; *text != '\0'; text++) {
        *text = *text >= ' ' && *text <= '~' ? *text : '?';
    }
}

double stats_error_rate(const struct stats_row *row, int side)
{
    double decisions = (double)row->decisions[side];
    return decisions > 0.0 ? 500.0 * row->loss[side] / decisions : (double)NAN;
}

/* ---- loading --------------------------------------------------------------------- */

static void read_analysis(const struct database_rows *rows, struct stats_row *row)
{
    enum { FIRST = 11, FIGURES = 3, DECISIONS_MAX = 100000, EQUITY_MAX = 1000000 };
    row->analysed = database_is_null(rows, FIRST) ? 0 : 1;
    for (int side = 0; row->analysed != 0 && side < 2; side++) {
        int at = FIRST + FIGURES * side;
        row->decisions[side] = database_int_in(rows, at, 0, DECISIONS_MAX);
        row->loss[side] = database_real_in(rows, at + 1, 0.0, EQUITY_MAX);
        row->luck[side] = database_real_in(rows, at + 2, -EQUITY_MAX, EQUITY_MAX);
    }
}

static struct stats_row read_stats_row(const struct database_rows *rows)
{
    struct stats_row row = {0};
    int length = history_score(rows, 3);
    row.matches = database_int(rows, 1) != 0;
    row.won = row.matches != 0 && database_int(rows, 2) != 0;
    row.games = history_score(rows, 7);
    row.games_won = history_score(rows, 8);
    row.points = database_real(rows, 9);
    row.squares = database_real(rows, 10);
    bool has_ratings = row.matches != 0 && length > 0 && !database_is_null(rows, 4) &&
                       !database_is_null(rows, 6) && database_int(rows, 17) != 0;
    if (row.matches != 0 && !database_is_null(rows, 4) && !database_is_null(rows, 5)) {
        row.rating_change = history_rating(rows, 5) - history_rating(rows, 4);
    }
    if (has_ratings) {
        row.rated = 1;
        row.expected =
            stats_expected(history_rating(rows, 4) - history_rating(rows, 6), length);
    }
    read_analysis(rows, &row);
    return row;
}

static void add_stats_row(struct stats_row *sum, const struct stats_row *row)
{
    sum->matches += row->matches;
    sum->won += row->won;
    sum->games += row->games;
    sum->games_won += row->games_won;
    sum->points += row->points;
    sum->squares += row->squares;
    sum->rated += row->rated;
    sum->rating_change += row->rating_change;
    sum->expected += row->expected;
    sum->analysed += row->analysed;
    for (int side = 0; side < 2; side++) {
        sum->decisions[side] += row->decisions[side];
        sum->loss[side] += row->loss[side];
        sum->luck[side] += row->luck[side];
    }
}

/* NULL: no memory. */
static struct stats_row *row_of(struct stats_table *table, const char *key)
{
    if (table->count > 0 && strcmp(table->rows[table->count - 1].key, key) == 0) {
        return &table->rows[table->count - 1];
    }
    if ((table->count & (table->count - 1)) == 0) { /* full at powers of two */
        size_t room = table->count == 0 ? 1 : 2 * (size_t)table->count;
        struct stats_row *rows = realloc(table->rows, room * sizeof *rows);
        if (rows == NULL) {
            return NULL;
        }
        table->rows = rows;
    }
    struct stats_row *row = &table->rows[table->count++];
    *row = (struct stats_row){0};
    (void)snprintf(row->key, sizeof row->key, "%s", key);
    stats_clean(row->key);
    return row;
}

static int compare_sizes(const void *a, const void *b)
{
    const struct stats_row *x = a, *y = b;
    int by_matches = (x->matches < y->matches) - (x->matches > y->matches);
    int by_games = (x->games < y->games) - (x->games > y->games);
    return by_matches != 0 ? by_matches
           : by_games != 0 ? by_games
                           : strcmp(x->key, y->key);
}

static struct database_rows *query(struct database *database, enum stats_key key,
                                   const struct stats_filter *filter, struct error *err)
{
    char sql[QUERY_SIZE];
    (void)snprintf(sql, sizeof sql, query_format, keys[key].sql);
    return database_query(database, err, sql, "ssssssiiiiss", filter->account,
                          filter->account, filter->opponent, filter->opponent,
                          filter->level, filter->level, filter->since_s,
                          filter->since_s, filter->until_s, filter->until_s,
                          filter->server, filter->server);
}

bool stats_load(struct database *database, enum stats_key key,
                const struct stats_filter *filter, struct stats_table *table,
                struct error *err)
{
    *table = (struct stats_table){.key = key};
    (void)snprintf(table->total.key, sizeof table->total.key, "all");
    struct database_rows *rows = query(database, key, filter, err);
    bool has_room = true;
    while (rows != NULL && has_room && database_next(rows)) {
        struct stats_row match = read_stats_row(rows);
        if (match.matches == 0 && match.games == 0) {
            continue; /* no game has ended yet */
        }
        struct stats_row *row = row_of(table, database_text(rows, 0));
        has_room = row != NULL;
        if (has_room) {
            add_stats_row(row, &match);
            add_stats_row(&table->total, &match);
        }
    }
    bool is_done = database_done(rows, err);
    if (!has_room) {
        error_no_memory(err);
    }
    if (is_done && has_room && keys[key].is_by_size && table->count > 1) {
        qsort(table->rows, (size_t)table->count, sizeof *table->rows, compare_sizes);
    }
    return is_done && has_room;
}

void stats_free(struct stats_table *table)
{
    free(table->rows);
    *table = (struct stats_table){0};
}

/* ---- the curve ------------------------------------------------------------------- */

int stats_ratings(struct database *database, const struct stats_filter *filter,
                  struct chart_point **points, struct error *err)
{
    struct database_rows *rows = database_query(
        database, err,
        "SELECT r.at, r.rating, count(*) OVER () FROM rating r JOIN account a"
        " ON a.id=r.account_id WHERE (?='' OR a.name=?) AND (?='' OR a.server=?) AND"
        " (?=0 OR r.at>=?) AND"
        " (?=0 OR r.at<?) AND" HISTORY_IS_TIME("r.at") "AND" HISTORY_IS_RATING(
            "r.rating") "ORDER BY r.at, r.rowid",
        "ssssiiii", filter->account, filter->account, filter->server, filter->server,
        filter->since_s, filter->since_s, filter->until_s, filter->until_s);
    int count = 0;
    *points = NULL;
    while (rows != NULL && database_next(rows)) {
        if (*points == NULL) {
            *points = calloc((size_t)database_int(rows, 2), sizeof **points);
        }
        if (*points == NULL) {
            break;
        }
        (*points)[count++] =
            (struct chart_point){database_real(rows, 0), database_real(rows, 1)};
    }
    if (!database_done(rows, err)) {
        free(*points);
        *points = NULL;
        return -1;
    }
    return count;
}
