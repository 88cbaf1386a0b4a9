#include "bot/policy/recent_opponents.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/database.h"

enum { DAY_S = 24 * 60 * 60 };

void recent_opponents_add(struct recent_opponents *recent_opponents, const char *name,
                          enum recent_opponent_kind kind, int64_t at_ms)
{
    struct recent_opponent *row = &recent_opponents->rows[recent_opponents->next];
    *row = (struct recent_opponent){.kind = kind, .at_ms = at_ms};
    (void)snprintf(row->name, sizeof row->name, "%s", name);
    recent_opponents->next = (recent_opponents->next + 1) % RECENT_OPPONENTS_MAX;
    recent_opponents->count += recent_opponents->count < RECENT_OPPONENTS_MAX ? 1 : 0;
}

int recent_opponents_today(const struct recent_opponents *recent_opponents,
                           const char *name, enum recent_opponent_kind kind,
                           int64_t now_ms)
{
    int today = 0;
    for (int i = 0; i < recent_opponents->count; i++) {
        const struct recent_opponent *row = &recent_opponents->rows[i];
        today += row->kind == kind && now_ms - row->at_ms < RECENT_OPPONENTS_DAY_MS &&
                 strcmp(row->name, name) == 0;
    }
    return today;
}

int64_t recent_opponents_since(const struct recent_opponents *recent_opponents,
                               const char *name, enum recent_opponent_kind kind,
                               int64_t now_ms)
{
    int64_t since_ms = INT64_MAX;
    for (int i = 0; i < recent_opponents->count; i++) {
        const struct recent_opponent *row = &recent_opponents->rows[i];
        if (row->kind == kind && strcmp(row->name, name) == 0 &&
            now_ms - row->at_ms < since_ms) {
            since_ms = now_ms - row->at_ms;
        }
    }
    return since_ms;
}

/* ---- from the history ------------------------------------------------------------ */

static const char matches[] =
    "SELECT o.name, m.started_at, m.is_resumed, m.ended_at, m.state FROM match m"
    " JOIN opponent o ON o.id=m.opponent_id JOIN account a ON a.id=m.account_id"
    " WHERE a.name=? AND a.server=? AND m.touched_at>? ORDER BY m.touched_at";

static const char declines[] =
    "SELECT r.opponent, r.at FROM refusal r JOIN account a ON a.id=r.account_id"
    " WHERE a.name=? AND a.server=? AND r.at>? AND r.is_ours=0 ORDER BY r.at";

static void take_match(struct recent_opponents *recent_opponents,
                       const struct database_rows *rows, int64_t now_ms, int64_t now_s)
{
    const char *name = database_text(rows, 0);
    int64_t started_s = database_int(rows, 1), ended_s = database_int(rows, 3);
    bool is_resumed = database_int(rows, 2) != 0;
    if (!is_resumed && now_s - started_s < DAY_S) {
        recent_opponents_add(recent_opponents, name, RECENT_OPPONENT_BEGUN,
                             now_ms - (now_s - started_s) * 1000);
    }
    if (strcmp(database_text(rows, 4), "finished") == 0 && now_s - ended_s < DAY_S) {
        recent_opponents_add(recent_opponents, name, RECENT_OPPONENT_ENDED,
                             now_ms - (now_s - ended_s) * 1000);
    }
}

bool recent_opponents_load(struct recent_opponents *recent_opponents, const char *path,
                           const char *account, const char *server, int64_t now_ms,
                           int64_t now_s, struct error *err)
{
    if (access(path, F_OK) != 0) {
        return true;
    }
    struct database *database = database_open(path, DATABASE_READ, err);
    if (database == NULL) {
        return false;
    }
    struct database_rows *rows =
        database_query(database, err, matches, "ssi", account, server, now_s - DAY_S);
    while (rows != NULL && database_next(rows)) {
        take_match(recent_opponents, rows, now_ms, now_s);
    }
    bool is_good = database_done(rows, err) && rows != NULL;
    rows =
        database_query(database, err, declines, "ssi", account, server, now_s - DAY_S);
    while (rows != NULL && database_next(rows)) {
        recent_opponents_add(recent_opponents, database_text(rows, 0),
                             RECENT_OPPONENT_DECLINED,
                             now_ms - (now_s - database_int(rows, 1)) * 1000);
    }
    is_good = database_done(rows, err) && rows != NULL && is_good;
    database_close(database);
    return is_good;
}
