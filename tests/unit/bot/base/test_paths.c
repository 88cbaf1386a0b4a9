/* Where the weights are found. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bot/base/paths.h"
#include "tests/unit/test_case.h"
#include "tests/unit/test_folder.h"

static struct fixture {
    char good[64], empty[64];
} f;

static void put_marker(const char *folder)
{
    char path[128];
    FORMAT_TEXT(path, "%s/weights.txt", folder);
    test_file_write(path, "");
}

static int set_up(void **state)
{
    memset(&f, 0, sizeof f);
    strcpy(f.good, "/tmp/fibsbot-paths-XXXXXX");
    strcpy(f.empty, "/tmp/fibsbot-paths-XXXXXX");
    if (mkdtemp(f.good) == NULL || mkdtemp(f.empty) == NULL) {
        return 1;
    }
    put_marker(f.good);
    return unsetenv("FIBSBOT_WEIGHTS");
}

static int tear_down(void **state)
{
    char path[128];
    FORMAT_TEXT(path, "%s/weights.txt", f.good);
    (void)unlink(path);
    (void)rmdir(f.good);
    (void)rmdir(f.empty);
    return 0;
}

#define CASE(claim) TEST_WITH(claim, set_up, tear_down)

CASE(named_folder_is_taken_first)
{
    char folder[PATHS_MAX];
    struct error err;
    assert_int_equal(setenv("FIBSBOT_WEIGHTS", f.empty, 1), 0);
    assert_true(paths_find_weights(f.good, folder, &err));
    assert_string_equal(folder, f.good);
}

CASE(named_folder_without_weights_is_refused_not_passed_over)
{
    char folder[PATHS_MAX], expected[200];
    struct error err;
    assert_int_equal(setenv("FIBSBOT_WEIGHTS", f.good, 1), 0);
    assert_false(paths_find_weights(f.empty, folder, &err));
    FORMAT_TEXT(expected, "weights folder: %s holds no weights.txt", f.empty);
    assert_string_equal(err.text, expected);
    assert_int_equal(setenv("FIBSBOT_WEIGHTS", f.empty, 1), 0);
    assert_false(paths_find_weights("", folder, &err));
    assert_non_null(strstr(err.text, "FIBSBOT_WEIGHTS: "));
}

CASE(weights_that_are_there_but_cannot_be_read_are_not_called_missing)
{
    char folder[PATHS_MAX], link[PATHS_MAX], expected[200];
    struct error err;
    FORMAT_TEXT(link, "%s/weights.txt", f.empty);
    assert_int_equal(symlink("weights.txt", link), 0); /* to itself */
    assert_false(paths_find_weights(f.empty, folder, &err));
    FORMAT_TEXT(expected, "weights folder: weights.txt of %s cannot be read: %s",
                f.empty, strerror(ELOOP));
    assert_string_equal(err.text, expected);
    assert_int_equal(unlink(link), 0);
}

CASE(environment_comes_before_the_usual_places)
{
    char folder[PATHS_MAX];
    struct error err;
    assert_int_equal(setenv("FIBSBOT_WEIGHTS", f.good, 1), 0);
    assert_true(paths_find_weights(NULL, folder, &err));
    assert_string_equal(folder, f.good);
}

CASE(overlong_name_is_refused)
{
    char folder[PATHS_MAX], name[PATHS_MAX + 10];
    struct error err;
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    assert_false(paths_find_weights(name, folder, &err));
    assert_non_null(strstr(err.text, "too long"));
}

CASE(error_tells_every_place)
{
    char folder[PATHS_MAX];
    struct error err;
    /* this test program stands in build/tests/unit/bot/base, where no weights are */
    if (paths_find_weights("", folder, &err)) {
        assert_non_null(strstr(folder, "/share/fibsbot/weights"));
        print_message("an installed fibsbot has weights in %s\n", folder);
        skip();
    }
    assert_non_null(strstr(err.text, "unit/bot/base/{weights,../build/weights,"));
    assert_non_null(strstr(err.text, "/share/fibsbot/weights; set FIBSBOT_WEIGHTS"));
}

CASE(a_folder_of_the_environment_is_absolute_and_the_first)
{
    static char folder[PATHS_MAX], longest[PATHS_MAX + 1];
    assert_int_equal(setenv("TEST_PATHS", "/a/b:/c", 1), 0);
    assert_true(paths_under("TEST_PATHS", "/below", folder));
    assert_string_equal(folder, "/a/b/below");
    assert_int_equal(setenv("TEST_PATHS", "a/b", 1), 0);
    assert_false(paths_under("TEST_PATHS", "/below", folder));
    assert_int_equal(unsetenv("TEST_PATHS"), 0);
    assert_false(paths_under("TEST_PATHS", "/below", folder));
    memset(longest, 'a', PATHS_MAX);
    longest[0] = '/';
    longest[PATHS_MAX - 1] = '\0';
    assert_int_equal(setenv("TEST_PATHS", longest, 1), 0);
    assert_true(paths_under("TEST_PATHS", "", folder));
    assert_false(paths_under("TEST_PATHS", "b", folder));
    longest[PATHS_MAX - 1] = 'a';
    assert_false(paths_find_state_folder(longest, folder));
    assert_int_equal(unsetenv("TEST_PATHS"), 0);
}

TEST_MAIN(NULL, NULL)
