/* The status for programs: as JSON, {"started", "now", "accounts": [...], "notifications",
 * "log"}, with a tournament, and as Prometheus text. */
#include <jansson.h>
#include <math.h>

#include "bot/director/director_words.h"
#include "bot/status/status_internal.h"
#include "engine/board/decision_context.h"
#include "engine/board/position.h"

/* ---- what is counted ------------------------------------------------------------- */

#define AT(field) offsetof(struct status_account, field)

/* clang-format off */
const struct status_count status_counts[] = {
    {"matches", "matches_total", "Matches finished", ": matches", AT(matches), 0},
    {"won", "matches_won_total", "Matches won", ", won", AT(won), 0},
    {"games", "games_total", "Games finished", "; games", AT(games), 0},
    {"saved", "matches_saved_total", "Matches interrupted", NULL, AT(saved), 0},
    {"decisions", "decisions_total", "Decisions made", "; decisions", AT(decisions), 0},
    {"thinking_ms", "thinking_seconds_total", "Time spent on them", NULL, AT(thinking_ms), 1000},
    {"refusals", "refusals_total", "Invitations that came to nothing", "; refusals", AT(refusals), 0},
    {"errors", "errors_total", "Errors logged", "; errors", AT(errors), 0},
    {"storage_failures", "storage_failures_total", "Failed writes of match files, decisions and history",
     "; failed writes", AT(storage_failures), 0},
    {"connections", "connections_total", "Log-ins", "; connections", AT(connections), 0},
};
/* clang-format on */
const int status_counts_length = sizeof status_counts / sizeof status_counts[0];

long status_count_of(const struct status_account *account, int i)
{
    return *(const long *)((const char *)account + status_counts[i].offset);
}

/* ---- JSON ------------------------------------------------------------------------ */

static void set(json_t *json, const char *name, json_t *value)
{
    (void)json_object_set_new(json, name, value);
}

void status_page_xgid(const struct board_view *view, char id[XGID_SIZE])
{
    bool is_theirs = view->turn == TURN_THEIRS;
    const struct decision_context at = {
        .pos = is_theirs ? position_swap(&view->pos) : view->pos,
        .ms = is_theirs ? match_state_swap(&view->ms) : view->ms,
        .roll = view->roll,
        .is_doubled = view->is_double_pending,
        .is_opponent_on_roll = view->is_double_pending};
    xgid_write(&at, id);
}

static json_t *curve_json(const struct status_curve *curve)
{
    json_t *list = json_array();
    for (int i = 0; i < curve->count; i++) {
        (void)json_array_append_new(
            list, json_pack("[f, f]", curve->points[i].x, curve->points[i].y));
    }
    return list;
}

static json_t *results_json(const struct status_account *a)
{
    json_t *list = json_array();
    for (int i = 0; i < a->result_count; i++) {
        const struct status_result *r = &a->results[i];
        json_t *json =
            json_pack("{s:I, s:s, s:i, s:i, s:i}", "ended", (json_int_t)r->at_s,
                      "opponent", r->opponent, "length", r->length, "my_score",
                      r->my_score, "their_score", r->their_score);
        set(json, "rating_change",
            r->has_change ? json_real(r->rating_change) : json_null());
        (void)json_array_append_new(list, json);
    }
    return list;
}

static json_t *stuck_json(const struct status_account *a)
{
    json_t *list = json_array();
    for (int i = 0; i < a->stuck_count; i++) {
        const struct status_stuck *s = &a->stuck[i];
        json_t *json = json_pack("{s:s, s:i, s:i, s:i, s:s}", "opponent", s->opponent,
                                 "my_score", s->my_score, "their_score", s->their_score,
                                 "failures", s->failures, "set_aside", s->reason);
        set(json, "length", s->length < 0 ? json_null() : json_integer(s->length));
        (void)json_array_append_new(list, json);
    }
    return list;
}

static const char *turn_name(enum turn turn)
{
    static const char *const names[] = {"nobody", "mine", "theirs"};
    return names[turn];
}

static void set_board(json_t *json, const struct board_view *view)
{
    char id[XGID_SIZE];
    status_page_xgid(view, id);
    set(json, "position", json_string(id));
    set(json, "turn", json_string(turn_name(view->turn)));
    set(json, "cube", json_integer(view->ms.cube));
    set(json, "my_score", json_integer(view->ms.my_score));
    set(json, "their_score", json_integer(view->ms.their_score));
}

static json_t *match_json(const struct status_account *a)
{
    if (!a->is_playing) {
        return json_null();
    }
    json_t *json =
        json_pack("{s:s, s:i, s:I, s:s}", "opponent", a->opponent, "length", a->length,
                  "started", (json_int_t)a->started_s, "last_decision", a->choice);
    bool is_judged = a->wins.count > 0; /* else they are of the match before */
    set(json, "win", is_judged ? json_real(a->win) : json_null());
    set(json, "equity", is_judged ? json_real(a->equity) : json_null());
    if (a->has_view) {
        set_board(json, &a->view);
    }
    if (a->match_wins.count > 0) {
        set(json, "match_win", json_real(a->match_win));
        set(json, "match_win_curve", curve_json(&a->match_wins));
    }
    set(json, "win_curve", curve_json(&a->wins));
    set(json, "equity_curve", curve_json(&a->equities));
    return json;
}

static json_t *account_json(const struct status_account *a)
{
    json_t *json = json_pack("{s:s, s:b, s:o, s:o, s:o}", "name", a->name, "online",
                             a->is_online, "match", match_json(a), "results",
                             results_json(a), "ratings", curve_json(&a->ratings));
    if (a->standing.is_known) {
        set(json, "rating", json_real(a->standing.rating));
        set(json, "experience",
            standing_has_experience(&a->standing) ? json_integer(a->standing.experience)
                                                  : json_null());
    }
    set(json, "stuck", stuck_json(a));
    set(json, "director", json_boolean(a->is_director));
    set(json, "server", json_string(a->site));
    for (int i = 0; i < status_counts_length; i++) {
        set(json, status_counts[i].name, json_integer(status_count_of(a, i)));
    }
    return json;
}

/* ---- a tournament ---------------------------------------------------------------- */

static const char *kind_name(enum pairing_kind kind)
{
    static const char *const names[] = {[PAIRING_ROUND_ROBIN] = "round-robin",
                                        [PAIRING_SWISS] = "swiss",
                                        [PAIRING_KNOCK_OUT] = "knock-out"};
    return names[kind];
}

/* A moment; null before it. */
static json_t *moment_json(int64_t at_s)
{
    return at_s == 0 ? json_null() : json_integer((json_int_t)at_s);
}

static json_t *entrant_name_json(const struct director_rows *rows, int entrant)
{
    return entrant == PAIRING_BYE ? json_null()
                                  : json_string(rows->entrants[entrant].name);
}

static json_t *winner_json(const struct director_rows *rows,
                           const struct director_match *match)
{
    return match->winner == PAIRING_NOBODY
               ? json_null()
               : entrant_name_json(rows, match->pairing.side[match->winner]);
}

static json_t *tournament_match_json(const struct status_tournament *tournament, int i)
{
    const struct director_rows *rows = tournament->rows;
    const struct director_match *match = &rows->matches[i];
    const struct director_times *times = &tournament->times[i];
    return json_pack(
        "{s:i, s:i, s:[o,o], s:s, s:o, s:[i,i], s:s, s:s, s:s, s:o, s:o, s:o}",
        "number", match->number + 1, "round", match->round + 1, "players",
        entrant_name_json(rows, match->pairing.side[0]),
        entrant_name_json(rows, match->pairing.side[1]), "state",
        director_state_words[match->state], "winner", winner_json(rows, match), "score",
        match->score[0], match->score[1], "source",
        director_source_words[match->source], "by", match->by, "why", match->why,
        "called", moment_json(times->called_s), "started",
        moment_json(times->started_s), "ended", moment_json(times->ended_s));
}

static json_t *standings_json(const struct director_rows *rows)
{
    struct table_row table[DIRECTOR_ENTRANTS_MAX];
    int count = status_tournament_table(rows, table);
    json_t *list = json_array();
    for (int i = 0; i < count; i++) {
        const struct table_row *row = &table[i];
        const struct director_entrant *entrant = &rows->entrants[row->entrant];
        (void)json_array_append_new(
            list,
            json_pack("{s:i, s:s, s:b, s:b, s:i, s:i, s:i, s:i, s:i, s:i}", "rank",
                      row->rank, "name", entrant->name, "foreign", !entrant->is_ours,
                      "out", entrant->is_out, "played", row->played, "won", row->won,
                      "lost", row->lost, "byes", row->byes, "buchholz", row->buchholz,
                      "sonneborn_berger", row->sonneborn));
    }
    return list;
}

static json_t *tournament_object(const struct status_tournament *tournament)
{
    const struct director_rows *rows = tournament->rows;
    const struct pairing_plan *plan = &rows->whole.plan;
    json_t *matches = json_array();
    for (int i = 0; i < rows->match_count; i++) {
        (void)json_array_append_new(matches, tournament_match_json(tournament, i));
    }
    return json_pack(
        "{s:s, s:s, s:i, s:i, s:i, s:s, s:i, s:i, s:i, s:o, s:o}", "name",
        tournament->name, "kind", kind_name(plan->kind), "legs",
        plan->kind == PAIRING_ROUND_ROBIN ? plan->legs : 1, "rounds",
        plan->kind == PAIRING_SWISS ? plan->rounds : 0, "length", rows->whole.length,
        "state", director_phase_words[rows->whole.phase], "round",
        rows->whole.round + 1, "matches_over", status_tournament_over(rows),
        "matches_all", status_tournament_all(rows), "standings", standings_json(rows),
        "matches", matches);
}

void status_tournament_json(const struct status_tournament *tournament, FILE *out)
{
    json_t *json = tournament_object(tournament);
    (void)json_dumpf(json, out, JSON_INDENT(1));
    json_decref(json);
    fputc('\n', out);
}

/* ---- all of it ------------------------------------------------------------------- */

static void add_log_line(void *context, const char *line)
{
    (void)json_array_append_new(context, json_string(line));
}

void status_page_json(const struct status_view *view, FILE *out)
{
    json_t *accounts = json_array(), *log = json_array();
    for (int i = 0; i < view->status->count; i++) {
        (void)json_array_append_new(accounts, account_json(view->status->accounts[i]));
    }
    log_tail(view->log, add_log_line, log);
    json_t *json = json_pack(
        "{s:I, s:I, s:o, s:{s:i, s:I, s:I, s:I}, s:o}", "started",
        (json_int_t)view->status->started_s, "now", (json_int_t)view->now_s, "accounts",
        accounts, "notifications", "waiting", view->notify.waiting, "sent",
        (json_int_t)view->notify.sent, "failed", (json_int_t)view->notify.failed,
        "given_up", (json_int_t)view->notify.given_up, "log", log);
    if (view->status->tournament != NULL) {
        set(json, "tournament", tournament_object(view->status->tournament));
    }
    (void)json_dumpf(json, out, JSON_INDENT(1) | JSON_REAL_PRECISION(10));
    json_decref(json);
    fputc('\n', out);
}

/* ---- Prometheus ------------------------------------------------------------------ */

/* What an account is now. */
static const struct {
    const char *metric, *help;
} gauges[] = {
    {"online", "Whether the account is logged in"},
    {"playing", "Whether a match is being played"},
    {"rating", "Rating as the server tells it"},
    {"experience", "Experience as the server tells it"},
};
enum { GAUGES = sizeof gauges / sizeof gauges[0] };

/* NAN: there is none. */
static double gauge_of(const struct status_account *a, int i)
{
    const struct standing *known = &a->standing;
    const double values[GAUGES] = {
        a->is_online, a->is_playing, known->is_known ? known->rating : (double)NAN,
        standing_has_experience(known) ? known->experience : (double)NAN};
    return values[i];
}

static double counter_of(const struct status_account *a, int i)
{
    double divisor = status_counts[i].divisor;
    return (double)status_count_of(a, i) / (divisor > 0.0 ? divisor : 1.0);
}

/* A label's value: names have letters and _ only, but a server may send anything. */
static void write_label(const char *text, FILE *out)
{
    for (; *text != '\0'; text++) {
        bool is_plain = *text >= ' ' && *text <= '~' && *text != '"' && *text != '\\';
        fputc(is_plain ? *text : '?', out);
    }
}

static void write_metric_head(const char *metric, const char *type, const char *help,
                              FILE *out)
{
    fprintf(out, "# HELP fibsbot_%s %s.\n# TYPE fibsbot_%s %s\n", metric, help, metric,
            type);
}

/* Row i of a table, for each account. */
static void write_metric(const struct status_view *view, const char *metric,
                         double (*of)(const struct status_account *a, int i), int i,
                         FILE *out)
{
    for (int at = 0; at < view->status->count; at++) {
        const struct status_account *account = view->status->accounts[at];
        double value = of(account, i);
        if (!isnan(value)) {
            fprintf(out, "fibsbot_%s{account=\"", metric);
            write_label(account->name, out);
            fprintf(out, "\"} %.10g\n", value);
        }
    }
}

static void write_number(const char *name, const char *type, const char *help,
                         double value, FILE *out)
{
    write_metric_head(name, type, help, out);
    fprintf(out, "fibsbot_%s %.10g\n", name, value);
}

void status_page_metrics(const struct status_view *view, FILE *out)
{
    for (int i = 0; i < GAUGES; i++) {
        write_metric_head(gauges[i].metric, "gauge", gauges[i].help, out);
        write_metric(view, gauges[i].metric, gauge_of, i, out);
    }
    for (int i = 0; i < status_counts_length; i++) {
        write_metric_head(status_counts[i].metric, "counter", status_counts[i].help,
                          out);
        write_metric(view, status_counts[i].metric, counter_of, i, out);
    }
    write_number("start_time_seconds", "gauge", "When the program was started",
                 (double)view->status->started_s, out);
    write_number("notifications_waiting", "gauge", "Notifications that wait",
                 view->notify.waiting, out);
    write_number("notifications_sent_total", "counter", "Notifications sent",
                 (double)view->notify.sent, out);
    write_number("notifications_failed_total", "counter", "Tries that failed",
                 (double)view->notify.failed, out);
    write_number("notifications_given_up_total", "counter", "Notifications given up",
                 (double)view->notify.given_up, out);
}
