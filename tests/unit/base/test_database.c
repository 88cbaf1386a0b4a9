/* Errors of a database, and whether they pass. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/database.h"

static void full_disk_passes_and_a_wrong_statement_does_not(void **state)
{
    char path[64], beside[80];
    struct error err;
    bool is_good = true;
    (void)state;
    (void)snprintf(path, sizeof path, "/tmp/fibsbot-database-%ld", (long)getpid());
    struct database *database = database_open(path, DATABASE_WRITE, &err);
    assert_non_null(database);
    assert_true(database_run(database, &err, "CREATE TABLE t (a)", ""));
    assert_int_not_equal(database_number(database, &err, "PRAGMA max_page_count=3", ""),
                         0);
    for (int i = 0; i < 100 && is_good; i++) {
        is_good =
            database_run(database, &err, "INSERT INTO t VALUES (randomblob(900))", "");
    }
    assert_false(is_good);
    assert_true(error_passes(&err));
    assert_false(database_run(database, &err, "INSERT INTO nothing VALUES (1)", ""));
    assert_false(error_passes(&err));
    database_close(database);
    static const char *const endings[] = {"", "-wal", "-shm"};
    for (int i = 0; i < 3; i++) {
        (void)snprintf(beside, sizeof beside, "%s%s", path, endings[i]);
        (void)unlink(beside);
    }
}

static void another_database_is_left_as_it_is(void **state)
{
    static const char *const steps[] = {"CREATE TABLE fruit (name TEXT);"};
    struct error err;
    (void)state;
    struct database *database = database_open(":memory:", DATABASE_WRITE, &err);
    assert_non_null(database);
    assert_true(database_is_of(database, steps[0], &err)); /* empty */
    assert_true(database_run(database, &err, "CREATE TABLE bookmarks (a)", ""));
    assert_false(database_migrate(database, steps, 1, &err));
    assert_string_equal(err.text,
                        ":memory:: another database, which has no table \"fruit\"");
    assert_int_equal(database_version(database), 0);
    assert_int_equal(
        database_number(database, &err, "SELECT count(*) FROM sqlite_master", ""), 1);
    assert_true(database_run(database, &err, "CREATE TABLE fruit (a)", ""));
    assert_true(database_migrate(database, steps, 0, &err));
    database_close(database);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(full_disk_passes_and_a_wrong_statement_does_not),
        cmocka_unit_test(another_database_is_left_as_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
