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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(full_disk_passes_and_a_wrong_statement_does_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
