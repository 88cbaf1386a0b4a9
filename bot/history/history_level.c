#include "bot/history/history_level.h"

#include <stdio.h>

#include "base/database.h"

bool history_level_of(const char *path, const struct history_played *played,
                      char level[HISTORY_LEVEL_SIZE])
{
    struct error err = {0};
    struct database *database = database_open(path, DATABASE_READ, &err);
    if (database == NULL) {
        return false;
    }
    struct database_rows *rows = database_query(
        database, &err,
        "SELECT m.level FROM match m JOIN account a ON a.id=m.account_id"
        " JOIN opponent o ON o.id=m.opponent_id"
        " WHERE a.name=? AND o.name=? AND m.length=? AND"
        " strftime('%Y.%m.%d', m.started_at, 'unixepoch')=?"
        " ORDER BY m.my_score=? AND m.their_score=? DESC, m.started_at DESC LIMIT 1",
        "ssisii", played->account, played->opponent, (int64_t)played->length,
        played->date, (int64_t)played->my_score, (int64_t)played->their_score);
    bool is_there = rows != NULL && database_next(rows);
    if (is_there) {
        (void)snprintf(level, HISTORY_LEVEL_SIZE, "%s", database_text(rows, 0));
    }
    (void)database_done(rows, &err);
    database_close(database);
    return is_there && level[0] != '\0';
}
