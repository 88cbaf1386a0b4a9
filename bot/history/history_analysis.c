#include "bot/history/history_analysis.h"

#include <stdio.h>
#include <time.h>

#include "base/database.h"
#include "bot/history/history_schema.h"

static int64_t find_match(struct database *database,
                          const struct history_analysed *match, struct error *err)
{
    return database_number(
        database, err,
        "SELECT m.id FROM match m JOIN account a ON a.id=m.account_id"
        " JOIN opponent o ON o.id=m.opponent_id WHERE a.name=? AND o.name=? AND"
        " m.length=? AND abs(m.started_at-?)<=? ORDER BY abs(m.started_at-?) LIMIT 1",
        "ssiiii", match->account, match->opponent, (int64_t)match->length,
        match->started_s, (int64_t)HISTORY_START_TOLERANCE_S, match->started_s);
}

bool history_write_analysis(struct database *database, int64_t match, int64_t at_s,
                            const struct history_analysis *sums, struct error *err)
{
    return database_run(
        database, err, "INSERT OR REPLACE INTO analysis VALUES (?,?,?,?,?,?,?,?)",
        "iiirrirr", match, at_s, (int64_t)sums->decisions[0], sums->loss[0],
        sums->luck[0], (int64_t)sums->decisions[1], sums->loss[1], sums->luck[1]);
}

/* NULL with `err`: no such file, or of another version. Opened to be read first, since
 * nothing is to be created. */
static struct database *open_of_this_version(const char *path, struct error *err)
{
    struct database *database = database_open(path, DATABASE_READ, err);
    int version = database != NULL ? database_version(database) : 0;
    database_close(database);
    if (database == NULL) {
        return NULL;
    }
    if (version != history_step_count) {
        error_set(err,
                  "%.120s: expected a history of schema %d, found %d; fibsbot play "
                  "upgrades older ones",
                  path, history_step_count, version);
        return NULL;
    }
    return database_open(path, DATABASE_WRITE, err);
}

bool history_note_analysis(const char *path, const struct history_analysed *analysed,
                           bool *is_known, struct error *err)
{
    struct error why = {0};
    struct database *database = open_of_this_version(path, err);
    *is_known = false;
    if (database == NULL) {
        return false;
    }
    int64_t match = find_match(database, analysed, &why);
    *is_known = match != DATABASE_NULL;
    bool is_good = why.text[0] == '\0' || error_set_from(err, &why, "%s", why.text);
    if (is_good && *is_known) {
        is_good = history_write_analysis(database, match, (int64_t)time(NULL),
                                         &analysed->sums, err);
    }
    database_close(database);
    return is_good;
}

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
