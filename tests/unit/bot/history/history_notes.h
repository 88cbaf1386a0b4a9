#pragma once
/* A history in a folder of its own, and what a bot notes in it. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/database.h"
#include "bot/history/history.h"
#include "bot/history/history_schema.h"
#include "bot/history/history_store.h"
#include "tests/unit/test_case.h"
#include "tests/unit/test_folder.h"

static char folder[64];
static char path[100];
static struct database *database;
static int64_t clock_s;

static inline int set_up(void **state)
{
    test_folder_make(folder, sizeof folder, "history");
    FORMAT_TEXT(path, "%s/history.db", folder);
    struct error err = {0};
    database = database_open(path, DATABASE_WRITE, &err);
    assert_non_null(database);
    assert_true(database_migrate(database, history_steps, history_step_count, &err));
    clock_s = 1700000000;
    return 0;
}

static inline int tear_down(void **state)
{
    database_close(database);
    database = NULL;
    return test_folder_remove(folder);
}

static inline void store(struct history_event event)
{
    struct error err = {0};
    event.at_s = clock_s++;
    strcpy(event.account, "our_bot");
    strcpy(event.server, "fibs.com");
    assert_good(history_store(database, &event, &err), &err);
}

static inline struct history_event match_event(enum match_event_type type, int mine,
                                               int theirs)
{
    struct history_event event = {.type = HISTORY_MATCH,
                                  .match = type,
                                  .length = 5,
                                  .my_score = mine,
                                  .their_score = theirs,
                                  .level = "2-ply",
                                  .name = "opp_a"};
    return event;
}

static inline void match(enum match_event_type type, int mine, int theirs)
{
    store(match_event(type, mine, theirs));
}

static inline void begin_match(void)
{
    match(MATCH_START, 0, 0);
    match(MATCH_GAME_START, 0, 0);
}

static inline void game_end(bool is_mine, int points, int mine, int theirs)
{
    struct history_event event = match_event(MATCH_GAME_END, mine, theirs);
    event.is_mine = is_mine;
    event.points = points;
    store(event);
}

static inline void stuck(const char *name, int length, int failures, const char *why)
{
    struct history_event event = {.type = HISTORY_STUCK,
                                  .length = length,
                                  .my_score = 2,
                                  .their_score = 1,
                                  .points = failures};
    strcpy(event.name, name);
    strcpy(event.text, why);
    store(event);
}

static inline int64_t number(const char *sql)
{
    struct error err = {0};
    int64_t result = database_number(database, &err, sql, "");
    if (err.text[0] != '\0') {
        fail_msg("%s: %s", sql, err.text);
    }
    return result;
}

static inline void assert_row(const char *sql, const char *want)
{
    struct error err = {0};
    struct database_rows *rows = database_query(database, &err, sql, "");
    if (rows == NULL) {
        fail_msg("%s: %s", sql, err.text);
    }
    char got[1000] = "";
    while (database_next(rows)) {
        (void)snprintf(got + strlen(got), sizeof got - strlen(got), "%s\n",
                       database_text(rows, 0));
    }
    assert_true(database_done(rows, &err));
    assert_string_equal(got, want);
}

#define CASE(claim) TEST_WITH(claim, set_up, tear_down)
