#include "bot/history/stats.h"
#include "base/text.h"
#include "bot/history/history_schema.h"
#include "bot/history/stats_internal.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ENDED "coalesce(m.ended_at, m.touched_at)"
/* The Thursday of its week, whose year and number are those of the week (ISO 8601). */
#define THURSDAY ENDED ", 'unixepoch', '-3 days', 'weekday 4'"

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
    [STATS_WEEK]     = {"week", "strftime('%Y week '," THURSDAY ") || printf('%02d', (strftime('%j'," THURSDAY ") + 6) / 7)", false},
    [STATS_MONTH]    = {"month", "strftime('%Y-%m', " ENDED ", 'unixepoch')", false},
    [STATS_YEAR]     = {"year", "strftime('%Y', " ENDED ", 'unixepoch')", false},
    [STATS_ACCOUNT]  = {"account", HISTORY_NAME("account", "a"), true},
    [STATS_SERVER]   = {"server", "a.server", true},
};

#define RATED                                                                          \
    "(m.state='finished' AND m.length>0 AND m.rating_before IS NOT NULL AND"           \
    " m.their_rating_before IS NOT NULL AND" HISTORY_IS_AS_FIBS("a.server") ")"
#define AT(field) offsetof(struct stats_row, field)

/* What is summed over matches: of one match, within low..high whatever the file has; null is
 * 0. */
static const struct {
    const char *sql;
    size_t offset; /* of the double in struct stats_row */
    double low, high;
} sums[] = {
    {"m.state='finished'", AT(matches), 0, 1},
    {"m.state='finished' AND m.has_won<>0", AT(won), 0, 1},
    {"g.games", AT(games), 0, HISTORY_SCORE_MAX},
    {"g.won", AT(games_won), 0, HISTORY_SCORE_MAX},
    {"g.points", AT(points), -1e12, 1e12},
    {"g.squares", AT(squares), 0, 1e18},
    {"CASE m.state WHEN 'finished' THEN m.rating_after-m.rating_before END",
     AT(rating_change), -2.0 * HISTORY_RATING_MAX, 2.0 * HISTORY_RATING_MAX},
    {RATED, AT(rated), 0, 1},
    {"n.match_id IS NOT NULL", AT(analysed), 0, 1},
    {"n.my_decisions", AT(decisions[0]), 0, 1e5},
    {"n.my_loss", AT(loss[0]), 0, 1e6},
    {"n.my_luck", AT(luck[0]), -1e6, 1e6},
    {"n.their_decisions", AT(decisions[1]), 0, 1e5},
    {"n.their_loss", AT(loss[1]), 0, 1e6},
    {"n.their_luck", AT(luck[1]), -1e6, 1e6},
};
enum { SUMS = sizeof sums / sizeof sums[0], QUERY_SIZE = 3000 };

/* The key of a match, its length, by how much our rating was higher, and what is summed. */
static const char query_begin[] =
    "SELECT %s, m.length, m.rating_before-m.their_rating_before";
enum { LENGTH_AT = 1, DIFFERENCE_AT, SUMS_AT };
static const char query_end[] =
    " FROM match m JOIN account a ON a.id=m.account_id"
    " JOIN opponent o ON o.id=m.opponent_id"
    " LEFT JOIN (SELECT match_id, count(*) AS games, sum(has_won<>0) AS won,"
    "   total(CASE has_won WHEN 1 THEN points ELSE -points END) AS points,"
    "   total(points*points) AS squares FROM game"
    "   WHERE has_won IS NOT NULL AND points IS NOT NULL GROUP BY match_id) g"
    "   ON g.match_id=m.id"
    " LEFT JOIN analysis n ON n.match_id=m.id"
    " WHERE" STATS_FILTER("o.name", ENDED, "m.level") " ORDER BY 1";

const char *stats_key_name(int key)
{
    return key < STATS_KEYS ? keys[key].name : NULL;
}

/* ---- figures --------------------------------------------------------------------- */

struct stats_interval stats_win_interval(double won, double matches)
{
    if (matches <= 0.0) {
        return (struct stats_interval){0.0, 1.0};
    }
    const double z = STATS_95, n = matches, p = won / n;
    double middle = p + z * z / (2.0 * n);
    double width = z * sqrt(p * (1.0 - p) / n + z * z / (4.0 * n * n));
    double scale = 1.0 + z * z / n;
    return (struct stats_interval){fmax((middle - width) / scale, 0.0),
                                   fmin((middle + width) / scale, 1.0)};
}

struct stats_interval stats_points_interval(const struct stats_row *row)
{
    double n = fmax(row->games, 1.0), mean = row->points / n;
    double variance = (row->squares - n * mean * mean) / (n - 1.0);
    if (row->games < 2 || variance <= 0.0) {
        return (struct stats_interval){-HUGE_VAL, HUGE_VAL};
    }
    double width = STATS_95 * sqrt(variance / n);
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
    double decisions = row->decisions[side];
    return decisions > 0.0 ? 500.0 * row->loss[side] / decisions : (double)NAN;
}

/* ---- loading --------------------------------------------------------------------- */

static double *sum_of(struct stats_row *row, int sum)
{
    return (double *)(void *)((char *)row + sums[sum].offset);
}

static struct stats_row read_match(const struct database_rows *rows)
{
    struct stats_row row = {0};
    for (int i = 0; i < SUMS; i++) {
        *sum_of(&row, i) =
            database_real_in(rows, SUMS_AT + i, sums[i].low, sums[i].high);
    }
    if (row.rated > 0.0) {
        row.expected = stats_expected(
            database_real_in(rows, DIFFERENCE_AT, -2.0 * HISTORY_RATING_MAX,
                             2.0 * HISTORY_RATING_MAX),
            history_score(rows, LENGTH_AT));
    }
    return row;
}

static void add_match(struct stats_row *row, struct stats_row *match)
{
    for (int i = 0; i < SUMS; i++) {
        *sum_of(row, i) += *sum_of(match, i);
    }
    row->expected += match->expected;
}

/* NULL: no memory. */
static struct stats_row *row_of(struct stats_table *table, const char *key)
{
    struct stats_row *last = table->count > 0 ? &table->rows[table->count - 1] : NULL;
    if (last != NULL && strncmp(last->key, key, sizeof last->key - 1) == 0) {
        return last;
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
    COPY_TEXT(row->key, key);
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
    FORMAT_TEXT(sql, query_begin, keys[key].sql);
    for (int i = 0; i < SUMS; i++) {
        ADD_TEXT(sql, ", %s", sums[i].sql);
    }
    ADD_TEXT(sql, "%s", query_end);
    return database_query(database, err, sql, STATS_FILTER_TYPES,
                          STATS_FILTER_VALUES(filter));
}

bool stats_load(struct database *database, enum stats_key key,
                const struct stats_filter *filter, struct stats_table *table,
                struct error *err)
{
    *table = (struct stats_table){.key = key};
    FORMAT_TEXT(table->total.key, "all");
    struct database_rows *rows = query(database, key, filter, err);
    bool has_room = true;
    while (rows != NULL && has_room && database_next(rows)) {
        struct stats_row match = read_match(rows);
        if (match.matches <= 0.0 && match.games <= 0.0) {
            continue; /* no game has ended yet */
        }
        struct stats_row *row = row_of(table, database_text(rows, 0));
        has_room = row != NULL;
        if (has_room) {
            add_match(row, &match);
            add_match(&table->total, &match);
        }
    }
    bool is_done = database_done(rows, err);
    if (!has_room) {
        error_no_memory(err);
    }
    for (int i = 0; i < table->count; i++) {
        stats_clean(table->rows[i].key);
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

/* In the order in which they came: a clock that was set back must not make an old rating
 * the last one. */
int stats_ratings(struct database *database, const struct stats_filter *filter,
                  struct chart_point **points, struct error *err)
{
    struct database_rows *rows = database_query(
        database, err,
        "SELECT max(r.at) OVER (ORDER BY r.rowid), r.rating, count(*) OVER () FROM rating r JOIN account a"
        " ON a.id=r.account_id WHERE (?='' OR a.name=?) AND (?='' OR a.server=?) AND"
        " (?=0 OR r.at>=?) AND"
        " (?=0 OR r.at<?) AND" HISTORY_IS_TIME("r.at") "AND" HISTORY_IS_RATING(
            "r.rating") "ORDER BY r.rowid",
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
