/* What is tried before the bot logs in. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

#include "bot/record/record_writable.h"
#include "tests/unit/test_folder.h"

static struct config config;
static char folder[64];

static int setup(void **state)
{
    (void)state;
    config_default(&config);
    strcpy(folder, "/tmp/fibsbot-writable-XXXXXX");
    assert_non_null(mkdtemp(folder));
    (void)snprintf(config.record.folder, sizeof config.record.folder, "%s/m", folder);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    return test_folder_remove(folder);
}

static void a_folder_is_made_and_left_empty(void **state)
{
    struct error err = {{0}};
    (void)state;
    assert_true(record_writable(&config, &err));
    assert_int_equal(rmdir(config.record.folder), 0);
}

static void a_folder_that_cannot_be_made_is_told_by_name(void **state)
{
    struct error err = {{0}};
    (void)state;
    strcpy(config.record.folder, "/dev/null/matches");
    assert_false(record_writable(&config, &err));
    assert_string_equal(err.text, "match files in /dev/null/matches: Not a directory");
}

static void a_full_disk_is_told(void **state)
{
    struct error err = {{0}};
    struct rlimit before;
    (void)state;
    (void)signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    const struct rlimit limit = {.rlim_cur = 100, .rlim_max = before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    bool is_good = record_writable(&config, &err);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_false(is_good);
    assert_int_equal(rmdir(config.record.folder), 0); /* empty */
}

static void decisions_that_cannot_be_opened_are_told(void **state)
{
    struct error err = {{0}};
    (void)state;
    strcpy(config.record.decisions, "/dev/null/decisions");
    assert_false(record_writable(&config, &err));
    assert_non_null(strstr(err.text, "/dev/null/decisions"));
}

static void what_is_off_or_not_required_is_not_tried(void **state)
{
    struct error err = {{0}};
    (void)state;
    strcpy(config.record.folder, "/dev/null/matches");
    config.record.matches = false;
    assert_true(record_writable(&config, &err));
    config.record.matches = true;
    config.record.required = false;
    assert_true(record_writable(&config, &err));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_folder_is_made_and_left_empty),
        TEST(a_folder_that_cannot_be_made_is_told_by_name),
        TEST(a_full_disk_is_told),
        TEST(decisions_that_cannot_be_opened_are_told),
        TEST(what_is_off_or_not_required_is_not_tried),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
