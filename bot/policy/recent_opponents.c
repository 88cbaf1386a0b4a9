#include "bot/policy/recent_opponents.h"

#include <string.h>
#include <unistd.h>

#include "base/database.h"
#include "base/text.h"

enum { DAY_S = 24 * 60 * 60 };

void recent_opponents_add(struct recent_opponents *recent, const char *name,
                          enum recent_opponent_kind kind, int64_t at_ms)
{
    struct recent_opponent *row = &recent->rows[recent->next];
    *row = (struct recent_opponent){.kind = kind, .at_ms = at_ms};
    COPY_TEXT(row->name, name);
    recent->next = (recent->next + 1) % RECENT_OPPONENTS_MAX;
    recent->count += recent->count < RECENT_OPPONENTS_MAX ? 1 : 0;
}

int recent_opponents_today(const struct recent_opponents *recent, const char *name,
                           enum recent_opponent_kind kind, int64_t now_ms)
{
    int today = 0;
    for (int i = 0; i < recent->count; i++) {
        const struct recent_opponent *row = &recent->rows[i];
        today += row->kind == kind && now_ms - row->at_ms < RECENT_OPPONENTS_DAY_MS &&
                 strcmp(row->name, name) == 0;
    }
    return today;
}

int64_t recent_opponents_since(const struct recent_opponents *recent, const char *name,
                               enum recent_opponent_kind kind, int64_t now_ms)
{
    int64_t since_ms = INT64_MAX;
    for (int i = 0; i < recent->count; i++) {
        const struct recent_opponent *row = &recent->rows[i];
        if (row->kind == kind && strcmp(row->name, name) == 0 &&
            now_ms - row->at_ms < since_ms) {
            since_ms = now_ms - row->at_ms;
        }
    }
    return since_ms;
}

/* ---- from the history ----------------------------------------------------------- */

/* Opponent, enum recent_opponent_kind and time of all that happened to an account since
 * some time. Who was not there or played somebody else has declined nothing. */
static const char recent_events[] =
    "WITH us AS (SELECT id FROM account WHERE name=?1 AND server=?2)"
    " SELECT o.name, 0, m.started_at FROM match m JOIN opponent o ON o.id=m.opponent_id"
    " WHERE m.account_id IN us AND m.is_resumed=0 AND m.started_at>?3"
    " UNION ALL"
    " SELECT o.name, 1, m.ended_at FROM match m JOIN opponent o ON o.id=m.opponent_id"
    " WHERE m.account_id IN us AND m.state='finished' AND m.ended_at>?3"
    " UNION ALL"
    " SELECT opponent, 2, at FROM refusal"
    " WHERE account_id IN us AND is_ours=0 AND at>?3"
    " AND code IN ('no_answer', 'refusing_games') ORDER BY 3";

/* Within a day, whatever time a damaged file has. What is to come was just now: the clock has
 * been set back. */
static int64_t age_s(int64_t at_s, int64_t now_s)
{
    return at_s >= now_s ? 0 : at_s < now_s - DAY_S ? DAY_S : now_s - at_s;
}

bool recent_opponents_load(struct recent_opponents *recent, const char *path,
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
    struct database_rows *rows = database_query(database, err, recent_events, "ssi",
                                                account, server, now_s - DAY_S);
    while (rows != NULL && database_next(rows)) {
        recent_opponents_add(recent, database_text(rows, 0),
                             (enum recent_opponent_kind)database_int(rows, 1),
                             now_ms - age_s(database_int(rows, 2), now_s) * 1000);
    }
    bool is_good = database_done(rows, err) && rows != NULL;
    database_close(database);
    return is_good;
}
