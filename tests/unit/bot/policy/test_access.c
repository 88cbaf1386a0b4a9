/* Lists of who may play: lines, directions, prefixes, limits. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bot/policy/access.h"
#include "tests/unit/test_case.h"

static bool read_text(struct access_list *list, const char *text, struct error *err)
{
    return access_list_read(list, text, strlen(text), "list", err);
}

TEST(rules_count_in_their_directions)
{
    /* clang-format off */
    static const struct {
        const char *text;
        const char *name;
        enum access_verdict in, out;
    } rows[] = {
        {"", "anna", ACCESS_OPEN, ACCESS_OPEN},
        {"# block anna\n\n  \t\r\n", "anna", ACCESS_OPEN, ACCESS_OPEN},
        {"block anna", "anna", ACCESS_BLOCKED, ACCESS_BLOCKED},
        {"block anna", "Anna", ACCESS_OPEN, ACCESS_OPEN},
        {"block anna in # he drops\r\n", "anna", ACCESS_BLOCKED, ACCESS_OPEN},
        {"block anna out", "anna", ACCESS_OPEN, ACCESS_BLOCKED},
        {"block anna both", "anna", ACCESS_BLOCKED, ACCESS_BLOCKED},
        {"block GammonBot*", "GammonBot_IV", ACCESS_BLOCKED, ACCESS_BLOCKED},
        {"block GammonBot*", "GammonBo", ACCESS_OPEN, ACCESS_OPEN},
        {"allow anna", "anna", ACCESS_OPEN, ACCESS_OPEN},
        {"allow anna", "bert", ACCESS_NOT_ALLOWED, ACCESS_NOT_ALLOWED},
        {"allow anna in", "bert", ACCESS_NOT_ALLOWED, ACCESS_OPEN},
        {"allow a*\nblock anna", "anna", ACCESS_BLOCKED, ACCESS_BLOCKED},
        {"block anna\nallow anna", "anna", ACCESS_BLOCKED, ACCESS_BLOCKED},
        {"allow a*\nblock anna", "andi", ACCESS_OPEN, ACCESS_OPEN},
    };
    /* clang-format on */
    struct access access = {{{0}}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct error err = {0};
        assert_true(read_text(&access.lists[i % ACCESS_SOURCES], rows[i].text, &err));
        access_list_clear(&access.lists[(i + 1) % ACCESS_SOURCES]);
        assert_int_equal(access_judge(&access, rows[i].name, ACCESS_IN), rows[i].in);
        assert_int_equal(access_judge(&access, rows[i].name, ACCESS_OUT), rows[i].out);
    }
    access_list_clear(&access.lists[0]);
    access_list_clear(&access.lists[1]);
    assert_int_equal(access_judge(NULL, "anna", ACCESS_IN), ACCESS_OPEN);
}

TEST(both_lists_are_judged_together)
{
    struct access access = {{{0}}};
    struct error err = {0};
    assert_true(read_text(&access.lists[ACCESS_FILE], "allow anna\n", &err));
    assert_true(read_text(&access.lists[ACCESS_URL], "allow bert\nblock carl\n", &err));
    assert_int_equal(access_judge(&access, "anna", ACCESS_IN), ACCESS_OPEN);
    assert_int_equal(access_judge(&access, "bert", ACCESS_IN), ACCESS_OPEN);
    assert_int_equal(access_judge(&access, "carl", ACCESS_IN), ACCESS_BLOCKED);
    assert_int_equal(access_judge(&access, "dora", ACCESS_IN), ACCESS_NOT_ALLOWED);
    access_list_clear(&access.lists[0]);
    access_list_clear(&access.lists[1]);
}

TEST(first_level_that_fits_counts)
{
    struct access access = {{{0}}};
    struct error err = {0};
    assert_true(read_text(&access.lists[ACCESS_FILE],
                          "level anna 1700\nlevel a* beginner # and others\n"
                          "block bert2\nallow carl out\nlevel carl equal",
                          &err));
    assert_string_equal(access_level(&access, "anna"), "1700");
    assert_string_equal(access_level(&access, "andi"), "beginner");
    assert_string_equal(access_level(&access, "carl"), "equal");
    assert_string_equal(access_level(&access, "bert2"), "");
    assert_string_equal(access_level(NULL, "anna"), "");
    assert_int_equal(access_judge(&access, "dora", ACCESS_IN), ACCESS_OPEN);
    assert_int_equal(access_judge(&access, "bert2", ACCESS_IN), ACCESS_BLOCKED);
    access_list_clear(&access.lists[0]);
}

TEST(a_bad_line_leaves_the_list_as_it_was)
{
    static const char too_long[] =
        "block aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    static const char *const bad[] = {"forbid anna",
                                      "block",
                                      "block an-na",
                                      "block *",
                                      "block anna up",
                                      "block a b c d",
                                      "<html>",
                                      "block anna in out",
                                      too_long,
                                      "level anna",
                                      "level anna 1500 in",
                                      "block 4anna"};
    struct access_list list = {0};
    struct error err = {0};
    assert_true(read_text(&list, "block anna\n", &err));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char text[200];
        (void)snprintf(text, sizeof text, "block bert\n%s\nblock\n", bad[i]);
        assert_false(read_text(&list, text, &err));
        assert_string_equal(err.text,
                            "list line 2: expected block NAME or allow NAME, then in, "
                            "out or nothing; or level NAME LEVEL");
        assert_int_equal(list.count, 1);
        assert_string_equal(list.rules[0].name, "anna");
    }
    access_list_clear(&list);
}

TEST(a_bad_level_is_told_with_the_nearest)
{
    static const struct {
        const char *line, *fault;
    } bad[] = {
        {"level anna beginer", "list line 2: not a level; did you mean beginner?"},
        {"level anna equl", "list line 2: not a level; did you mean equal?"},
        {"level anna strong",
         "list line 2: expected a level such as beginner, expert or strongest, or a "
         "rating from 800 to 2100, found \"strong\""},
        {"level anna 5000",
         "list line 2: expected a level such as beginner, expert or strongest, or a "
         "rating from 800 to 2100, found \"5000\""},
    };
    struct access_list list = {0};
    struct error err = {0};
    assert_true(read_text(&list, "block anna\n", &err));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char text[200];
        (void)snprintf(text, sizeof text, "block bert\n%s\n", bad[i].line);
        assert_false(read_text(&list, text, &err));
        assert_string_equal(err.text, bad[i].fault);
        assert_int_equal(list.count, 1);
        assert_string_equal(list.rules[0].name, "anna");
    }
    access_list_clear(&list);
}

TEST(lists_have_limits)
{
    struct access_list list = {0};
    struct error err = {0};
    size_t size = ACCESS_BYTES_MAX + 1;
    char *text = malloc(size);
    assert_non_null(text);
    memset(text, '\n', size);
    assert_false(access_list_read(&list, text, size, "list", &err));
    assert_string_equal(err.text, "list: expected at most 262144 bytes");
    for (size_t i = 0; i + 8 <= size; i += 8) {
        memcpy(&text[i], "block a\n", 8);
    }
    assert_false(access_list_read(&list, text, size - 1, "list", &err));
    assert_string_equal(err.text, "list line 8193: expected at most 8192 rules");
    assert_false(access_list_load(&list, "/nonexistent/list", &err));
    assert_string_equal(err.text, "/nonexistent/list: No such file or directory");
    free(text);
}

static void hear_line(void *context, const char *text)
{
    char *said = context;
    (void)strcat(strcat(said, text), "\n");
}

TEST(check_of_a_file_tells_every_bad_line)
{
    char path[] = "/tmp/fibsbot-list-XXXXXX", said[2000] = "";
    int fd = mkstemp(path);
    static const char text[] = "blok anna\nblock bert\n\nallow\nlevel carl expart\n";
    assert_int_equal(write(fd, text, sizeof text - 1), sizeof text - 1);
    (void)close(fd);
    assert_false(access_list_check(path, hear_line, said));
    assert_non_null(strstr(said, " line 1: "));
    assert_null(strstr(said, " line 2: "));
    assert_non_null(strstr(said, " line 4: "));
    assert_non_null(strstr(said, " line 5: not a level; did you mean expert?"));
    (void)unlink(path);
    said[0] = '\0';
    assert_false(access_list_check(path, hear_line, said));
    assert_non_null(strstr(said, path));
}

TEST(check_of_a_file_ends_where_it_is_full)
{
    char path[] = "/tmp/fibsbot-list-XXXXXX", said[2000] = "";
    FILE *file = fdopen(mkstemp(path), "w");
    assert_non_null(file);
    for (int i = 0; i < ACCESS_RULES_MAX + 3; i++) {
        (void)fputs("block a\n", file);
    }
    (void)fclose(file);
    assert_false(access_list_check(path, hear_line, said));
    assert_non_null(strstr(said, " line 8193: expected at most 8192 rules\n"));
    assert_null(strstr(said, " line 8194"));
    (void)unlink(path);
}

TEST_MAIN(NULL, NULL)
