#include "bot/history/week.h"

#include <math.h>

#include "base/text.h"
#include "bot/history/history_schema.h"
#include "bot/history/stats_internal.h"

enum { RATED_MATCHES_MAX = 5000, FIELD_SIZE = 200 };

struct week {
    struct database *database;
    const char *account, *server;
    int64_t since_s, now_s;
    FILE *out;
    struct error *err;
};

/* ?1, ?4: account and server, or ''; ?2, ?3: from when to when */
#define OF_ACCOUNT(row)                                                                \
    " JOIN account a ON a.id=" row ".account_id"                                       \
    " WHERE (?1='' OR a.name=?1) AND (?4='' OR a.server=?4) AND"
#define IN_WEEK(column) " " column ">=?2 AND " column "<?3 "
/* bgammon.org keeps no match that is left: one that is open there is over, or under way. */
#define IS_SAVED     " m.state='open' AND" HISTORY_IS_AS_FIBS("a.server")
#define WAS_LOST     " c.is_up=0 AND c.reason<>'" HISTORY_LOGGED_OUT "' AND"
#define ACCOUNT_NAME HISTORY_NAME("account", "a")

/* ---- the rating ---------------------------------------------------------------------- */

/* The chance rises with the root of the length: see stats_expected(). */
static double slope(int length)
{
    return sqrt((double)length) * log(10.0) / 2000.0;
}

bool week_performance(const struct stats_rated_match *matches, int count,
                      double *rating, double *error)
{
    enum { STEPS = 60 };
    double low = -4000.0, high = 8000.0, information = 0.0;
    int won = 0;
    for (int i = 0; i < count; i++) {
        won += matches[i].has_won;
    }
    if (won == 0 || won == count) {
        return false;
    }
    for (int step = 0; step < STEPS; step++) {
        double middle = (low + high) / 2.0, surplus = 0.0;
        information = 0.0;
        for (int i = 0; i < count; i++) {
            double k = slope(matches[i].length);
            double p =
                stats_expected(middle - matches[i].their_rating, matches[i].length);
            surplus += k * ((matches[i].has_won ? 1.0 : 0.0) - p);
            information += k * k * p * (1.0 - p);
        }
        *(surplus > 0.0 ? &low : &high) = middle;
    }
    *rating = (low + high) / 2.0;
    *error = 1.0 / sqrt(information);
    return true;
}

/* clang-format off */
static int load_matches(const struct week *week, struct stats_rated_match *matches)
{
    struct database_rows *rows = database_query(
        week->database, week->err,
        "SELECT m.their_rating_before, m.length, m.has_won FROM match m" OF_ACCOUNT("m")
        " m.state='finished' AND m.length>0 AND m.has_won IS NOT NULL AND"
        HISTORY_IS_AS_FIBS("a.server") "AND"
        HISTORY_IS_RATING("m.their_rating_before") "AND" IN_WEEK("m.ended_at")
        "ORDER BY m.ended_at DESC LIMIT 5000",
        "siis", week->account, week->since_s, week->now_s, week->server);
    int count = 0;
    while (rows != NULL && count < RATED_MATCHES_MAX && database_next(rows)) {
        matches[count++] =
            (struct stats_rated_match){history_rating(rows, 0), history_score(rows, 1),
                                database_int(rows, 2) != 0};
    }
    return database_done(rows, week->err) ? count : -1;
}
/* clang-format on */

static bool print_performance(const struct week *week)
{
    /* With more it could be that of a casual player as well as of an advanced one. */
    static const double error_max = 300.0;
    struct stats_rated_match matches[RATED_MATCHES_MAX];
    double rating, error;
    int count = load_matches(week, matches);
    if (count > 0 && week_performance(matches, count, &rating, &error) &&
        STATS_95 * error <= error_max) {
        fprintf(
            week->out,
            "  The results of the %d rated matches are those of a rating of %.0f +- %.0f "
            "(95 %%)\n",
            count, rating, STATS_95 * error);
    } else if (count > 0) {
        fprintf(week->out, "  %d rated match%s too few to tell a rating\n", count,
                count == 1 ? " is" : "es are");
    }
    return count >= 0;
}

/* ---- lists ------------------------------------------------------------------------------ */

/* Each row of the query is a line; its columns are separated by two blanks. */
/* clang-format off */
static const struct {
    const char *title, *none;
    const char *sql;
} lists[] = {
    {"Matches", "none was finished",
     "SELECT printf('%s: %d finished, %d won, %d lost; rating %.2f -> %.2f'," ACCOUNT_NAME ","
     " count(*), total(m.has_won=1), total(m.has_won=0), (SELECT r.rating FROM rating r"
     " WHERE r.account_id=a.id AND" IN_WEEK("r.at") " ORDER BY r.rowid LIMIT 1), (SELECT r.rating"
     " FROM rating r WHERE r.account_id=a.id AND" IN_WEEK("r.at") " ORDER BY r.rowid DESC LIMIT 1))"
     " FROM match m" OF_ACCOUNT("m") " m.state='finished' AND" IN_WEEK("m.ended_at") "GROUP BY a.id"},
    {"Unknown lines of the server, by shape", "none",
     "SELECT printf('%6d  %s', sum(n.count), n.text), 'as: ' || max(n.sample) FROM note n"
     OF_ACCOUNT("n") " n.kind='unknown_line' AND" IN_WEEK("n.at")
     "GROUP BY n.text ORDER BY sum(n.count) DESC LIMIT 20"},
    {"Refusals, by reason (docs/RUNNING.md says what each means)", "none",
     "SELECT printf('%6d  %s %d user%s', count(*), CASE WHEN r.is_ours THEN"
     " 'we refused: ' || r.code || ', by' WHEN r.code='no_one_called' THEN 'they were not logged in:'"
     " ELSE 'they refused: ' || r.code || ', by' END, count(DISTINCT r.opponent),"
     " CASE count(DISTINCT r.opponent) WHEN 1 THEN '' ELSE 's' END) FROM refusal r"
     OF_ACCOUNT("r") IN_WEEK("r.at")
     "GROUP BY r.is_ours, r.code ORDER BY count(*) DESC LIMIT 20"},
    {"Lost connections, by reason", "none",
     "SELECT printf('%6d  %s', count(*), c.reason) FROM connection c" OF_ACCOUNT("c")
     WAS_LOST IN_WEEK("c.at") "GROUP BY c.reason ORDER BY count(*) DESC LIMIT 10"},
    {"Waits", "none",
     "SELECT printf('%s: times off line: %d, %d min in all, longest %d min'," ACCOUNT_NAME ","
     " count(*), sum(t.wait)/60, max(t.wait)/60) FROM (SELECT c.account_id, c.is_up,"
     " c.at, coalesce(lead(c.at) OVER (PARTITION BY c.account_id ORDER BY c.at, c.rowid),"
     " c.at) - c.at AS wait FROM connection c WHERE" IN_WEEK("c.at") ") t" OF_ACCOUNT("t")
     " t.is_up=0 GROUP BY a.id UNION ALL"
     " SELECT printf('%s: longest without a match %d min'," ACCOUNT_NAME ", max(t.wait)/60)"
     " FROM (SELECT m.account_id, lead(m.started_at) OVER (PARTITION BY m.account_id"
     " ORDER BY m.started_at) - m.touched_at AS wait FROM match m WHERE" IN_WEEK("m.started_at")
     ") t" OF_ACCOUNT("t") " t.wait IS NOT NULL GROUP BY a.id"},
    {"Matches not finished", "none",
     "SELECT printf('%s: %s, %s, %d-%d, untouched for %d day%s'," ACCOUNT_NAME ", o.name,"
     " CASE m.length WHEN 0 THEN 'unlimited' WHEN 1 THEN '1 point' ELSE m.length || ' points' END,"
     " m.my_score, m.their_score, (?3-m.touched_at)/86400,"
     " CASE (?3-m.touched_at)/86400 WHEN 1 THEN '' ELSE 's' END) FROM match m"
     " JOIN opponent o ON o.id=m.opponent_id" OF_ACCOUNT("m")
     " ?2<?3 AND" IS_SAVED "ORDER BY m.touched_at LIMIT 50"},
    {"Matches set aside", "none",
     "SELECT printf('%s: %s, %d-%d: %s'," ACCOUNT_NAME ", s.opponent, s.my_score, s.their_score,"
     " s.reason) FROM stuck_match s" OF_ACCOUNT("s")
     " ?2<?3 AND s.reason IS NOT NULL ORDER BY s.at DESC LIMIT 20"},
    {"Matches that we left", "none",
     "SELECT printf('%6d  %s: %s', count(*), n.opponent, n.text) FROM note n" OF_ACCOUNT("n")
     " n.kind='match_left' AND" IN_WEEK("n.at")
     "GROUP BY n.opponent, n.text ORDER BY count(*) DESC LIMIT 20"},
    {"What to look at", "nothing",
     "SELECT printf('unknown lines: %d; send the trace (log.trace) with a report', sum(n.count))"
     " FROM note n" OF_ACCOUNT("n") " n.kind='unknown_line' AND" IN_WEEK("n.at")
     "HAVING count(*)>0 UNION ALL"
     " SELECT printf('errors in the log: %d; fibsbot stats --list errors', count(*))"
     " FROM error e" OF_ACCOUNT("e") IN_WEEK("e.at") "HAVING count(*)>0 UNION ALL"
     " SELECT printf('%d saved matches: FIBS makes no new ones at 10 (accept.max_saved)', count(*))"
     " FROM match m" OF_ACCOUNT("m") IS_SAVED "HAVING count(*)>=7 UNION ALL"
     " SELECT printf('%s: saved for %d days; FIBS drops it after 10 to 14, which costs rating',"
     " o.name, (?3-m.touched_at)/86400) FROM match m JOIN opponent o ON o.id=m.opponent_id"
     OF_ACCOUNT("m") IS_SAVED "AND m.touched_at<?3-7*86400 UNION ALL"
     " SELECT printf('%d lost connections: network, or the server?', count(*))"
     " FROM connection c" OF_ACCOUNT("c") WAS_LOST IN_WEEK("c.at")
     "HAVING count(*)>=20 UNION ALL"
     " SELECT printf('%s was refused %d times (%s): a rule too strict, or somebody to block?',"
     " r.opponent, count(*), r.code) FROM refusal r" OF_ACCOUNT("r") " r.is_ours=1 AND"
     IN_WEEK("r.at") "GROUP BY r.opponent, r.code HAVING count(*)>=20 UNION ALL"
     " SELECT printf('%d matches left: see above why', count(*)) FROM note n" OF_ACCOUNT("n")
     " n.kind='match_left' AND" IN_WEEK("n.at") "HAVING count(*)>=5"},
};
/* clang-format on */
enum { LISTS = sizeof lists / sizeof lists[0] };

static void print_columns(const struct week *week, const struct database_rows *rows,
                          int columns)
{
    for (int i = 0; i < columns; i++) {
        char text[FIELD_SIZE];
        COPY_TEXT(text, database_text(rows, i));
        stats_clean(text);
        fprintf(week->out, "%s%s\n", i == 0 ? "  " : "          ", text);
    }
}

static bool print_list(const struct week *week, int list)
{
    struct database_rows *rows =
        database_query(week->database, week->err, lists[list].sql, "siis",
                       week->account, week->since_s, week->now_s, week->server);
    enum { UNKNOWN_LINES = 1 };
    int count = 0;
    fprintf(week->out, "%s:", lists[list].title);
    while (rows != NULL && database_next(rows)) {
        fputs(count++ == 0 ? "\n" : "", week->out);
        print_columns(week, rows, list == UNKNOWN_LINES ? 2 : 1);
    }
    if (count == 0) {
        fprintf(week->out, " %s\n", lists[list].none);
    }
    return database_done(rows, week->err);
}

bool week_print(struct database *database, const char *account, const char *server,
                int64_t now_s, FILE *out, struct error *err)
{
    const struct week week = {database, account, server, now_s - WEEK_S,
                              now_s,    out,     err};
    bool is_good = true;
    for (int i = 0; is_good && i < LISTS; i++) {
        is_good = print_list(&week, i) && (i > 0 || print_performance(&week));
    }
    return is_good;
}
