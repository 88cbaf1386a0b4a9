#include <jansson.h>

#include "bot/review/collection/collection.h"
#include "bot/review/collection/collection_internal.h"

/* ---- whose ----------------------------------------------------------------------- */

/* The text of the first row; false if there is none. */
static bool first_text(struct collection *collection, const char *sql, char *text)
{
    struct database_rows *rows = database_query(collection->database, NULL, sql, "");
    bool is_known = rows != NULL && database_next(rows);
    if (is_known) {
        (void)snprintf(text, RECORD_NAME_MAX, "%s", database_text(rows, 0));
    }
    (void)database_done(rows, NULL);
    return is_known;
}

void collection_player(struct collection *collection, char player[RECORD_NAME_MAX])
{
    player[0] = '\0';
    (void)(first_text(collection,
                      "SELECT value FROM review_choice WHERE name = 'player'",
                      player) ||
           first_text(collection,
                      "SELECT name FROM (SELECT player1 AS name FROM review_match UNION"
                      " ALL SELECT player2 FROM review_match) GROUP BY name"
                      " ORDER BY count(*) DESC, name LIMIT 1",
                      player));
}

bool collection_choose(struct collection *collection, const char *player,
                       struct error *err)
{
    return database_run(collection->database, err,
                        "INSERT OR REPLACE INTO review_choice VALUES ('player', ?)",
                        "s", player);
}

/* ---- files ------------------------------------------------------------------------ */

bool collection_paths(struct collection *collection, struct match_paths *paths,
                      struct error *err)
{
    bool is_good = true;
    struct database_rows *rows =
        database_query(collection->database, err,
                       "SELECT DISTINCT path FROM review_match ORDER BY path", "");
    while (is_good && rows != NULL && database_next(rows)) {
        is_good = match_paths_add(paths, database_text(rows, 0), err);
    }
    return rows != NULL && database_done(rows, err) && is_good;
}

/* ---- rows as JSON ---------------------------------------------------------------- */

/* Names of strangers: "?" if they are not UTF-8. */
static json_t *text_cell(const struct database_rows *rows, int column)
{
    json_t *text = json_string(database_text(rows, column));
    return text != NULL ? text : json_string("?");
}

/* The columns of a row by these letters: s, i or r, as in base/database.h. */
static json_t *cells_of(const struct database_rows *rows, const char *types)
{
    json_t *row = json_array();
    for (int i = 0; types[i] != '\0'; i++) {
        json_t *cell = database_is_null(rows, i) ? json_null()
                       : types[i] == 's'         ? text_cell(rows, i)
                       : types[i] == 'i'         ? json_integer(database_int(rows, i))
                                                 : json_real(database_real(rows, i));
        (void)json_array_append_new(row, cell);
    }
    return row;
}

/* All rows of a query; NULL with `err`. */
static json_t *rows_of(struct collection *collection, struct error *err,
                       const char *sql, const char *types)
{
    struct database_rows *rows = database_query(collection->database, err, sql, "");
    json_t *list = json_array();
    while (rows != NULL && database_next(rows)) {
        (void)json_array_append_new(list, cells_of(rows, types));
    }
    if (!database_done(rows, err)) {
        json_decref(list);
        return NULL;
    }
    return list;
}

/* decisions, loss, squares, errors, blunders, luck */
#define SIDE_TYPES "irriir"

json_t *collection_list(struct collection *collection, struct error *err)
{
    char player[RECORD_NAME_MAX];
    collection_player(collection, player);
    json_t *matches =
        rows_of(collection, err,
                "SELECT id, path, date, event, site, player1, player2, length, score1,"
                " score2, judge NOT NULL, a.decisions, a.loss, a.squares, a.errors,"
                " a.blunders, a.luck, b.decisions, b.loss, b.squares, b.errors,"
                " b.blunders, b.luck FROM review_match"
                " LEFT JOIN review_side a ON a.match_id = id AND a.side = 0"
                " LEFT JOIN review_side b ON b.match_id = id AND b.side = 1"
                " ORDER BY date DESC, id DESC",
                "issssssiiii" SIDE_TYPES SIDE_TYPES);
    json_t *themes =
        rows_of(collection, err,
                "SELECT player, theme, score, count(*), sum(loss) FROM review_error"
                " WHERE loss > 0"
                " GROUP BY player, theme, score ORDER BY 5 DESC",
                "sssir");
    if (matches == NULL || themes == NULL) {
        json_decref(matches);
        json_decref(themes);
        return NULL;
    }
    return json_pack("{s:o*, s:o, s:o}", "player", json_string(player), "matches",
                     matches, "themes", themes);
}

/* ---- cards ----------------------------------------------------------------------- */

static json_t *card_of(const struct database_rows *rows)
{
    json_t *one = json_loads(database_text(rows, 1), 0, NULL);
    int64_t match = database_int(rows, 2);
    json_t *names = database_int(rows, 5) == 0
                        ? json_pack("[o, o]", text_cell(rows, 3), text_cell(rows, 4))
                        : json_pack("[o, o]", text_cell(rows, 4), text_cell(rows, 3));
    json_t *of =
        json_pack("{s:o, s:[I, I], s:I}", "names", names, "score",
                  (json_int_t)database_int(rows, 7), (json_int_t)database_int(rows, 8),
                  "number", (json_int_t)database_int(rows, 6));
    (void)json_object_set_new(one, "of", of);
    return json_pack(
        "{s:I, s:o, s:o, s:I, s:I, s:o, s:o}", "key", (json_int_t)database_int(rows, 0),
        "one", one, "game",
        json_sprintf("%lld.%lld", (long long)match, (long long)database_int(rows, 6)),
        "box", (json_int_t)database_int(rows, 9), "due",
        (json_int_t)database_int(rows, 10), "href",
        json_sprintf("m/%lld#%s", (long long)match, database_text(rows, 11)), "note",
        text_cell(rows, 12));
}

json_t *collection_cards(struct collection *collection, int64_t day, struct error *err)
{
    char player[RECORD_NAME_MAX];
    collection_player(collection, player);
    struct database_rows *rows = database_query(
        collection->database, err,
        "SELECT e.id, document, match_id, player, opponent, side, game, e.score1,"
        " e.score2, box, due, link, note FROM review_error e"
        " JOIN review_match m ON m.id = match_id WHERE player = ? AND loss > 0 AND theme != 'beaver'"
        " ORDER BY due > ?, CASE WHEN due > ? THEN due ELSE 0 END, loss < 0.04,"
        " m.date DESC, match_id DESC, e.id LIMIT ?",
        "siii", player, day, day, (int64_t)COLLECTION_CARDS_MAX);
    json_t *list = json_array();
    while (rows != NULL && database_next(rows)) {
        (void)json_array_append_new(list, card_of(rows));
    }
    if (!database_done(rows, err)) {
        json_decref(list);
        return NULL;
    }
    return json_pack("{s:o}", "cards", list);
}

bool collection_move_card(struct collection *collection, int64_t card, int box,
                          int64_t due, const char *note, struct error *err)
{
    return database_run(collection->database, err,
                        "UPDATE review_error SET box = ?, due = ?,"
                        " note = coalesce(?, note) WHERE id = ?",
                        "iisi", (int64_t)box, due, note, card);
}

json_t *collection_note(struct collection *collection, int64_t match, const char *link,
                        const char *note, struct error *err)
{
    if (note != NULL &&
        !database_run(
            collection->database, err,
            "UPDATE review_error SET note = ? WHERE match_id = ? AND link = ?", "sis",
            note, match, link)) {
        return NULL;
    }
    struct database_rows *rows =
        database_query(collection->database, err,
                       "SELECT note FROM review_error WHERE match_id = ? AND link = ?",
                       "is", match, link);
    json_t *kept = rows != NULL && database_next(rows) ? text_cell(rows, 0) : NULL;
    json_t *object = json_pack("{s:o*}", "note", kept);
    if (!database_done(rows, err)) {
        json_decref(object);
        return NULL;
    }
    return object;
}
