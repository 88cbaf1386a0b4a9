/* The status as JSON: {"started", "now", "accounts": [...], "notifications", "log"}. */
#include <jansson.h>
#include <string.h>

#include "bot/status/status_page.h"
#include "bot/status/status_page_internal.h"
#include "bot/status/status_tournament_internal.h"
#include "engine/board/decision_context.h"

static void set(json_t *json, const char *name, json_t *value)
{
    (void)json_object_set_new(json, name, value);
}

void status_page_xgid(const struct board_view *view, char id[XGID_SIZE])
{
    const struct decision_context at = {
        .pos = view->pos, .ms = view->ms, .roll = view->roll};
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
        json_pack("{s:s, s:i, s:I, s:s, s:f, s:f}", "opponent", a->opponent, "length",
                  a->length, "started", (json_int_t)a->started_s, "last_decision",
                  a->choice, "win", a->win, "equity", a->equity);
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
        set(json, "experience", json_integer(a->standing.experience));
    }
    set(json, "stuck", stuck_json(a));
    set(json, "director", json_boolean(a->is_director));
    set(json, "server", json_string(a->site));
    for (int i = 0; i < STATUS_COUNTS; i++) {
        set(json, status_counts[i].name, json_integer(status_count_of(a, i)));
    }
    return json;
}

static void add_log_line(void *context, const char *line)
{
    (void)json_array_append_new(context, json_string(line));
}

void status_page_json(const struct status_view *view, FILE *out)
{
    json_t *accounts = json_array(), *log = json_array();
    for (int i = 0; i < status_count(view->status); i++) {
        (void)json_array_append_new(accounts, account_json(status_at(view->status, i)));
    }
    log_tail(view->log, add_log_line, log);
    json_t *json = json_pack(
        "{s:I, s:I, s:o, s:{s:i, s:I, s:I, s:I}, s:o}", "started",
        (json_int_t)status_started(view->status), "now", (json_int_t)view->now_s,
        "accounts", accounts, "notifications", "waiting", view->notify.waiting, "sent",
        (json_int_t)view->notify.sent, "failed", (json_int_t)view->notify.failed,
        "given_up", (json_int_t)view->notify.given_up, "log", log);
    if (status_tournament_of(view->status) != NULL) {
        set(json, "tournament",
            status_tournament_object(status_tournament_of(view->status)));
    }
    (void)json_dumpf(json, out, JSON_INDENT(1));
    json_decref(json);
    fputc('\n', out);
}
