/* The thread that writes the history: order, limits, and what cannot be written yet. */
#include "tests/unit/bot/history/history_notes.h"
#include "tests/unit/test_case.h"

CASE(the_writer_keeps_order_and_loses_nothing)
{
    struct error err = {0};
    struct history *history = history_open(path, &err);
    assert_non_null(history);
    for (int i = 0; i < 1000; i++) {
        struct history_event event = {.type = HISTORY_ERROR, .at_s = i};
        strcpy(event.account, "our_bot");
        strcpy(event.server, "fibs.com");
        FORMAT_TEXT(event.text, "%d", i);
        history_note(history, &event);
    }
    assert_true(history_flush(history, 20000));
    assert_int_equal(number("SELECT count(*) FROM error"), 1000);
    assert_int_equal(number("SELECT count(*) FROM error WHERE text<>at"), 0);
    assert_int_equal(number("SELECT count(*) FROM error e JOIN error f ON"
                            " f.rowid=e.rowid+1 WHERE f.at<>e.at+1"),
                     0);
    assert_null(history_error(history));
    history_close(history);
}

CASE(what_cannot_be_written_yet_is_written_later)
{
    struct error err = {0};
    struct history *history = history_open(path, &err);
    assert_non_null(history);
    struct history_event event = {.type = HISTORY_ERROR, .text = "late"};
    assert_true(database_run(database, &err, "ALTER TABLE error RENAME TO away", ""));
    history_note(history, &event);
    const char *error = NULL;
    for (int i = 0; i < 500 && error == NULL; i++) {
        (void)usleep(10000);
        error = history_error(history);
    }
    assert_non_null(error);
    assert_non_null(strstr(error, "error"));
    assert_true(database_run(database, &err, "ALTER TABLE away RENAME TO error", ""));
    history_close(history); /* tries once more */
    assert_int_equal(number("SELECT count(*) FROM error WHERE text='late'"), 1);
}

/* Else it would count as written, for a match that nobody knows. */
CASE(what_cannot_be_looked_up_is_not_written)
{
    struct error err = {0};
    struct history_event event = match_event(MATCH_GAME_END, 1, 0);
    strcpy(event.account, "our_bot");
    strcpy(event.server, "fibs.com");
    match(MATCH_START, 0, 0);
    assert_true(
        database_run(database, &err, "ALTER TABLE opponent RENAME TO away", ""));
    assert_false(history_store(database, &event, &err));
    assert_non_null(strstr(err.text, "opponent"));
    assert_true(
        database_run(database, &err, "ALTER TABLE away RENAME TO opponent", ""));
}

CASE(what_is_never_written_is_counted_at_the_end)
{
    struct error err = {0};
    const struct history_event event = {.type = HISTORY_ERROR, .text = "never"};
    struct history *history = history_open(path, &err);
    assert_non_null(history);
    history_note(history, &event);
    assert_true(history_flush(history, 10000));
    assert_true(database_run(database, &err, "ALTER TABLE error RENAME TO away", ""));
    history_note(history, &event);
    history_note(history, &event);
    assert_int_equal(history_close(history), 2);
    assert_int_equal(history_close(NULL), 0);
}

/* Another program holds the file: nothing can be written meanwhile. */
CASE(what_waits_is_limited_and_what_is_lost_is_told)
{
    enum { TOO_MANY = 7 };
    struct error err = {0};
    const struct history_event event = {.type = HISTORY_ERROR, .text = "waits"};
    struct history *history = history_open(path, &err);
    assert_non_null(history);
    assert_true(database_run(database, &err, "BEGIN EXCLUSIVE", ""));
    for (int i = 0; i < HISTORY_WAITING_MAX + TOO_MANY; i++) {
        history_note(history, &event);
    }
    const char *error = history_error(history);
    while (error != NULL && strstr(error, "are lost") == NULL) {
        error = history_error(history); /* behind that of the locked file */
    }
    assert_non_null(error);
    assert_string_equal(error, "too many events wait, 7 are lost");
    assert_true(database_run(database, &err, "ROLLBACK", ""));
    history_close(history);
    assert_int_equal(number("SELECT count(*) FROM error WHERE text='waits'"),
                     HISTORY_WAITING_MAX);
}

static bool has_error_with(struct history *history, const char *text)
{
    const char *error = NULL;
    for (int i = 0; i < 1500 && error == NULL; i++) {
        (void)usleep(10000);
        error = history_error(history);
    }
    return error != NULL && strstr(error, text) != NULL;
}

static int64_t errors_of(const char *file)
{
    struct error err = {0};
    struct database *reader = database_open(file, DATABASE_READ, &err);
    assert_non_null(reader);
    int64_t count = database_number(reader, &err, "SELECT count(*) FROM error", "");
    database_close(reader);
    return count;
}

/* SQLite alone would go on writing into the removed file, without an error. */
CASE(a_removed_file_is_told_and_replaced)
{
    char file[128];
    struct error err = {0};
    const struct history_event event = {.type = HISTORY_ERROR, .text = "x"};
    FORMAT_TEXT(file, "%s/other.db", folder);
    struct history *history = history_open(file, &err);
    assert_non_null(history);
    history_note(history, &event);
    assert_true(history_flush(history, 10000));
    assert_int_equal(unlink(file), 0);
    history_note(history, &event);
    assert_true(has_error_with(history, "removed or replaced"));
    history_close(history);
    assert_int_equal(errors_of(file), 1);
}

CASE(a_file_that_cannot_be_opened_yet_is_opened_later)
{
    char below[96], file[128];
    struct error err = {0};
    const struct history_event event = {.type = HISTORY_ERROR, .text = "x"};
    FORMAT_TEXT(below, "%s/below", folder);
    FORMAT_TEXT(file, "%s/history.db", below);
    struct history *history = history_open_later(file, &err);
    assert_non_null(history);
    history_note(history, &event);
    assert_true(has_error_with(history, "below/history.db"));
    assert_int_equal(mkdir(below, 0700), 0);
    history_close(history);
    assert_int_equal(errors_of(file), 1);
}

CASE(no_history_takes_everything)
{
    const struct history_event event = {.type = HISTORY_ERROR};
    history_note(NULL, &event);
    assert_true(history_flush(NULL, 0));
    assert_null(history_error(NULL));
    history_close(NULL);
}

TEST_MAIN(NULL, NULL)
