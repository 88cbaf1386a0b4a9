/* The lock of an account: one process at a time, and gone with it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bot/service/account_lock.h"
#include "tests/unit/test_case.h"
#include "tests/unit/test_folder.h"

static struct fixture {
    struct config config;
    char folder[64];
} f;

static int set_up(void **state)
{
    memset(&f, 0, sizeof f);
    config_default(&f.config);
    strcpy(f.config.account.name, "our_bot");
    test_folder_make(f.folder, sizeof f.folder, "lock");
    (void)snprintf(f.config.account.state_folder, CONFIG_TEXT_MAX, "%s/deep/state",
                   f.folder);
    return 0;
}

static int tear_down(void **state)
{
    return test_folder_remove(f.folder);
}

#define CASE(claim) TEST_WITH(claim, set_up, tear_down)

static void path_of(char path[CONFIG_TEXT_MAX])
{
    (void)snprintf(path, CONFIG_TEXT_MAX,
                   "%.100s/deep/state/our_bot@fibs.com:4321.lock", f.folder);
}

CASE(a_name_is_locked_until_it_is_unlocked)
{
    struct error err = {0};
    char path[CONFIG_TEXT_MAX], want[64];
    path_of(path);
    struct account_lock *lock = account_lock(&f.config, &err);
    assert_non_null(lock);
    assert_string_equal(err.text, "");
    assert_int_equal(access(path, F_OK), 0);
    assert_null(account_lock(&f.config, &err));
    FORMAT_TEXT(want, "is played already, by process %ld ", (long)getpid());
    assert_int_equal(strncmp(err.text, want, strlen(want)), 0);
    assert_true(error_passes(&err));
    account_unlock(lock);
    assert_int_equal(access(path, F_OK), -1);
    lock = account_lock(&f.config, &err);
    assert_non_null(lock);
    account_unlock(lock);
}

CASE(the_same_name_elsewhere_is_another_account)
{
    struct error err = {0};
    struct account_lock *lock = account_lock(&f.config, &err);
    f.config.server.port = 5321;
    struct account_lock *other = account_lock(&f.config, &err);
    assert_true(lock != NULL && other != NULL);
    account_unlock(lock);
    account_unlock(other);
}

CASE(the_lock_of_a_killed_process_is_free)
{
    struct error err = {0};
    char path[CONFIG_TEXT_MAX];
    path_of(path);
    pid_t child = fork();
    if (child == 0) {
        _exit(account_lock(&f.config, &err) != NULL ? 0 : 1);
    }
    int status = 1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(access(path, F_OK), 0); /* left behind */
    struct account_lock *lock = account_lock(&f.config, &err);
    assert_non_null(lock);
    account_unlock(lock);
}

CASE(the_default_folder_must_be_usable_as_a_named_one)
{
    struct error err = {0};
    strcpy(f.config.account.state_folder, "/dev/null/state");
    assert_null(account_lock(&f.config, &err));
    assert_string_equal(err.text, "state folder /dev/null/state: Not a directory");
    f.config.account.state_folder[0] = '\0';
    assert_int_equal(setenv("STATE_DIRECTORY", "/dev/null/state:/elsewhere", 1), 0);
    assert_null(account_lock(&f.config, &err));
    assert_string_equal(err.text, "state folder /dev/null/state: Not a directory");
    assert_false(error_passes(&err));
}

CASE(a_file_that_is_no_lock_stays_as_it_is)
{
    struct error err = {0};
    char path[CONFIG_TEXT_MAX], line[16] = "";
    path_of(path);
    account_unlock(account_lock(&f.config, &err)); /* makes the folder */
    FILE *file = fopen(path, "w+");
    assert_non_null(file);
    assert_true(fputs("12 eggs\n", file) > 0 && fflush(file) == 0);
    assert_null(account_lock(&f.config, &err));
    assert_non_null(strstr(err.text, "expected a lock of fibsbot or no file"));
    rewind(file);
    assert_non_null(fgets(line, sizeof line, file));
    assert_string_equal(line, "12 eggs\n");
    assert_int_equal(fclose(file), 0);
    assert_int_equal(access(path, F_OK), 0);
}

TEST_MAIN(NULL, NULL)
