#include "cmd/tourney/tourney.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/database.h"
#include "base/text.h"

/* A released step never changes; changes are new steps at the end. Players of one name
 * and another identity (weights, version) are others. `half` is the game of a pair: 0, or
 * 1 with the seats exchanged. */
static const char *const steps[] = {
    "CREATE TABLE players ("
    " id INTEGER PRIMARY KEY, name TEXT NOT NULL, typed TEXT NOT NULL,"
    " identity TEXT NOT NULL, UNIQUE (typed, identity));"
    "CREATE TABLE matches ("
    " id INTEGER PRIMARY KEY, conditions TEXT NOT NULL UNIQUE,"
    " player_a INTEGER NOT NULL REFERENCES players,"
    " player_b INTEGER NOT NULL REFERENCES players,"
    " length INTEGER NOT NULL, cube INTEGER NOT NULL, jacoby INTEGER NOT NULL,"
    " seed TEXT NOT NULL, luck TEXT NOT NULL, begun TEXT NOT NULL);"
    "CREATE TABLE pairs ("
    " match INTEGER NOT NULL REFERENCES matches, number INTEGER NOT NULL,"
    " plain REAL NOT NULL, reduced REAL, games INTEGER NOT NULL,"
    " games_won INTEGER NOT NULL, gammons_won INTEGER NOT NULL,"
    " gammons_lost INTEGER NOT NULL, forfeited INTEGER REFERENCES players,"
    " entered TEXT NOT NULL, PRIMARY KEY (match, number)) WITHOUT ROWID;"
    "CREATE TABLE games ("
    " match INTEGER NOT NULL, pair INTEGER NOT NULL, half INTEGER NOT NULL,"
    " number INTEGER NOT NULL, score_a INTEGER NOT NULL, score_b INTEGER NOT NULL,"
    " winner INTEGER NOT NULL REFERENCES players, points INTEGER NOT NULL,"
    " cube INTEGER NOT NULL, turns INTEGER NOT NULL,"
    " PRIMARY KEY (match, pair, half, number),"
    " FOREIGN KEY (match, pair) REFERENCES pairs ON DELETE CASCADE) WITHOUT ROWID;"
    "CREATE TABLE faults ("
    " id INTEGER PRIMARY KEY, match INTEGER NOT NULL REFERENCES matches,"
    " pair INTEGER NOT NULL, player INTEGER NOT NULL REFERENCES players,"
    " count INTEGER NOT NULL, forfeit INTEGER NOT NULL, reason TEXT NOT NULL,"
    " happened TEXT NOT NULL);",
    "ALTER TABLE matches ADD COLUMN place_a INTEGER NOT NULL DEFAULT 1;"
    "ALTER TABLE matches ADD COLUMN place_b INTEGER NOT NULL DEFAULT 2;",
};

enum { SQL_MAX = 64 * ARENA_COUNTS };

#define NOW "strftime('%Y-%m-%dT%H:%M:%SZ','now')"

struct tourney_database {
    struct database *file;
    bool has_failed; /* a fault could not be written */
    struct error err;
};

/* A column for each count of a pair that has none yet: null in older pairs. */
static bool add_counts(struct database *file, struct error *err)
{
    char sql[SQL_MAX];
    bool is_good = true;
    for (int i = 0; i < ARENA_COUNTS && is_good; i++) {
        const char *name = arena_counts[i].name;
        FORMAT_TEXT(sql, "ALTER TABLE pairs ADD COLUMN %s INTEGER", name);
        bool is_there =
            database_number(file, err,
                            "SELECT 1 FROM pragma_table_info('pairs') WHERE name = ?",
                            "s", name) == 1;
        is_good = is_there || database_run(file, err, sql, "");
    }
    return is_good;
}

struct tourney_database *tourney_database_open(const char *path, struct error *err)
{
    struct tourney_database *database = error_allocate(sizeof *database, err);
    if (database == NULL) {
        return NULL;
    }
    database->file = database_open(path, DATABASE_WRITE, err);
    if (database->file == NULL ||
        !database_migrate(database->file, steps, sizeof steps / sizeof steps[0], err) ||
        !add_counts(database->file, err)) {
        (void)tourney_database_close(database, NULL);
        return NULL;
    }
    return database;
}

bool tourney_database_close(struct tourney_database *database, struct error *err)
{
    if (database == NULL) {
        return true;
    }
    bool is_good = !database->has_failed;
    if (!is_good && err != NULL) {
        *err = database->err;
    }
    database_close(database->file);
    free(database);
    return is_good;
}

/* ---- a match --------------------------------------------------------------------- */

static struct database *file_of(const struct tourney_match *match)
{
    return match->settings->results->file;
}

static bool enter_player(struct tourney_match *match, int p, struct error *err)
{
    struct database *file = file_of(match);
    if (!database_run(file, err,
                      "INSERT OR IGNORE INTO players (name, typed, identity)"
                      " VALUES (?, ?, ?)",
                      "sss", match->shown[p], match->name[p], match->identity[p])) {
        return false;
    }
    match->player_id[p] = database_number(
        file, err, "SELECT id FROM players WHERE typed = ? AND identity = ?", "ss",
        match->name[p], match->identity[p]);
    return match->player_id[p] != DATABASE_NULL;
}

static bool enter_match(struct tourney_match *match, struct error *err)
{
    struct database *file = file_of(match);
    const struct arena_rules *rules = &match->settings->runner.rules;
    char seed[24];
    FORMAT_TEXT(seed, "%" PRIu64, rules->seed);
    if (!database_run(file, err,
                      "INSERT OR IGNORE INTO matches (conditions, player_a, player_b,"
                      " length, cube, jacoby, seed, luck, place_a, place_b, begun)"
                      " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, " NOW ")",
                      "siiiiissii", match->conditions, match->player_id[0],
                      match->player_id[1], (int64_t)rules->length,
                      (int64_t)rules->is_cubeful, (int64_t)rules->has_jacoby, seed,
                      tourney_luck_words[match->settings->runner.luck],
                      (int64_t)match->pairing[0] + 1, (int64_t)match->pairing[1] + 1)) {
        return false;
    }
    match->database_id =
        database_number(file, err, "SELECT id FROM matches WHERE conditions = ?", "s",
                        match->conditions);
    return match->database_id != DATABASE_NULL;
}

static bool enter_match_of_players(struct tourney_match *match, struct error *err)
{
    return enter_player(match, 0, err) && enter_player(match, 1, err) &&
           enter_match(match, err);
}

/* ---- a pair ---------------------------------------------------------------------- */

static bool enter_pair(const struct tourney_match *match, const struct arena_pair *pair,
                       struct error *err)
{
    int64_t forfeited = pair->forfeited[0]   ? match->player_id[0]
                        : pair->forfeited[1] ? match->player_id[1]
                                             : DATABASE_NULL;
    struct arena_pair copy = *pair;
    char names[SQL_MAX] = "", counts[SQL_MAX] = "", sql[3 * SQL_MAX];
    for (int i = 0; i < ARENA_COUNTS; i++) {
        ADD_TEXT(names, ", %s", arena_counts[i].name);
        ADD_TEXT(counts, ", %d", *arena_pair_count(&copy, i));
    }
    FORMAT_TEXT(sql,
                "INSERT OR IGNORE INTO pairs (match, number, plain, reduced,"
                " forfeited, entered%s) VALUES (?, ?, ?, ?, ?, %s%s)",
                names, NOW, counts);
    return database_run(file_of(match), err, sql, "iirRI", match->database_id,
                        pair->number, pair->plain,
                        match->settings->is_reduced ? pair->reduced : (double)NAN,
                        forfeited);
}

static bool enter_game(const struct tourney_match *match, int64_t pair,
                       const struct arena_game *game, struct error *err)
{
    return database_run(
        file_of(match), err, "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        "iiiiiiiiii", match->database_id, pair, (int64_t)game->half,
        (int64_t)game->number, (int64_t)game->score[0], (int64_t)game->score[1],
        match->player_id[game->winner], (int64_t)game->points, (int64_t)game->cube,
        (int64_t)game->plays);
}

static bool end_transaction(struct database *file, bool is_good, struct error *err)
{
    if (is_good && database_run(file, err, "COMMIT", "")) {
        return true;
    }
    (void)database_run(file, NULL, "ROLLBACK", "");
    return false;
}

bool tourney_database_keep(void *context, const struct arena_pair *pair,
                           const struct arena_games *games, struct error *err)
{
    const struct tourney_match *match = context;
    struct database *file = file_of(match);
    if (!database_run(file, err, "BEGIN IMMEDIATE", "")) {
        return false;
    }
    bool is_good = enter_pair(match, pair, err);
    for (int i = 0; is_good && i < games->count; i++) {
        is_good = enter_game(match, pair->number, &games->game[i], err);
    }
    return end_transaction(file, is_good, err);
}

/* ---- what the result file has ---------------------------------------------------- */

/* Makes the pairs of this run those of the result file; the database may have others of the
 * match, of other pieces of it. */
static bool match_file(const struct tourney_match *match,
                       const struct arena_pair *pairs, int64_t count, struct error *err)
{
    struct database *file = file_of(match);
    const struct arena_runner_options *runner = &match->settings->runner;
    bool is_good = database_run(
        file, err, "CREATE TEMP TABLE kept (number INTEGER PRIMARY KEY)", "");
    for (int64_t i = 0; is_good && i < count; i++) {
        is_good = database_run(file, err, "INSERT INTO kept VALUES (?)", "i",
                               pairs[i].number) &&
                  enter_pair(match, &pairs[i], err);
    }
    return is_good &&
           database_run(file, err,
                        "DELETE FROM pairs WHERE match = ? AND number BETWEEN ? AND ?"
                        " AND number NOT IN (SELECT number FROM kept)",
                        "iii", match->database_id, runner->first, runner->pairs - 1) &&
           database_run(file, err, "DROP TABLE kept", "");
}

static bool has_pairs(const struct tourney_match *match, struct error *err)
{
    return database_number(file_of(match), err,
                           "SELECT count(*) FROM pairs WHERE match = ?", "i",
                           match->database_id) > 0;
}

static bool begin_match(struct tourney_match *match, const struct arena_pair *pairs,
                        int64_t count, struct error *err)
{
    if (!enter_match_of_players(match, err)) {
        return false;
    }
    if (!match->settings->run.is_resumed && has_pairs(match, err)) {
        return error_set(err, "%.100s: has this match already (--resume continues it)",
                         match->settings->database);
    }
    return match_file(match, pairs, count, err);
}

bool tourney_database_begin(void *context, const struct arena_pair *pairs,
                            int64_t count, struct error *err)
{
    struct tourney_match *match = context;
    struct database *file = file_of(match);
    return database_run(file, err, "BEGIN IMMEDIATE", "") &&
           end_transaction(file, begin_match(match, pairs, count, err), err);
}

/* ---- faults ---------------------------------------------------------------------- */

/* A player can fail to start before the match is begun. */
void tourney_database_fault(void *context, const struct arena_fault *fault)
{
    struct tourney_match *match = context;
    struct tourney_database *database = match->settings->results;
    if (database == NULL || database->has_failed) {
        return;
    }
    database->has_failed =
        (match->database_id == 0 && !enter_match_of_players(match, &database->err)) ||
        !database_run(
            database->file, &database->err,
            "INSERT INTO faults (match, pair, player, count, forfeit, reason, happened)"
            " VALUES (?, ?, ?, ?, ?, ?, " NOW ")",
            "iiiiis", match->database_id, fault->pair, match->player_id[fault->player],
            (int64_t)fault->count, (int64_t)fault->is_forfeit, fault->reason);
}
