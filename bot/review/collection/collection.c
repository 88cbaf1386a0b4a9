#include "bot/review/collection/collection.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/digest.h"
#include "bot/review/collection/collection_internal.h"
#include "bot/review/collection/collection_theme.h"
#include "engine/board/xgid.h"
#include "match/batch/analysed_line.h"
#include "match/report/match_review.h"

/* ---- the file -------------------------------------------------------------------- */

static const char first[] =
    /* judge: by what the analysis was made, null: not yet; analysis: a line a turn
     * (match/batch/analysed_line.h). */
    "CREATE TABLE review_match ("
    "  id INTEGER PRIMARY KEY,"
    "  digest TEXT NOT NULL UNIQUE,"
    "  path TEXT NOT NULL, number INTEGER NOT NULL,"
    "  player1 TEXT NOT NULL, player2 TEXT NOT NULL,"
    "  length INTEGER NOT NULL, score1 INTEGER NOT NULL, score2 INTEGER NOT NULL,"
    "  date TEXT NOT NULL, event TEXT NOT NULL, site TEXT NOT NULL,"
    "  judge TEXT, analysis TEXT);"

    /* side 0 is player 1; squares: the sum of the squared losses of its decisions. */
    "CREATE TABLE review_side ("
    "  match_id INTEGER NOT NULL REFERENCES review_match,"
    "  side INTEGER NOT NULL, player TEXT NOT NULL,"
    "  decisions INTEGER NOT NULL, loss REAL NOT NULL, squares REAL NOT NULL,"
    "  errors INTEGER NOT NULL, blunders INTEGER NOT NULL, luck REAL NOT NULL,"
    "  PRIMARY KEY (match_id, side)) WITHOUT ROWID;"

    /* link: what the address of the viewer calls the decision; loss: 0 where a later
     * analysis found no error; document: as in match/report/match_review.h; box and due (a
     * day since 1970) of its card. */
    "CREATE TABLE review_error ("
    "  id INTEGER PRIMARY KEY,"
    "  match_id INTEGER NOT NULL REFERENCES review_match,"
    "  player TEXT NOT NULL, opponent TEXT NOT NULL, side INTEGER NOT NULL,"
    "  game INTEGER NOT NULL, score1 INTEGER NOT NULL, score2 INTEGER NOT NULL,"
    "  link TEXT NOT NULL, theme TEXT NOT NULL, score TEXT NOT NULL,"
    "  loss REAL NOT NULL, document TEXT NOT NULL,"
    "  box INTEGER NOT NULL DEFAULT 1, due INTEGER NOT NULL DEFAULT 0,"
    "  UNIQUE (match_id, link));"
    "CREATE INDEX review_error_by_player ON review_error (player, due);"

    "CREATE TABLE review_choice (name TEXT PRIMARY KEY, value TEXT NOT NULL);";

static const char second[] = /* what the player noted of the error */
    "ALTER TABLE review_error ADD COLUMN note TEXT NOT NULL DEFAULT '';";

struct collection *collection_open(const char *path, struct error *err)
{
    static const char *const steps[] = {first, second};
    struct collection *collection = error_allocate(sizeof *collection, err);
    if (collection == NULL) {
        return NULL;
    }
    collection->database = database_open(path, DATABASE_WRITE, err);
    if (collection->database == NULL ||
        !database_is_of(collection->database, first, err) ||
        !database_migrate(collection->database, steps, 2, err)) {
        collection_close(collection);
        return NULL;
    }
    return collection;
}

void collection_close(struct collection *collection)
{
    if (collection != NULL) {
        database_close(collection->database);
        free(collection);
    }
}

/* ---- matches --------------------------------------------------------------------- */

enum { DIGEST_SIZE = 17 };

/* What tells a match from others: its decisions, with plays, and its names. */
static void write_digest(const struct match_turns *turns, char digest[DIGEST_SIZE])
{
    const struct record_heading *heading = &turns->heading;
    uint64_t sum = digest_u32(digest_start(), (uint32_t)turns->count);
    sum = digest_bytes(sum, heading->my_name, strlen(heading->my_name) + 1);
    sum = digest_bytes(sum, heading->opponent, strlen(heading->opponent) + 1);
    for (int i = 0; i < turns->count; i++) {
        const struct match_turn *turn = &turns->turns[i];
        sum = match_turn_digest(sum, turn);
        for (int k = 0; k < turn->play.count; k++) {
            sum = digest_bytes(sum, &turn->play.moves[k], 2);
        }
    }
    sum = match_turns_digest_single(sum, turns);
    (void)snprintf(digest, DIGEST_SIZE, "%016" PRIx64, sum);
}

int64_t collection_add(struct collection *collection,
                       const struct collection_match *match, struct error *err)
{
    const struct match_turns *turns = match->turns;
    const struct record_heading *heading = &turns->heading;
    char digest[DIGEST_SIZE];
    write_digest(turns, digest);
    bool is_good = database_run(
        collection->database, err,
        "INSERT INTO review_match (digest, path, number, player1, player2, length,"
        " score1, score2, date, event, site) VALUES (?,?,?,?,?,?,?,?,?,?,?)"
        " ON CONFLICT (digest) DO UPDATE SET path = excluded.path,"
        " number = excluded.number",
        "ssissiiisss", digest, match->path, (int64_t)match->number, heading->my_name,
        heading->opponent, (int64_t)heading->length, (int64_t)turns->score[0],
        (int64_t)turns->score[1], heading->date, heading->event, heading->site);
    return is_good ? database_number(collection->database, err,
                                     "SELECT id FROM review_match WHERE digest = ?",
                                     "s", digest)
                   : 0;
}

/* ---- analyses -------------------------------------------------------------------- */

/* The lines of all turns; NULL: no memory. */
static char *analysis_lines(const struct match_report *report)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    for (int i = 0; out != NULL && i < report->turns->count; i++) {
        analysed_line_write(match_analysis_turn(report->analysis, i), out);
    }
    if (out == NULL || fclose(out) != 0) {
        free(text);
        return NULL;
    }
    return text;
}

static double squares_of(const struct match_report *report, enum record_side side)
{
    double squares = 0.0;
    for (int i = 0; i < report->turns->count; i++) {
        const struct match_analysed_turn *done =
            match_analysis_turn(report->analysis, i);
        if (report->turns->turns[i].side == side) {
            squares += done->is_choice ? done->loss * done->loss : 0.0;
            squares += done->is_cube_choice ? done->cube_loss * done->cube_loss : 0.0;
        }
    }
    return squares;
}

static bool keep_side(struct collection *collection, int64_t id,
                      const struct match_report *report, enum record_side side,
                      struct error *err)
{
    const struct match_analysed_side *sums =
        match_analysis_side(report->analysis, side);
    return database_run(collection->database, err,
                        "INSERT OR REPLACE INTO review_side VALUES (?,?,?,?,?,?,?,?,?)",
                        "iisirriir", id, (int64_t)side, match_report_name(report, side),
                        (int64_t)sums->decisions, sums->loss, squares_of(report, side),
                        (int64_t)sums->errors, (int64_t)sums->blunders, sums->luck);
}

static int whole_member(const json_t *object, const char *name)
{
    return (int)json_integer_value(json_object_get(object, name));
}

/* As the viewer calls it: "4.18", "4.18.cube", "4.18.take". */
static void link_of(const json_t *decision, char *link, size_t size)
{
    const char *action = collection_text(decision, "a");
    bool is_double =
        strstr(action, "double") != NULL && strcmp(action, "redouble") != 0;
    bool is_play = strcmp(action, "play") == 0;
    (void)snprintf(link, size, "%d.%d%s%s", whole_member(decision, "g"),
                   whole_member(decision, "t"), is_play ? "" : ".",
                   is_play     ? ""
                   : is_double ? "cube"
                               : action);
}

static bool keep_error(struct collection *collection, int64_t id,
                       const struct match_report *report, const json_t *decision,
                       struct error *err)
{
    struct decision_context at;
    char link[40], score[COLLECTION_SCORE_SIZE];
    int side = whole_member(decision, "p"), turn = whole_member(decision, "t");
    const struct match_game *game =
        &report->turns->game[whole_member(decision, "g") - 1];
    if (!xgid_read(collection_text(decision, "x"), &at, NULL)) {
        return true; /* a beaver: it is no card */
    }
    link_of(decision, link, sizeof link);
    collection_score(&at.ms, score);
    char *document = json_dumps(decision, JSON_COMPACT | JSON_REAL_PRECISION(7));
    bool is_good =
        document != NULL
            ? database_run(
                  collection->database, err,
                  "INSERT INTO review_error (match_id, player, opponent, side, game,"
                  " score1, score2, link, theme, score, loss, document)"
                  " VALUES (?,?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT (match_id, link)"
                  " DO UPDATE SET loss = excluded.loss, document = excluded.document",
                  "issiiiisssrs", id, match_report_name(report, (enum record_side)side),
                  match_report_name(report, (enum record_side)(1 - side)),
                  (int64_t)side, (int64_t)game->number, (int64_t)game->score[0],
                  (int64_t)game->score[1], link,
                  collection_theme(&at, collection_text(decision, "a"), turn), score,
                  json_number_value(json_object_get(decision, "l")), document)
            : error_no_memory(err);
    free(document);
    return is_good;
}

static json_t *document_of(const struct match_report *report)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    bool is_good = out != NULL && match_review_write(report, out);
    is_good &= out != NULL && fclose(out) == 0;
    json_t *document = is_good ? json_loads(text, 0, NULL) : NULL;
    free(text);
    return document;
}

static bool keep_errors(struct collection *collection, int64_t id,
                        const struct match_report *report, struct error *err)
{
    json_t *document = document_of(report), *decision;
    bool is_good = document != NULL ? database_run(collection->database, err,
                                                   "UPDATE review_error SET loss = 0"
                                                   " WHERE match_id = ?",
                                                   "i", id)
                                    : error_no_memory(err);
    size_t i;
    json_array_foreach(json_object_get(document, "decisions"), i, decision)
    {
        double loss = json_number_value(json_object_get(decision, "l"));
        if (loss >= ANALYSIS_ERROR) {
            is_good = is_good && keep_error(collection, id, report, decision, err);
        }
    }
    json_decref(document);
    return is_good;
}

static bool keep_all(struct collection *collection, int64_t id, const char *judge,
                     const struct match_report *report, const char *lines,
                     struct error *err)
{
    return database_run(collection->database, err,
                        "UPDATE review_match SET judge = ?, analysis = ? WHERE id = ?",
                        "ssi", judge, lines, id) &&
           keep_side(collection, id, report, RECORD_ME, err) &&
           keep_side(collection, id, report, RECORD_OPPONENT, err) &&
           keep_errors(collection, id, report, err);
}

bool collection_keep(struct collection *collection, int64_t id, const char *judge,
                     const struct match_report *report, struct error *err)
{
    char *lines = analysis_lines(report);
    if (lines == NULL) {
        return error_no_memory(err);
    }
    bool is_good = database_run(collection->database, err, "BEGIN", "");
    is_good = is_good && keep_all(collection, id, judge, report, lines, err);
    is_good = database_run(collection->database, is_good ? err : NULL,
                           is_good ? "COMMIT" : "ROLLBACK", "") &&
              is_good;
    free(lines);
    return is_good;
}

/* Reads the lines of all turns; returns how many there are. */
static int read_lines(const char *text, const struct match_turns *turns,
                      struct match_analysed_turn *kept)
{
    int count = 0;
    char *copy = strdup(text), *rest = copy;
    for (char *line = strsep(&rest, "\n"); line != NULL && *line != '\0';
         line = strsep(&rest, "\n")) {
        if (count == turns->count || !analysed_line_read(line, &kept[count]) ||
            !analysed_line_fits(&turns->turns[count], &kept[count])) {
            break;
        }
        count++;
    }
    free(copy);
    return count;
}

bool collection_restore(struct collection *collection, int64_t id, const char *judge,
                        const struct match_turns *turns,
                        struct match_analysis *analysis)
{
    struct match_analysed_turn *kept = calloc((size_t)turns->count + 1, sizeof *kept);
    struct database_rows *rows =
        database_query(collection->database, NULL,
                       "SELECT analysis FROM review_match WHERE id = ? AND judge = ?",
                       "is", id, judge);
    bool is_whole = kept != NULL && rows != NULL && database_next(rows) &&
                    read_lines(database_text(rows, 0), turns, kept) == turns->count;
    for (int i = 0; is_whole && i < turns->count; i++) {
        match_analysis_restore(analysis, &kept[i]);
    }
    (void)database_done(rows, NULL);
    free(kept);
    return is_whole;
}
