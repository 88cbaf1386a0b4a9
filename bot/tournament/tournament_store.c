#include "bot/tournament/tournament_store.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/director/director_words.h"

struct tournament_store {
    struct database *database;
    bool is_writing; /* in a transaction */
};

/* Sides first and second; a bye has no second. */
static const char first_schema[] =
    "CREATE TABLE tournament ("
    "  id INTEGER PRIMARY KEY CHECK (id = 1),"
    "  phase TEXT NOT NULL CHECK (phase IN ('open','running','finished')),"
    "  round INTEGER NOT NULL,"
    "  kind INTEGER NOT NULL, entrants INTEGER NOT NULL, legs INTEGER NOT NULL,"
    "  rounds INTEGER NOT NULL, draw INTEGER NOT NULL, length INTEGER NOT NULL,"
    "  created_at INTEGER NOT NULL, started_at INTEGER, ended_at INTEGER);"

    "CREATE TABLE entrant ("
    "  number INTEGER PRIMARY KEY,"
    "  name TEXT NOT NULL UNIQUE,"
    "  is_ours INTEGER NOT NULL, is_out INTEGER NOT NULL, why TEXT NOT NULL,"
    "  rating REAL, experience INTEGER);"

    "CREATE TABLE match ("
    "  number INTEGER PRIMARY KEY,"
    "  round INTEGER NOT NULL, first INTEGER NOT NULL, second INTEGER,"
    "  state TEXT NOT NULL, winner INTEGER,"
    "  first_score INTEGER NOT NULL, second_score INTEGER NOT NULL,"
    "  first_away INTEGER NOT NULL, second_away INTEGER NOT NULL,"
    "  is_begun INTEGER NOT NULL,"
    "  source TEXT NOT NULL, by TEXT NOT NULL, why TEXT NOT NULL,"
    "  first_rating REAL, first_experience INTEGER,"
    "  second_rating REAL, second_experience INTEGER,"
    "  first_claim INTEGER NOT NULL, second_claim INTEGER NOT NULL,"
    "  drawn_at INTEGER NOT NULL, called_at INTEGER, started_at INTEGER,"
    "  ended_at INTEGER);"

    "CREATE TABLE award ("
    "  id INTEGER PRIMARY KEY,"
    "  match INTEGER NOT NULL, winner TEXT NOT NULL, by TEXT NOT NULL,"
    "  why TEXT NOT NULL, left_at INTEGER NOT NULL, answer TEXT);";

/* Bits of the numbers of others (director_rows.h). */
static const char strays_schema[] =
    "ALTER TABLE entrant ADD COLUMN strays INTEGER NOT NULL DEFAULT 0;";

/* All numbers count from 1, as commands and pages have them, and the winner is an entrant,
 * no side. By way of negative numbers, so that no two are alike meanwhile. */
static const char numbers_schema[] =
    "UPDATE tournament SET round = round + 1;"
    "UPDATE entrant SET number = -1 - number; UPDATE entrant SET number = -number;"
    "UPDATE match SET number = -1 - number, round = round + 1,"
    "  winner = CASE winner WHEN 0 THEN first + 1 WHEN 1 THEN second + 1 END,"
    "  first = first + 1, second = second + 1;"
    "UPDATE match SET number = -number;"
    "UPDATE award SET match = match + 1;";

static const char *const schema_steps[] = {first_schema, strays_schema, numbers_schema};
enum { SCHEMA_STEPS = sizeof schema_steps / sizeof schema_steps[0] };

/* ---- life ------------------------------------------------------------------------ */

struct tournament_store *
tournament_store_open(const char *path, enum database_mode mode, struct error *err)
{
    struct tournament_store *store = error_allocate(sizeof *store, err);
    if (store == NULL) {
        return NULL;
    }
    store->database = database_open(path, mode, err);
    bool is_good = store->database != NULL;
    if (is_good && mode == DATABASE_WRITE) {
        is_good = database_migrate(store->database, schema_steps, SCHEMA_STEPS, err);
    } else if (is_good && database_version(store->database) < 1) {
        is_good = error_at_path(err, 0, path, "not the database of a tournament");
    } else if (is_good && database_version(store->database) < SCHEMA_STEPS) {
        is_good = error_at_path(err, 0, path,
                                "an older version wrote it; \"tournament run\" of "
                                "this one brings it up to date");
    }
    if (!is_good) {
        tournament_store_close(store);
        return NULL;
    }
    return store;
}

void tournament_store_close(struct tournament_store *store)
{
    if (store != NULL) {
        database_close(store->database);
    }
    free(store);
}

/* ---- writing: the first moment of each event stays ------------------------------- */

static double rating_value(const struct standing *standing)
{
    return standing->is_known ? standing->rating : (double)NAN;
}

#define WHOLE_COLUMNS                                                                  \
    "phase, round, kind, entrants, legs, rounds, draw, length, started_at, ended_at"

static bool put_whole(struct tournament_store *store,
                      const struct director_whole *whole, int64_t now_s,
                      struct error *err)
{
    int64_t started_s = whole->phase == DIRECTOR_OPEN ? DATABASE_NULL : now_s;
    int64_t ended_s = whole->phase == DIRECTOR_FINISHED ? now_s : DATABASE_NULL;
    return database_run(
        store->database, err,
        "INSERT OR REPLACE INTO tournament (" WHOLE_COLUMNS ", created_at, id)"
        " SELECT ?,?,?,?,?,?,?,?, coalesce(old.started_at,?), coalesce(old.ended_at,?),"
        "  coalesce(old.created_at,?), 1 FROM (SELECT 1) LEFT JOIN tournament AS old",
        "siiiiiiiIIi", director_phase_words[whole->phase], (int64_t)whole->round + 1,
        (int64_t)whole->plan.kind, (int64_t)whole->plan.entrants,
        (int64_t)whole->plan.legs, (int64_t)whole->plan.rounds,
        (int64_t)whole->plan.draw, (int64_t)whole->length, started_s, ended_s, now_s);
}

#define ENTRANT_COLUMNS "number, name, is_ours, is_out, why, rating, experience, strays"

/* Entrants may move up when one before them drops out at the start: the row of the former
 * number goes, and one without a name at the end. */
static bool put_entrant(struct tournament_store *store,
                        const struct director_entrant *e, struct error *err)
{
    if (e->name[0] == '\0') {
        return database_run(store->database, err, "DELETE FROM entrant WHERE number=?",
                            "i", (int64_t)e->number + 1);
    }
    return database_run(
        store->database, err,
        "INSERT OR REPLACE INTO entrant (" ENTRANT_COLUMNS ")"
        " VALUES (?,?,?,?,?,?,?,?)",
        "isiisRIi", (int64_t)e->number + 1, e->name, (int64_t)e->is_ours,
        (int64_t)e->is_out, e->why, rating_value(&e->standing),
        standing_experience_or(&e->standing, DATABASE_NULL), (int64_t)e->uncalled);
}

/* The number of the entrant on a side; null: there is none. */
static int64_t entrant_on(const struct director_match *m, int side)
{
    int entrant = side == PAIRING_NOBODY ? PAIRING_BYE : m->pairing.side[side];
    return entrant == PAIRING_BYE ? DATABASE_NULL : entrant + 1;
}

#define MATCH_COLUMNS                                                                  \
    "number, round, first, second, state, winner, first_score, second_score,"          \
    " first_away, second_away, is_begun, source, by, why, first_rating,"               \
    " first_experience, second_rating, second_experience, first_claim, second_claim,"  \
    " drawn_at, called_at, started_at, ended_at"

static bool put_match(struct tournament_store *store, const struct director_match *m,
                      int64_t now_s, struct error *err)
{
    int64_t called_s = m->state == DIRECTOR_MATCH_DUE ? DATABASE_NULL : now_s;
    int64_t started_s = m->is_begun ? now_s : DATABASE_NULL;
    int64_t ended_s = director_match_is_over(m) ? now_s : DATABASE_NULL;
    return database_run(
        store->database, err,
        "INSERT OR REPLACE INTO match (" MATCH_COLUMNS ")"
        " SELECT ?1,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?, coalesce(old.drawn_at,?),"
        "  coalesce(old.called_at,?), coalesce(old.started_at,?),"
        "  coalesce(old.ended_at,?)"
        " FROM (SELECT 1) LEFT JOIN match AS old ON old.number=?1",
        "iiiIsIiiiiisssRIRIiiiIII", (int64_t)m->number + 1, (int64_t)m->round + 1,
        entrant_on(m, 0), entrant_on(m, 1), director_state_words[m->state],
        entrant_on(m, m->winner), (int64_t)m->score[0], (int64_t)m->score[1],
        (int64_t)m->away[0], (int64_t)m->away[1], (int64_t)m->is_begun,
        director_source_words[m->source], m->by, m->why, rating_value(&m->standing[0]),
        standing_experience_or(&m->standing[0], DATABASE_NULL),
        rating_value(&m->standing[1]),
        standing_experience_or(&m->standing[1], DATABASE_NULL), (int64_t)m->claim[0],
        (int64_t)m->claim[1], now_s, called_s, started_s, ended_s);
}

static bool put_changed_row(struct tournament_store *store,
                            const struct director_output *record, int64_t now_s,
                            struct error *err)
{
    switch (record->record.row) {
    case DIRECTOR_ROW_WHOLE:
        return put_whole(store, &record->record.whole, now_s, err);
    case DIRECTOR_ROW_ENTRANT:
        return put_entrant(store, &record->record.entrant, err);
    case DIRECTOR_ROW_MATCH:
        return put_match(store, &record->record.match, now_s, err);
    }
    return error_set(err, "no such row");
}

bool tournament_store_put(struct tournament_store *store,
                          const struct director_output *record, int64_t now_s,
                          struct error *err)
{
    bool is_good =
        store->is_writing || database_run(store->database, err, "BEGIN IMMEDIATE", "");
    store->is_writing = is_good;
    is_good = is_good && put_changed_row(store, record, now_s, err);
    if (is_good && record->record.is_last) {
        is_good = database_run(store->database, err, "COMMIT", "");
        store->is_writing = !is_good;
    }
    if (!is_good && store->is_writing) {
        struct error ignored;
        (void)database_run(store->database, &ignored, "ROLLBACK", "");
        store->is_writing = false;
    }
    return is_good;
}

/* ---- reading --------------------------------------------------------------------- */

/* Values of a file that anybody may have written: whole numbers within bounds. */
struct checked_row {
    const struct database_rows *rows;
    bool is_bad;
};

static int checked_int(struct checked_row *row, int column, int least, int most)
{
    int64_t value = database_int(row->rows, column);
    if (value < least || value > most) {
        row->is_bad = true;
        return least;
    }
    return (int)value;
}

/* A number from 1, as it is counted here: from 0. A null, where there may be one, is
 * `nothing`. */
static int checked_number(struct checked_row *row, int column, int most)
{
    return checked_int(row, column, 1, most) - 1;
}

static int checked_number_or(struct checked_row *row, int column, int nothing, int most)
{
    return database_is_null(row->rows, column) ? nothing
                                               : checked_number(row, column, most);
}

/* The place of a word in `words`. */
static int checked_word(struct checked_row *row, int column, const char *const *words,
                        int count)
{
    const char *text = database_text(row->rows, column);
    for (int i = 0; i < count; i++) {
        if (strcmp(words[i], text) == 0) {
            return i;
        }
    }
    row->is_bad = true;
    return 0;
}

/* Bytes that a terminal would obey. */
static bool has_control(const char *text)
{
    for (; *text != '\0'; text++) {
        if ((unsigned char)*text < ' ' || *text == 0x7f) {
            return true;
        }
    }
    return false;
}

static void copy_checked(struct checked_row *row, int column, char *to, size_t size)
{
    const char *text = database_text(row->rows, column);
    row->is_bad = row->is_bad || strlen(text) >= size || has_control(text);
    (void)snprintf(to, size, "%s", text);
    for (char *c = to; *c != '\0'; c++) {
        *c = (unsigned char)*c > '~' ? '?' : *c; /* else it would be in no JSON */
    }
}

/* A rating and an experience beside it. */
static struct standing checked_standing(struct checked_row *row, int column)
{
    struct standing standing = {0};
    standing.is_known = !database_is_null(row->rows, column);
    if (standing.is_known) {
        standing.rating = database_real(row->rows, column);
        standing.experience = database_is_null(row->rows, column + 1)
                                  ? STANDING_NO_EXPERIENCE
                                  : checked_int(row, column + 1, 0, 1000000000);
    }
    return standing;
}

enum { ROUNDS_MOST = DIRECTOR_MATCHES_MAX, COUNT_MOST = 1000000 };

/* Reads row i of a table. */
typedef void row_reader(struct checked_row *row, struct tournament_saved *saved, int i);

static void read_whole(struct checked_row *row, struct tournament_saved *saved, int i)
{
    (void)i;
    struct director_whole *whole = &saved->rows.whole;
    whole->phase = (enum director_phase)checked_word(row, 0, director_phase_words,
                                                     DIRECTOR_FINISHED + 1);
    whole->round = checked_int(row, 1, 0, ROUNDS_MOST) - 1;
    whole->plan.kind =
        (enum pairing_kind)checked_int(row, 2, PAIRING_ROUND_ROBIN, PAIRING_KNOCK_OUT);
    whole->plan.entrants = checked_int(row, 3, 0, DIRECTOR_ENTRANTS_MAX);
    whole->plan.legs = checked_int(row, 4, 0, PAIRING_LEGS_MAX);
    whole->plan.rounds = checked_int(row, 5, 0, ROUNDS_MOST);
    whole->plan.draw = (uint64_t)database_int(row->rows, 6);
    whole->length = checked_int(row, 7, 1, MATCH_LENGTH_MAX);
    saved->started_s = database_int(row->rows, 8);
    saved->ended_s = database_int(row->rows, 9);
}

static void read_entrant(struct checked_row *row, struct tournament_saved *saved, int i)
{
    struct director_entrant *e = &saved->entrants[i];
    e->number = checked_int(row, 0, i + 1, i + 1) - 1;
    copy_checked(row, 1, e->name, sizeof e->name);
    e->is_ours = database_int(row->rows, 2) != 0;
    e->is_out = database_int(row->rows, 3) != 0;
    copy_checked(row, 4, e->why, sizeof e->why);
    e->standing = checked_standing(row, 5);
    e->uncalled = (uint64_t)database_int(row->rows, 7);
}

/* The side of the winner, who must be one of the two. */
static int checked_winner(struct checked_row *row, int column,
                          const struct director_match *m, int entrants)
{
    int winner = checked_number_or(row, column, PAIRING_NOBODY, entrants);
    if (winner == PAIRING_NOBODY || winner == m->pairing.side[0]) {
        return winner == PAIRING_NOBODY ? PAIRING_NOBODY : 0;
    }
    row->is_bad = row->is_bad || winner != m->pairing.side[1];
    return 1;
}

static void read_match(struct checked_row *row, struct tournament_saved *saved, int i)
{
    struct director_match *m = &saved->matches[i];
    int entrants = saved->rows.entrant_count;
    m->number = checked_int(row, 0, i + 1, i + 1) - 1;
    m->round = checked_number(row, 1, ROUNDS_MOST);
    m->pairing.side[0] = checked_number(row, 2, entrants);
    m->pairing.side[1] = checked_number_or(row, 3, PAIRING_BYE, entrants);
    m->state = (enum director_state)checked_word(row, 4, director_state_words,
                                                 DIRECTOR_MATCH_VOID + 1);
    m->winner = checked_winner(row, 5, m, entrants);
    for (int side = 0; side < 2; side++) {
        m->score[side] = checked_int(row, 6 + side, 0, COUNT_MOST);
        m->away[side] = checked_int(row, 8 + side, 0, COUNT_MOST);
        m->standing[side] = checked_standing(row, 14 + 2 * side);
        m->claim[side] = (signed char)checked_int(row, 18 + side, -1, 1);
    }
    m->is_begun = database_int(row->rows, 10) != 0;
    m->source = (enum director_source)checked_word(row, 11, director_source_words,
                                                   DIRECTOR_SOURCE_OPERATOR + 1);
    copy_checked(row, 12, m->by, sizeof m->by);
    copy_checked(row, 13, m->why, sizeof m->why);
    saved->times[i] = (struct director_times){
        database_int(row->rows, 20), database_int(row->rows, 21),
        database_int(row->rows, 22), database_int(row->rows, 23)};
}

/* Reads a table of at most `most` rows and counts them. False with `err`. */
static bool load_rows(struct tournament_store *store, const char *table,
                      const char *sql, int most, row_reader *read,
                      struct tournament_saved *saved, int *count, struct error *err)
{
    struct database_rows *rows = database_query(store->database, err, sql, "");
    struct checked_row row = {rows, false};
    while (rows != NULL && !row.is_bad && database_next(rows)) {
        row.is_bad = *count == most;
        if (!row.is_bad) {
            read(&row, saved, (*count)++);
        }
    }
    bool is_good = rows != NULL && database_done(rows, err);
    return is_good &&
           (!row.is_bad ||
            error_set(err, "the database of the tournament has a bad row in \"%s\"",
                      table));
}

static bool load_all(struct tournament_store *store, struct tournament_saved *saved,
                     struct error *err)
{
    int wholes = 0;
    bool is_good =
        load_rows(store, "tournament", "SELECT " WHOLE_COLUMNS " FROM tournament", 1,
                  read_whole, saved, &wholes, err) &&
        load_rows(store, "entrant",
                  "SELECT " ENTRANT_COLUMNS " FROM entrant ORDER BY number",
                  DIRECTOR_ENTRANTS_MAX, read_entrant, saved,
                  &saved->rows.entrant_count, err) &&
        load_rows(store, "match", "SELECT " MATCH_COLUMNS " FROM match ORDER BY number",
                  DIRECTOR_MATCHES_MAX, read_match, saved, &saved->rows.match_count,
                  err);
    saved->is_empty = wholes == 0;
    return is_good && (saved->is_empty || director_rows_check(&saved->rows, err));
}

bool tournament_store_load(struct tournament_store *store,
                           struct tournament_saved *saved, struct error *err)
{
    *saved = (struct tournament_saved){.is_empty = true};
    saved->entrants = calloc(DIRECTOR_ENTRANTS_MAX, sizeof *saved->entrants);
    saved->matches = calloc(DIRECTOR_MATCHES_MAX, sizeof *saved->matches);
    saved->times = calloc(DIRECTOR_MATCHES_MAX, sizeof *saved->times);
    bool is_good =
        saved->entrants != NULL && saved->matches != NULL && saved->times != NULL;
    if (!is_good) {
        error_no_memory(err);
    }
    saved->rows.entrants = saved->entrants;
    saved->rows.matches = saved->matches;
    /* one state of the file, also while another program writes */
    is_good = is_good && database_run(store->database, err, "BEGIN", "");
    if (is_good) {
        struct error ignored;
        is_good = load_all(store, saved, err);
        (void)database_run(store->database, &ignored, "COMMIT", "");
    }
    if (!is_good) {
        tournament_saved_free(saved);
    }
    return is_good;
}

void tournament_saved_free(struct tournament_saved *saved)
{
    free(saved->entrants);
    free(saved->matches);
    free(saved->times);
    *saved = (struct tournament_saved){.is_empty = true};
}

/* ---- awards ---------------------------------------------------------------------- */

bool tournament_store_leave_award(struct tournament_store *store,
                                  const struct tournament_award *award, int64_t now_s,
                                  struct error *err)
{
    return database_run(
        store->database, err,
        "INSERT INTO award (match, winner, by, why, left_at) VALUES (?,?,?,?,?)",
        "isssi", (int64_t)award->match + 1, award->winner, award->by, award->why,
        now_s);
}

bool tournament_store_next_award(struct tournament_store *store,
                                 struct tournament_award *award, struct error *err)
{
    struct database_rows *rows =
        database_query(store->database, err,
                       "SELECT id, match, winner, by, why FROM award"
                       " WHERE answer IS NULL ORDER BY id LIMIT 1",
                       "");
    struct checked_row row = {rows, false};
    bool is_there = rows != NULL && database_next(rows);
    if (is_there) {
        award->id = database_int(rows, 0);
        award->match = checked_number(&row, 1, DIRECTOR_MATCHES_MAX);
        copy_checked(&row, 2, award->winner, sizeof award->winner);
        copy_checked(&row, 3, award->by, sizeof award->by);
        copy_checked(&row, 4, award->why, sizeof award->why);
        award->match = row.is_bad ? -1 : award->match; /* which is no match */
    }
    bool is_good = rows != NULL && database_done(rows, err);
    return is_good && is_there;
}

bool tournament_store_answer_award(struct tournament_store *store, int64_t id,
                                   const char *answer, struct error *err)
{
    return database_run(store->database, err, "UPDATE award SET answer=? WHERE id=?",
                        "si", answer, id);
}

const char *tournament_store_answer(struct tournament_store *store,
                                    char text[DIRECTOR_WHY_SIZE], struct error *err)
{
    struct database_rows *rows = database_query(
        store->database, err, "SELECT answer FROM award ORDER BY id DESC LIMIT 1", "");
    bool is_there = rows != NULL && database_next(rows) && !database_is_null(rows, 0);
    if (is_there) {
        (void)snprintf(text, DIRECTOR_WHY_SIZE, "%s", database_text(rows, 0));
    }
    bool is_good = rows != NULL && database_done(rows, err);
    return is_good && is_there ? text : NULL;
}
