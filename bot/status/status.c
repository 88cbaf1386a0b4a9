#include "bot/status/status.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/database.h"
#include "base/text.h"
#include "bot/history/history_schema.h"
#include "bot/history/stats.h"
#include "bot/record/decision_log.h"
#include "engine/board/points.h"
#include "match/record.h"

struct status *status_new(int64_t now_s)
{
    struct status *status = calloc(1, sizeof *status);
    if (status != NULL) {
        status->started_s = now_s;
    }
    return status;
}

void status_free(struct status *status)
{
    if (status == NULL) {
        return;
    }
    for (int i = 0; i < status->count; i++) {
        free(status->accounts[i]);
    }
    free(status);
}

/* Finds or adds an account. NULL when there are too many or `status` is NULL. */
static struct status_account *find_account(struct status *status, const char *name)
{
    if (status == NULL) {
        return NULL;
    }
    for (int i = 0; i < status->count; i++) {
        if (strcmp(status->accounts[i]->name, name) == 0) {
            return status->accounts[i];
        }
    }
    struct status_account *account = NULL;
    if (status->count < STATUS_ACCOUNTS_MAX) {
        account = error_allocate(sizeof *account, NULL);
    }
    if (account != NULL) {
        COPY_TEXT(account->name, name);
        status->accounts[status->count++] = account;
    }
    return account;
}

/* ---- outputs of the players ------------------------------------------------------ */

/* A clock may be set back. */
static void add_point(struct status_curve *curve, double x, double y)
{
    if (curve->count == STATUS_CURVE_MAX) { /* every other one of the points so far */
        for (int i = 0; i < STATUS_CURVE_MAX / 2; i++) {
            curve->points[i] = curve->points[2 * i + 1];
        }
        curve->count = STATUS_CURVE_MAX / 2;
    }
    double last_x = curve->count > 0 ? curve->points[curve->count - 1].x : x;
    curve->points[curve->count++] = (struct chart_point){fmax(x, last_x), y};
}

static void add_result(struct status_account *account,
                       const struct status_result *result)
{
    memmove(&account->results[1], &account->results[0],
            (STATUS_RESULTS_MAX - 1) * sizeof account->results[0]);
    account->results[0] = *result;
    account->result_count += account->result_count < STATUS_RESULTS_MAX;
}

/* Takes the place of what was known of a match with the same opponent. */
static void note_stuck(struct status_account *account, const struct status_stuck *stuck)
{
    int kept = 0;
    for (int i = 0; i < account->stuck_count; i++) {
        if (strcmp(account->stuck[i].opponent, stuck->opponent) != 0) {
            account->stuck[kept++] = account->stuck[i];
        }
    }
    account->stuck_count = kept;
    if (stuck->failures == 0) {
        return;
    }
    kept -= kept == STATUS_STUCK_MAX;
    memmove(&account->stuck[1], &account->stuck[0],
            (size_t)kept * sizeof account->stuck[0]);
    account->stuck[0] = *stuck;
    account->stuck_count = kept + 1;
}

static void take_stuck(struct status_account *account, const struct player_stuck *told)
{
    struct status_stuck stuck = {.length = told->length == 0 ? -1
                                           : told->length == POINTS_UNLIMITED
                                               ? 0
                                               : told->length,
                                 .my_score = told->my_score,
                                 .their_score = told->their_score,
                                 .failures = told->failures};
    memcpy(stuck.opponent, told->name, sizeof stuck.opponent);
    COPY_TEXT(stuck.reason, told->code);
    note_stuck(account, &stuck);
}

static void start_match(struct status_account *account, const struct match_event *event,
                        int64_t now_s)
{
    account->is_playing = true;
    memcpy(account->opponent, event->opponent, sizeof account->opponent);
    account->length = event->length;
    account->started_s = now_s;
    account->record[0] = '\0';
    account->has_view = false;
    account->choice[0] = '\0';
    account->wins.count = account->match_wins.count = account->equities.count = 0;
    account->mark_count = 0;
}

static void end_match(struct status_account *account, const struct match_event *event,
                      int64_t now_s)
{
    const struct match_ratings *ratings = &event->ratings;
    struct status_result result = {
        .at_s = now_s,
        .length = event->length,
        .my_score = event->my_score,
        .their_score = event->their_score,
        .has_change = ratings->before[0].is_known && ratings->after[0].is_known,
        .rating_change = ratings->after[0].rating - ratings->before[0].rating,
    };
    memcpy(result.opponent, event->opponent, sizeof result.opponent);
    memcpy(result.record, account->record, sizeof result.record);
    account->is_playing = false;
    if (event->is_finished) {
        account->matches++;
        account->won += event->my_score > event->their_score;
        add_result(account, &result);
    }
}

static void take_match_event(struct status_account *account,
                             const struct match_event *event, int64_t now_s)
{
    switch (event->type) {
    case MATCH_START:
        start_match(account, event, now_s);
        break;
    case MATCH_GAME_RESUME: /* also after a pause within this run */
        account->is_playing = true;
        break;
    case MATCH_GAME_END:
        account->games++;
        break;
    case MATCH_SAVED:
        account->saved++;
        account->is_playing = false;
        break;
    case MATCH_END:
        end_match(account, event, now_s);
        break;
    default:
        break;
    }
}

static void take_decision(struct status_account *account,
                          const struct decision_request *request,
                          const struct decision_answer *answer)
{
    account->decisions++;
    account->thinking_ms += answer->thinking_ms;
    decision_describe(request, answer, account->choice);
    bool is_judged = answer->resign_games == 0 &&
                     request->kind != DECISION_RESIGNATION &&
                     (answer->has_cube || answer->candidates > 0);
    if (is_judged) {
        int last = account->wins.count;
        double x = last > 0 ? account->wins.points[last - 1].x + 1.0 : 1.0;
        account->win = (double)answer->odds.win;
        account->equity = answer->equity;
        add_point(&account->wins, x, 100.0 * account->win);
        add_point(&account->equities, x, account->equity);
        if (request->ms.length > 0) {
            account->match_win = answer->match_chance;
            add_point(&account->match_wins, x, 100.0 * account->match_win);
        }
    }
}

/* Another score on the board means that a game has ended. */
static void take_view(struct status_account *account, const struct board_view *view)
{
    const struct match_state *was = &account->view.ms, *is = &view->ms;
    bool is_other = account->has_view && (was->my_score != is->my_score ||
                                          was->their_score != is->their_score);
    if (is_other && account->wins.count > 0 && account->mark_count < STATUS_MARKS_MAX) {
        struct chart_mark *mark = &account->marks[account->mark_count++];
        mark->x = account->wins.points[account->wins.count - 1].x;
        FORMAT_TEXT(mark->label, "%d-%d", is->my_score, is->their_score);
    }
    account->view = *view;
    account->has_view = true;
}

void status_take(struct status *status, const char *name,
                 const struct player_output *output, int64_t now_s)
{
    struct status_account *account = find_account(status, name);
    if (account == NULL) {
        return;
    }
    switch (output->type) {
    case PLAYER_MATCH:
        take_match_event(account, &output->event, now_s);
        break;
    case PLAYER_DECIDED:
        take_decision(account, &output->decided.request, &output->decided.answer);
        break;
    case PLAYER_BOARD:
        take_view(account, &output->board.view);
        break;
    case PLAYER_STANDING:
        account->standing = output->standing;
        add_point(&account->ratings, (double)now_s, output->standing.rating);
        break;
    case PLAYER_STUCK:
        take_stuck(account, &output->stuck);
        break;
    case PLAYER_REFUSAL:
        account->refusals++;
        break;
    default:
        break;
    }
}

void status_add(struct status *status, const char *name, const char *site,
                const char *level)
{
    struct status_account *account = find_account(status, name);
    if (account != NULL) {
        COPY_TEXT(account->site, site);
        COPY_TEXT(account->level, level);
    }
}

void status_note_director(struct status *status, const char *name)
{
    struct status_account *account = find_account(status, name);
    if (account != NULL) {
        account->is_director = true;
    }
}

void status_link(struct status *status, const char *name, bool is_up)
{
    struct status_account *account = find_account(status, name);
    if (account != NULL) {
        account->is_online = is_up;
        account->connections += is_up;
    }
}

void status_offline(struct status *status, const char *name, const char *why)
{
    struct status_account *account = find_account(status, name);
    if (account != NULL) {
        COPY_TEXT(account->why, why);
    }
}

void status_record(struct status *status, const char *name, const char *path)
{
    struct status_account *account = find_account(status, name);
    if (account != NULL && strlen(path) < sizeof account->record) {
        COPY_TEXT(account->record, path);
    }
}

void status_error(struct status *status, const char *name)
{
    struct status_account *account = find_account(status, name);
    if (account != NULL) {
        account->errors++;
    }
}

void status_storage_failure(struct status *status, const char *name)
{
    struct status_account *account = find_account(status, name);
    if (account != NULL) {
        account->storage_failures++;
    }
}

void status_set_week(struct status *status, const char *text)
{
    if (status != NULL) {
        COPY_TEXT(status->week, text);
    }
}

/* ---- health ---------------------------------------------------------------------- */

static bool is_anyone_online(const struct status *status)
{
    for (int i = 0; i < status->count; i++) {
        if (status->accounts[i]->is_online) {
            return true;
        }
    }
    return false;
}

void status_tick(struct status *status, int64_t now_s)
{
    if (status->ticked_s == 0 || is_anyone_online(status)) {
        status->online_s = now_s;
    }
    status->ticked_s = now_s;
}

bool status_is_healthy(const struct status *status, int64_t now_s, int offline_limit_s,
                       FILE *out)
{
    int64_t hung_s = now_s - status->ticked_s, offline_s = now_s - status->online_s;
    if (hung_s > STATUS_HANG_S) {
        fprintf(out, "the event loop has not run for %lld s\n", (long long)hung_s);
        return false;
    }
    if (offline_s > offline_limit_s && !is_anyone_online(status)) {
        fprintf(out, "no account has been logged in for %lld s\n",
                (long long)offline_s);
        return false;
    }
    fputs("ok\n", out);
    return true;
}

/* ---- the history ----------------------------------------------------------------- */

static bool load_ratings(struct status_account *account, struct database *database,
                         struct error *err)
{
    const struct stats_filter filter = {account->name, "", "", 0, 0, account->site};
    struct chart_point *points = NULL;
    int count = stats_ratings(database, &filter, &points, err);
    for (int i = 0; i < count; i++) {
        add_point(&account->ratings, points[i].x, points[i].y);
    }
    free(points);
    return count >= 0;
}

static void find_record(struct status_result *result, const char *name,
                        const char *records, int64_t started_s)
{
    const struct record_match match = {.folder = records,
                                       .my_name = name,
                                       .opponent = result->opponent,
                                       .length = result->length,
                                       .started = (time_t)started_s};
    if (records != NULL &&
        !record_find_begun(&match, result->record, sizeof result->record)) {
        result->record[0] = '\0';
    }
}

static bool load_results(struct status_account *account, struct database *database,
                         const char *records, struct error *err)
{
    /* The last game tells the order, not the clock, which may have been set back. */
    struct database_rows *rows = database_query(
        database, err,
        "SELECT * FROM (SELECT m.ended_at, o.name, m.length, m.my_score, m.their_score,"
        " m.rating_after-m.rating_before, m.started_at,"
        " (SELECT max(id) FROM game WHERE match_id=m.id) AS game"
        " FROM match m JOIN account a"
        " ON a.id=m.account_id JOIN opponent o ON o.id=m.opponent_id"
        " WHERE a.name=?1 AND (?3='' OR a.server=?3) AND m.state='finished' AND" HISTORY_IS_TIME(
            "m.ended_at") "ORDER BY game DESC, m.ended_at DESC, m.id DESC"
                          " LIMIT ?2) ORDER BY game, 1",
        "sis", account->name, (int64_t)STATUS_RESULTS_MAX, account->site);
    while (rows != NULL && database_next(rows)) {
        struct status_result result = {
            .at_s = database_int(rows, 0),
            .length = history_score(rows, 2),
            .my_score = history_score(rows, 3),
            .their_score = history_score(rows, 4),
            .has_change = !database_is_null(rows, 5),
            .rating_change = history_rating(rows, 5),
        };
        COPY_TEXT(result.opponent, database_text(rows, 1));
        find_record(&result, account->name, records, database_int(rows, 6));
        add_result(account, &result);
    }
    return database_done(rows, err);
}

static bool load_stuck(struct status_account *account, struct database *database,
                       struct error *err)
{
    struct database_rows *rows = database_query(
        database, err,
        "SELECT * FROM (SELECT s.opponent, coalesce(s.length,-1), s.my_score,"
        " s.their_score, s.failures, coalesce(s.reason,''), s.at FROM stuck_match s"
        " JOIN account a ON a.id=s.account_id WHERE a.name=?1 AND (?3='' OR a.server=?3)"
        " ORDER BY s.at DESC LIMIT ?2) ORDER BY at",
        "sis", account->name, (int64_t)STATUS_STUCK_MAX, account->site);
    while (rows != NULL && database_next(rows)) {
        struct status_stuck stuck = {
            .length = database_int_in(rows, 1, -1, HISTORY_SCORE_MAX),
            .my_score = history_score(rows, 2),
            .their_score = history_score(rows, 3),
            .failures = database_int_in(rows, 4, 1, HISTORY_SCORE_MAX)};
        COPY_TEXT(stuck.opponent, database_text(rows, 0));
        COPY_TEXT(stuck.reason, database_text(rows, 5));
        note_stuck(account, &stuck);
    }
    return database_done(rows, err);
}

bool status_load(struct status *status, const char *name, const char *path,
                 const char *records, struct error *err)
{
    struct status_account *account = find_account(status, name);
    struct database *database =
        account == NULL ? NULL : database_open(path, DATABASE_READ, err);
    if (database == NULL) {
        return account == NULL;
    }
    bool is_good = load_ratings(account, database, err) &&
                   load_results(account, database, records, err) &&
                   load_stuck(account, database, err);
    database_close(database);
    return is_good;
}
