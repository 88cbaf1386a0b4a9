/* The file of the history: its schema, several programs at once, backups. */
#include "tests/unit/bot/history/history_notes.h"
#include "tests/unit/test_case.h"

CASE(a_newer_schema_is_refused)
{
    struct error err = {0};
    assert_true(database_run(database, &err, "PRAGMA user_version=99", ""));
    assert_null(history_open(path, &err));
    assert_non_null(strstr(err.text, "version 99"));
}

CASE(a_file_that_is_no_database_is_refused)
{
    struct error err = {0};
    char other[120];
    FORMAT_TEXT(other, "%s/notes.txt", folder);
    FILE *file = fopen(other, "w");
    assert_non_null(file);
    for (int i = 0; i < 100; i++) {
        fputs("this is not a database at all\n", file);
    }
    (void)fclose(file);
    assert_null(history_open(other, &err));
    assert_non_null(strstr(err.text, "not a database"));
    assert_null(history_open("/nonexistent/folder/history.db", &err));
}

CASE(steps_run_once_and_in_order)
{
    static const char *const steps[] = {
        "CREATE TABLE fruit (name TEXT); INSERT INTO fruit VALUES ('fig');",
        "ALTER TABLE fruit ADD COLUMN colour TEXT NOT NULL DEFAULT 'green';",
        "INSERT INTO fruit VALUES ('plum', 'blue'); INSERT INTO nowhere VALUES (1);",
    };
    struct error err = {0};
    char other[120];
    FORMAT_TEXT(other, "%s/fruit.db", folder);
    struct database *fruit = database_open(other, DATABASE_WRITE, &err);
    assert_non_null(fruit);
    assert_true(database_migrate(fruit, steps, 1, &err));
    assert_true(database_migrate(fruit, steps, 1, &err));
    assert_true(database_migrate(fruit, steps, 2, &err));
    assert_int_equal(database_version(fruit), 2);
    /* a step that fails leaves nothing behind */
    assert_false(database_migrate(fruit, steps, 3, &err));
    assert_int_equal(database_version(fruit), 2);
    assert_int_equal(database_number(fruit, &err,
                                     "SELECT count(*) FROM fruit WHERE"
                                     " colour='green'",
                                     ""),
                     1);
    assert_int_equal(database_number(fruit, &err, "SELECT count(*) FROM fruit", ""), 1);
    database_close(fruit);
}

enum { PROGRAMS = 6 };

/* As a program of its own, begun when the pipe is closed: 0, or 1 after a complaint. */
static int open_and_note(const char *file, int start)
{
    struct error err = {0};
    char byte;
    (void)!read(start, &byte, 1);
    struct history *history = history_open(file, &err);
    if (history == NULL) {
        fprintf(stderr, "%s\n", err.text);
        return 1;
    }
    const struct history_event event = {.type = HISTORY_ERROR, .text = "here"};
    history_note(history, &event);
    history_close(history);
    return 0;
}

static int open_at_once(const char *file)
{
    int start[2], failures = 0;
    assert_int_equal(pipe(start), 0);
    for (int i = 0; i < PROGRAMS; i++) {
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            (void)close(start[1]);
            _exit(open_and_note(file, start[0]));
        }
    }
    (void)close(start[0]);
    (void)close(start[1]);
    for (int i = 0; i < PROGRAMS; i++) {
        int status = 0;
        assert_true(wait(&status) > 0);
        failures += status != 0;
    }
    return failures;
}

CASE(several_programs_may_open_a_new_file_at_once)
{
    for (int round = 0; round < 10; round++) {
        char other[120];
        struct error err = {0};
        FORMAT_TEXT(other, "%s/shared-%d.db", folder, round);
        assert_int_equal(open_at_once(other), 0);
        struct database *shared = database_open(other, DATABASE_READ, &err);
        assert_non_null(shared);
        assert_int_equal(
            database_number(shared, &err, "SELECT count(*) FROM error", ""), PROGRAMS);
        database_close(shared);
    }
}

#define ENDED_GAMES "SELECT count(*) FROM game WHERE has_won IS NOT NULL"

/* As docs/RUNNING.md tells: the backup in place of the file, and no log beside it. */
static void put_back(const char *backup)
{
    char command[500];
    FORMAT_TEXT(command, "cp '%s' '%s' && rm -f '%s-wal' '%s-shm'", backup, path, path,
                path);
    assert_int_equal(system(command), 0);
}

CASE(a_backup_made_during_a_match_comes_back)
{
    struct error err = {0};
    char backup[100], beside[110];
    struct stat st;
    FORMAT_TEXT(backup, "%s/backup.db", folder);
    FORMAT_TEXT(beside, "%s-wal", backup);
    begin_match();
    game_end(true, 1, 1, 0);
    assert_true(history_backup(path, backup, &err)); /* what is still in the log, too */
    assert_int_not_equal(stat(beside, &st), 0);
    match(MATCH_GAME_START, 1, 0);
    game_end(true, 2, 3, 0);
    assert_true(history_backup(path, backup, &err)); /* replaces the older one */
    match(MATCH_GAME_START, 3, 0);
    game_end(false, 2, 3, 2);
    assert_false(history_backup(path, path, &err)); /* not over itself */
    assert_non_null(strstr(err.text, "other than the database"));
    assert_row(ENDED_GAMES, "3\n");
    database_close(database);
    put_back(backup);
    struct history *history = history_open(path, &err);
    assert_non_null(history);
    history_close(history);
    database = database_open(path, DATABASE_WRITE, &err);
    assert_row(ENDED_GAMES, "2\n");
    assert_row("SELECT my_score||'-'||their_score||' '||state FROM match",
               "3-0 open\n");
    match(MATCH_GAME_START, 3, 0);
    game_end(true, 2, 5, 0);
    assert_row(ENDED_GAMES, "3\n");
}

CASE(a_backup_of_what_is_no_history_leaves_nothing)
{
    struct error err = {0};
    char backup[100], other[100];
    FORMAT_TEXT(backup, "%s/backup.db", folder);
    FORMAT_TEXT(other, "%s/missing.db", folder);
    assert_false(history_backup(other, backup, &err));
    FORMAT_TEXT(other, "%s/missing/backup.db", folder);
    assert_false(history_backup(path, other, &err));
    assert_int_not_equal(access(backup, F_OK), 0);
}

CASE(strangers_cannot_read_the_file)
{
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0007, 0);
}

TEST_MAIN(NULL, NULL)
