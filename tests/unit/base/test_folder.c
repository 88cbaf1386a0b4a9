/* Folders: that they are made with those above, and who can write to them. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/folder.h"
#include "tests/unit/test_case.h"
#include "tests/unit/test_folder.h"

static char top[64], inner[96];

static int setup(void **state)
{
    test_folder_make(top, sizeof top, "folder");
    FORMAT_TEXT(inner, "%s/a/b", top);
    return 0;
}

static int teardown(void **state)
{
    return test_folder_remove(top);
}

#define CASE(claim) TEST_WITH(claim, setup, teardown)

CASE(folders_are_made_with_those_above_them)
{
    assert_false(folder_is(inner));
    assert_true(folder_make(inner));
    assert_true(folder_is(inner));
    assert_true(folder_make(inner)); /* it exists */
}

CASE(nobody_else_can_write_to_a_new_folder_whatever_the_umask)
{
    struct stat st;
    mode_t mask = umask(0);
    bool is_made = folder_make(inner);
    (void)umask(mask);
    assert_true(is_made);
    assert_int_equal(stat(inner, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0755);
}

CASE(a_file_in_the_way_is_an_error)
{
    char path[128];
    FORMAT_TEXT(path, "%s/a", top);
    test_file_write(path, "");
    assert_false(folder_make(inner));
    assert_int_equal(errno, ENOTDIR);
    assert_false(folder_is(path));
    assert_false(folder_make(path));
    assert_int_equal(errno, ENOTDIR);
}

static void write_in(const char *folder, const char *name)
{
    char path[128];
    FORMAT_TEXT(path, "%s/%s", folder, name);
    test_file_write(path, "");
}

static bool count_visit(void *context, const char *path, const struct stat *status)
{
    int *left = context;
    (void)status;
    assert_null(strstr(path, "/b/")); /* below the depth */
    return --*left != 0;
}

CASE(a_walk_goes_as_deep_as_it_is_told_and_ends_when_it_is_told)
{
    char middle[96];
    int left = -1;
    FORMAT_TEXT(middle, "%s/a", top);
    assert_true(folder_make(inner));
    write_in(top, "one");
    write_in(middle, "two");
    write_in(inner, "three");
    assert_true(folder_walk(top, 1, count_visit, &left));
    assert_int_equal(left, -3);
    left = 1;
    assert_false(folder_walk(top, 1, count_visit, &left));
    assert_int_equal(left, 0);
}

TEST_MAIN(NULL, NULL)
