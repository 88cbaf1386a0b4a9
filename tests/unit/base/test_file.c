/* Files to be written: who may read them, and which links are followed. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"

static char folder[64], target[96], name[96];

static int setup(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/fibsbot-file-XXXXXX");
    assert_non_null(mkdtemp(folder));
    (void)snprintf(target, sizeof target, "%s/target", folder);
    (void)snprintf(name, sizeof name, "%s/name", folder);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    (void)unlink(target);
    (void)unlink(name);
    return rmdir(folder);
}

static void link_in_a_folder_of_others_is_not_followed(void **state)
{
    (void)state;
    static const mode_t modes[] = {0777, 01777, 0770};
    assert_int_equal(symlink(target, name), 0);
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        assert_int_equal(chmod(folder, modes[i]), 0);
        assert_null(file_stream(name, "w", FILE_OURS));
        assert_int_equal(errno, ELOOP);
        assert_null(file_stream(name, "a", FILE_OURS));
    }
    assert_int_not_equal(access(target, F_OK), 0);
}

static void link_in_a_folder_of_ours_is_followed(void **state)
{
    (void)state;
    assert_int_equal(symlink(target, name), 0);
    FILE *file = file_stream(name, "w", FILE_OURS);
    assert_non_null(file);
    (void)fclose(file);
    assert_int_equal(access(target, F_OK), 0);
}

static void mode_does_not_depend_on_an_open_umask(void **state)
{
    (void)state;
    struct stat st;
    mode_t mask = umask(0);
    FILE *file = file_stream(name, "a", FILE_OF_GROUP);
    (void)umask(mask);
    assert_non_null(file);
    assert_int_equal(fstat(fileno(file), &st), 0);
    assert_int_equal(st.st_mode & 0777, 0640);
    assert_int_not_equal(fcntl(fileno(file), F_GETFD) & FD_CLOEXEC, 0);
    (void)fclose(file);
}

static void appending_keeps_and_writing_replaces(void **state)
{
    (void)state;
    static const char *const types[] = {"w", "a", "w"};
    static const long want[] = {2, 4, 2};
    for (int i = 0; i < 3; i++) {
        FILE *file = file_stream(name, types[i], FILE_OURS);
        assert_non_null(file);
        assert_int_equal(fputs("x\n", file) >= 0, 1);
        assert_int_equal(fclose(file), 0);
        struct stat st;
        assert_int_equal(stat(name, &st), 0);
        assert_int_equal(st.st_size, want[i]);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(link_in_a_folder_of_others_is_not_followed),
        TEST(link_in_a_folder_of_ours_is_followed),
        TEST(mode_does_not_depend_on_an_open_umask),
        TEST(appending_keeps_and_writing_replaces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
