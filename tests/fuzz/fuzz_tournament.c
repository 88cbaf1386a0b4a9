/* The database of a tournament that a stranger or a fault has written: absurd values in
 * its rows, or a damaged file. `status`, `report`, the page, `award` and `run` take any of
 * them: text, page and JSON stay whole, and a director goes on from it or says why not.
 *
 * An input that begins as a database is the file. Any other one is lines "TABLE COLUMN
 * VALUE" (changes the table's last row) and "TABLE" (takes its last row away). */
#include <assert.h>
#include <jansson.h>
#include <stdbool.h>
#include <string.h>

#include "base/database.h"
#include "bot/director/director.h"
#include "bot/fibs/translate.h"
#include "bot/status/status_tournament.h"
#include "bot/tournament/tournament_store.h"
#include "tests/fuzz/fuzz_folder.h"
#include "tests/fuzz/fuzz_target.h"

enum { INPUT_MAX = 65536, LINE_SIZE = 400, LINES_MAX = 100, STEPS = 120 };

/* ---- the file -------------------------------------------------------------------- */

static const char *const tables[] = {"tournament", "entrant", "match", "award"};

static void put(struct tournament_store *store, const struct director_output *output)
{
    struct error err;
    (void)tournament_store_put(store, output, 1700000000, &err);
}

static void store_outputs(struct director *director, struct tournament_store *store)
{
    struct director_output output;
    while (director_next_output(director, &output)) {
        if (output.type == DIRECTOR_RECORD) {
            put(store, &output);
        }
    }
}

/* Three entrants of a double round robin; two are on the server. */
static void hear(struct director *director, const char *line)
{
    struct fibs_message_context context = {0};
    struct fibs_translator translator = {.name = "director"};
    struct fibs_message message;
    struct game_event event;
    fibs_message_read(&context, line, &message);
    translate_event(&translator, &message, &event);
    director_hear(director, 1000, &event);
}

static void write_usual(struct tournament_store *store)
{
    const struct director_entrant entrants[] = {
        {.name = "our_bot", .is_ours = true}, {.name = "anna"}, {.name = "bert"}};
    const struct tournament_award award = {
        .match = 1, .winner = "anna", .by = "olga", .why = "a power cut"};
    struct director_options options;
    struct error err;
    director_options_default(&options);
    (void)snprintf(options.name, sizeof options.name, "cup");
    options.plan.legs = 2;
    struct director *director = director_new(&options, entrants, 3, &err);
    assert(director != NULL);
    hear(director, "5 our_bot - - 1 0 1500.00 100 0 1 host - -");
    hear(director, "5 anna - - 1 0 1600.00 200 0 1 host - -");
    hear(director, "6");
    director_online(director, 1000);
    (void)director_award(director, 2000, 0, "", "olga", "nobody came", &err);
    store_outputs(director, store);
    (void)tournament_store_leave_award(store, &award, 1700000000, &err);
    director_free(director);
}

static void take_line(struct database *database, char *line)
{
    struct error err;
    char sql[300];
    char *column = strchr(line, ' ');
    char *value = column != NULL ? strchr(column + 1, ' ') : NULL;
    if (column != NULL) {
        *column++ = '\0';
    }
    if (value != NULL) {
        *value++ = '\0';
    }
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        if (strcmp(line, tables[i]) != 0) {
            continue;
        }
        const char *last = "WHERE rowid=(SELECT max(rowid) FROM";
        if (value == NULL) {
            (void)snprintf(sql, sizeof sql, "DELETE FROM %s %s %s)", tables[i], last,
                           tables[i]);
            (void)database_run(database, &err, sql, "");
        } else if (strlen(column) < 40 && strchr(column, '"') == NULL) {
            (void)snprintf(sql, sizeof sql,
                           "UPDATE %s SET \"%.40s\"=nullif(?,'') %s %s)", tables[i],
                           column, last, tables[i]);
            (void)database_run(database, &err, sql, "s", value);
        }
    }
}

static void change_rows(const char *path, const char *text, size_t size)
{
    struct error err;
    struct database *database = database_open(path, DATABASE_WRITE, &err);
    assert(database != NULL);
    for (int i = 0; i < LINES_MAX && size > 0; i++) {
        char line[LINE_SIZE];
        const char *end = memchr(text, '\n', size);
        size_t length = end != NULL ? (size_t)(end - text) : size;
        (void)snprintf(line, sizeof line, "%.*s", (int)length, text);
        take_line(database, line);
        length += end != NULL;
        text += length;
        size -= length;
    }
    database_close(database);
}

/* ---- its readers ----------------------------------------------------------------- */

static void check_json(const struct status_tournament *tournament)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    assert(out != NULL);
    status_tournament_json(tournament, out);
    (void)fclose(out);
    json_t *tree = json_loads(text, 0, NULL);
    assert(tree != NULL);
    json_decref(tree);
    free(text);
}

static void check_page(const struct status_tournament *tournament)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    assert(out != NULL);
    status_tournament_html(tournament, out);
    (void)fflush(out);
    assert(strlen(text) == length);
    assert(strstr(text, "<script") == NULL && strstr(text, "<img") == NULL);
    status_tournament_text(tournament, true, out);
    status_tournament_text(tournament, false, out);
    (void)fclose(out);
    assert(strlen(text) == length && strchr(text, 27) == NULL);
    free(text);
}

/* As the file says that it was begun. */
static struct director *go_on(const struct tournament_saved *saved)
{
    struct director_options options;
    struct error err;
    director_options_default(&options);
    (void)snprintf(options.name, sizeof options.name, "cup");
    options.plan = saved->rows.whole.plan;
    options.length = saved->rows.whole.length;
    return director_restore(&options, &saved->rows, &err);
}

static void play_on(struct director *director, struct tournament_store *store)
{
    struct tournament_award award;
    struct error err;
    hear(director, "5 our_bot - - 1 0 1500.00 100 0 1 host - -");
    hear(director, "5 anna bert - 1 0 1600.00 200 0 1 host - -");
    hear(director, "6");
    director_online(director, 1000);
    hear(director, "anna and bert start a 5 point match.");
    hear(director, "anna wins a 5 point match against bert  5-1 .");
    for (int i = 0; i < STEPS; i++) {
        director_tick(director, 2000 + i * 10000);
        store_outputs(director, store);
        if (tournament_store_next_award(store, &award, &err)) {
            bool is_done = director_award(director, 3000 + i * 10000, award.match,
                                          award.winner, award.by, award.why, &err);
            store_outputs(director, store);
            (void)tournament_store_answer_award(store, award.id,
                                                is_done ? "" : err.text, &err);
        }
    }
}

static void use_file(const char *path)
{
    struct error err;
    struct tournament_saved saved;
    struct tournament_store *store = tournament_store_open(path, DATABASE_WRITE, &err);
    if (store == NULL) {
        return;
    }
    if (tournament_store_load(store, &saved, &err)) {
        if (!saved.is_empty) {
            const struct status_tournament tournament = {"Cup", &saved.rows,
                                                         saved.times};
            check_json(&tournament);
            check_page(&tournament);
            struct director *director = go_on(&saved);
            if (director != NULL) {
                play_on(director, store);
            }
            director_free(director);
        }
        tournament_saved_free(&saved);
    }
    tournament_store_close(store);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[FUZZ_PATH_SIZE];
    struct error err;
    if (size > INPUT_MAX) {
        return 0;
    }
    (void)snprintf(path, sizeof path, "%s/cup.db", fuzz_folder_new());
    if (size >= 16 && memcmp(data, "SQLite format 3", 16) == 0) {
        (void)fuzz_folder_write("cup.db", data, size);
    } else {
        struct tournament_store *store =
            tournament_store_open(path, DATABASE_WRITE, &err);
        assert(store != NULL);
        write_usual(store);
        tournament_store_close(store);
        change_rows(path, (const char *)data, size);
    }
    use_file(path);
    return 0;
}
