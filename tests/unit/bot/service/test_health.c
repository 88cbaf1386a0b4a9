/* The file of a container's health check. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <event2/event.h>

#include "bot/service/health.h"
#include "tests/unit/test_case.h"

static void ask(void *context, struct health_state *state)
{
    int *asked = context;
    (*asked)++;
    *state = (struct health_state){.accounts = 3, .online = 2, .playing = 1};
}

TEST(file_tells_the_state_and_goes_at_the_end)
{
    char path[64], line[100] = "";
    struct error err;
    struct event_base *base = event_base_new();
    int asked = 0;
    FORMAT_TEXT(path, "/tmp/fibsbot-health-%ld", (long)getpid());
    struct health *health = health_new(base, path, ask, &asked, &err);
    assert_non_null(health);
    assert_int_equal(asked, 1);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file));
    (void)fclose(file);
    assert_int_equal(strlen("2026-11-21T16:53:03Z"), strcspn(line, " "));
    assert_string_equal(strchr(line, ' '), " accounts 3, on line 2, playing 1\n");
    health_free(health);
    assert_int_equal(access(path, F_OK), -1);
    event_base_free(base);
}

/* /tmp belongs to everybody. */
TEST(link_of_somebody_else_is_not_followed)
{
    struct error err;
    struct event_base *base = event_base_new();
    char path[64], part[72], target[64];
    int asked = 0;
    FORMAT_TEXT(path, "/tmp/fibsbot-health-%ld", (long)getpid());
    FORMAT_TEXT(part, "%s.new", path);
    FORMAT_TEXT(target, "/tmp/fibsbot-target-%ld", (long)getpid());
    assert_int_equal(symlink(target, part), 0);
    assert_null(health_new(base, path, ask, &asked, &err));
    assert_non_null(strstr(err.text, ": a link, in a folder that others can write to"));
    assert_int_not_equal(access(target, F_OK), 0);
    (void)unlink(part);
    event_base_free(base);
}

TEST(unwritable_file_is_told_by_name)
{
    struct error err;
    struct event_base *base = event_base_new();
    int asked = 0;
    assert_null(health_new(base, "/nowhere/health", ask, &asked, &err));
    assert_non_null(strstr(err.text, "/nowhere/health"));
    event_base_free(base);
}

/* The option may name any file. */
TEST(another_file_is_neither_written_nor_removed)
{
    char path[64], line[100] = "";
    struct error err;
    struct event_base *base = event_base_new();
    int asked = 0;
    FORMAT_TEXT(path, "/tmp/fibsbot-health-%ld", (long)getpid());
    FILE *file = fopen(path, "w+");
    assert_non_null(file);
    assert_true(fputs("secret\n", file) >= 0 && fflush(file) == 0);
    assert_null(health_new(base, path, ask, &asked, &err));
    assert_non_null(strstr(err.text, "expected a health file of fibsbot or no file"));
    rewind(file);
    assert_non_null(fgets(line, sizeof line, file));
    assert_string_equal(line, "secret\n");
    assert_int_equal(unlink(path), 0);
    struct health *health = health_new(base, path, ask, &asked, &err);
    assert_non_null(health);
    (void)fclose(file);
    file = fopen(path, "w"); /* put in its place meanwhile */
    assert_true(fputs("another\n", file) >= 0 && fclose(file) == 0);
    health_free(health);
    assert_int_equal(unlink(path), 0);
    event_base_free(base);
}

TEST_MAIN(NULL, NULL)
