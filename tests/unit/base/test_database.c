/* Errors of a database, and whether they pass. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/database.h"
#include "tests/unit/test_case.h"

static void remove_database(const char *path)
{
    static const char *const endings[] = {"", "-wal", "-shm"};
    char name[80];
    for (int i = 0; i < 3; i++) {
        FORMAT_TEXT(name, "%s%s", path, endings[i]);
        (void)unlink(name);
    }
}

TEST(full_disk_passes_and_a_wrong_statement_does_not)
{
    char path[64];
    struct error err;
    bool is_good = true;
    FORMAT_TEXT(path, "/tmp/fibsbot-database-%ld", (long)getpid());
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
    remove_database(path);
}

TEST(another_database_is_left_as_it_is)
{
    static const char *const steps[] = {"CREATE TABLE fruit (name TEXT);"};
    struct error err;
    struct database *database = database_open(":memory:", DATABASE_WRITE, &err);
    assert_non_null(database);
    assert_true(database_is_of(database, steps[0], &err)); /* empty */
    assert_true(database_run(database, &err, "CREATE TABLE bookmarks (a)", ""));
    assert_false(database_migrate(database, steps, 1, &err));
    assert_string_equal(err.text,
                        ":memory:: another database, which has no table \"fruit\"");
    assert_int_equal(database_version(database), 0);
    assert_true(database_run(database, &err, "PRAGMA user_version=9", ""));
    assert_false(database_migrate(database, steps, 1, &err));
    assert_non_null(
        strstr(err.text, "another database")); /* and no newer one of ours */
    assert_int_equal(
        database_number(database, &err, "SELECT count(*) FROM sqlite_master", ""), 1);
    assert_true(database_run(database, &err, "CREATE TABLE fruit (a)", ""));
    assert_false(database_migrate(database, steps, 0, &err));
    assert_non_null(strstr(err.text, "written by a newer one"));
    database_close(database);
    assert_null(database_open("/tmp/fibsbot-none/a.db", DATABASE_WRITE, &err));
    assert_string_equal(err.text, "/tmp/fibsbot-none/a.db: No such file or directory");
}

TEST(what_is_bound_comes_back_and_nothing_as_null)
{
    struct error err;
    struct database *database = database_open(":memory:", DATABASE_WRITE, &err);
    assert_non_null(database);
    assert_true(database_run(database, &err, "CREATE TABLE t (i, r)", ""));
    assert_true(database_run(database, &err, "INSERT INTO t VALUES (?, ?)", "Ir",
                             (int64_t)DATABASE_NULL, (double)NAN));
    assert_true(database_number(database, &err, "SELECT i FROM t", "") ==
                DATABASE_NULL);
    struct database_rows *rows =
        database_query(database, &err, "SELECT i, r, 70, -2.5 FROM t", "");
    assert_true(database_next(rows));
    assert_true(database_is_null(rows, 0) && database_is_null(rows, 1));
    assert_int_equal(database_int_in(rows, 2, 0, 9), 9);
    assert_int_equal(database_int_in(rows, 2, 80, 90), 80);
    assert_true(database_real_in(rows, 3, -1.0, 1.0) == -1.0);
    assert_true(database_done(rows, &err));
    rows = database_query(database, &err, "SELECT abs(-9223372036854775807 - 1)", "");
    assert_false(database_next(rows));
    assert_false(database_done(rows, &err)); /* an overflow */
    assert_true(database_run(database, &err, "PRAGMA user_version=1", ""));
    assert_false(
        database_migrate(database, (const char *[]){"CREATE TABLE t"}, 0, &err));
    assert_non_null(strstr(err.text, "has schema version 1, this program knows 0"));
    database_close(database);
}

static bool is_beside(const char *path, const char *ending)
{
    char name[80];
    FORMAT_TEXT(name, "%s%s", path, ending);
    return access(name, F_OK) == 0;
}

TEST(who_reads_writes_nothing_and_leaves_nothing_beside)
{
    char path[64];
    struct error err;
    FORMAT_TEXT(path, "/tmp/fibsbot-reader-%ld", (long)getpid());
    struct database *writer = database_open(path, DATABASE_WRITE, &err);
    assert_non_null(writer);
    assert_true(database_run(writer, &err, "CREATE TABLE t (a)", ""));
    struct database *reader = database_open(path, DATABASE_READ, &err);
    assert_non_null(reader);
    assert_false(database_run(reader, &err, "INSERT INTO t VALUES (1)", ""));
    database_close(reader);
    assert_true(is_beside(path, "-wal")); /* the writer's */
    assert_true(database_run(writer, &err, "INSERT INTO t VALUES (7)", ""));
    database_close(writer);

    reader = database_open(path, DATABASE_READ, &err);
    assert_non_null(reader);
    assert_int_equal(database_number(reader, &err, "SELECT a FROM t", ""), 7);
    database_close(reader);
    assert_false(is_beside(path, "-wal"));
    assert_false(is_beside(path, "-shm"));
    remove_database(path);
}

TEST(a_file_is_known_by_its_place)
{
    char path[64], other[80], much[241];
    struct error err;
    FORMAT_TEXT(path, "/tmp/fibsbot-place-%ld", (long)getpid());
    FORMAT_TEXT(other, "%s-other", path);
    FORMAT_TEXT(much, "/tmp/%0235d", 1);
    assert_null(database_open(path, DATABASE_READ, &err)); /* which makes none */
    assert_int_not_equal(access(path, F_OK), 0);
    assert_null(database_open(much, DATABASE_WRITE, &err));
    struct database *database = database_open(path, DATABASE_WRITE, &err);
    assert_non_null(database);
    assert_true(database_is_in_place(database));
    assert_true(database_backup(database, other, &err));
    assert_int_equal(rename(other, path), 0);
    assert_false(database_is_in_place(database));
    database_close(database);
    remove_database(path);
}

TEST_MAIN(NULL, NULL)
