/* Files that grow are moved at a limit; what is not ours stays where it is. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bot/base/rotation.h"
#include "tests/unit/test_case.h"
#include "tests/unit/test_folder.h"

enum { LIMIT = 30, FILES = 2 };

static struct fixture {
    char folder[64], path[80];
    struct rotation rotation;
} f;

static int set_up(void **state)
{
    memset(&f, 0, sizeof f);
    test_folder_make(f.folder, sizeof f.folder, "rotation");
    FORMAT_TEXT(f.path, "%s/log", f.folder);
    f.rotation = (struct rotation){f.path, LIMIT, FILES, OWN_LOG};
    return 0;
}

static int tear_down(void **state)
{
    return test_folder_remove(f.folder);
}

#define CASE(claim) TEST_WITH(claim, set_up, tear_down)

static int open_file(const char *text)
{
    int fd = open(f.path, O_WRONLY | O_CREAT | O_APPEND, 0600);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
    return fd;
}

static void put(int number, const char *text)
{
    char name[100];
    FORMAT_TEXT(name, number > 0 ? "%s.%d" : "%s", f.path, number);
    test_file_write(name, text);
}

static void holds(int number, const char *text)
{
    char name[100], found[100] = "";
    FORMAT_TEXT(name, number > 0 ? "%s.%d" : "%s", f.path, number);
    FILE *file = fopen(name, "r");
    if (text == NULL) {
        assert_null(file);
        return;
    }
    assert_non_null(file);
    found[fread(found, 1, sizeof found - 1, file)] = '\0';
    (void)fclose(file);
    assert_string_equal(found, text);
}

#define LINE(n) "2026-11-21T02:53:14Z info " n "......\n"

CASE(a_file_below_its_limit_stays)
{
    int fd = open_file("2026-11-21T02:53:14Z short\n");
    assert_false(rotation_moves(&f.rotation, fd));
    f.rotation.limit = 0;
    assert_int_equal(write(fd, LINE("more"), strlen(LINE("more"))),
                     strlen(LINE("more")));
    assert_false(rotation_moves(&f.rotation, fd)); /* no limit */
    (void)close(fd);
}

CASE(the_oldest_goes_and_the_others_move_on)
{
    put(1, LINE("b"));
    put(2, LINE("c"));
    int fd = open_file(LINE("a"));
    assert_true(rotation_moves(&f.rotation, fd));
    holds(0, NULL);
    holds(1, LINE("a"));
    holds(2, LINE("b"));
    holds(3, NULL);
    (void)close(fd);
}

CASE(who_finds_it_moved_only_opens_it_again)
{
    int fd = open_file(LINE("a")), other = open_file("");
    assert_true(rotation_moves(&f.rotation, fd));
    put(0, LINE("new"));
    assert_true(rotation_moves(&f.rotation, other));
    holds(0, LINE("new"));
    holds(1, LINE("a"));
    (void)close(fd);
    (void)close(other);
}

CASE(what_is_not_ours_is_neither_replaced_nor_moved)
{
    for (int number = 1; number <= FILES; number++) {
        put(number, "my thesis\n");
        int fd = open_file(LINE("a"));
        assert_false(rotation_moves(&f.rotation, fd));
        holds(number, "my thesis\n");
        (void)close(fd);
        put(number, LINE("b"));
    }
}

TEST_MAIN(NULL, NULL)
