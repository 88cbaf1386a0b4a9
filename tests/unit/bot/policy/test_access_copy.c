/* The kept copy of a list: what may stand in it. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bot/policy/access_feed_internal.h"
#include "tests/unit/test_case.h"
#include "tests/unit/test_folder.h"

static char folder[64], path[100];
static struct access_list list;
static char etag[ACCESS_ETAG_SIZE];

static int set_up(void **state)
{
    test_folder_make(folder, sizeof folder, "copy");
    (void)snprintf(path, sizeof path, "%s/list", folder);
    strcpy(etag, "as before");
    return 0;
}

static int tear_down(void **state)
{
    access_list_clear(&list);
    (void)unlink(path);
    return rmdir(folder);
}

#define CASE(claim) TEST_WITH(claim, set_up, tear_down)

static bool load(const char *text, struct error *err)
{
    test_file_write(path, text);
    return access_feed_load_copy(path, &list, etag, err);
}

CASE(test_what_is_saved_is_loaded)
{
    static const char text[] = "block anna\nblock bert in\n";
    struct error err = {0};
    assert_true(access_feed_save_copy(path, "\"one\"", text, sizeof text - 1, &err));
    assert_true(access_feed_load_copy(path, &list, etag, &err));
    assert_int_equal(list.count, 2);
    assert_string_equal(etag, "\"one\"");
}

CASE(test_a_missing_copy_is_no_fault)
{
    struct error err;
    assert_false(access_feed_load_copy(path, &list, etag, &err));
    assert_string_equal(err.text, "");
    assert_string_equal(etag, "as before");
}

/* An ETag goes into a request, so a damaged one must not end its line. */
CASE(test_an_etag_unfit_for_a_request_is_none)
{
    static const char *const texts[] = {"# \"a\r\"\nblock anna\n",
                                        "# two words\nblock anna\n",
                                        "# \xff\nblock anna\n",
                                        "#\nblock anna\n",
                                        "block anna\n",
                                        "block anna"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct error err;
        assert_true(load(texts[i], &err));
        assert_int_equal(list.count, 1);
        assert_string_equal(etag, "");
    }
}

CASE(test_a_bad_copy_is_an_error_and_changes_nothing)
{
    struct error err;
    assert_true(load("# \"one\"\nblock anna\n", &err));
    assert_false(load("# \"two\"\nblock\n", &err));
    assert_non_null(strstr(err.text, "line 2"));
    assert_int_equal(list.count, 1);
    assert_string_equal(etag, "\"one\"");
}

TEST_MAIN(NULL, NULL)
